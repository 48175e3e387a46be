package clients

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// errTOMLStyle is what a file says that writes its tables in a way that is not edited.
var errTOMLStyle = errors.New("its tables are written in a way that Assent does not edit: add the entry by hand")

// tomlFile is a TOML file, edited in place: line by line, and then judged by a parser.
type tomlFile struct{ text []byte }

func parseTOML(text []byte) (*tomlFile, error) {
	f := &tomlFile{text: text}
	if _, err := f.decoded(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *tomlFile) decoded() (map[string]any, error) {
	value := map[string]any{}
	if err := toml.Unmarshal(f.text, &value); err != nil {
		return nil, fmt.Errorf("it is not TOML: %w", err)
	}
	return value, nil
}

// bytes returns the file as it is now.
func (f *tomlFile) bytes() []byte { return f.text }

// get returns the value at path, nil when there is none.
func (f *tomlFile) get(path ...string) any {
	root, err := f.decoded()
	if err != nil {
		return nil
	}
	var at any = root
	for _, name := range path {
		table, ok := at.(map[string]any)
		if !ok {
			return nil
		}
		at = table[name]
	}
	return at
}

// assignment is one key of a table with its value.
type assignment struct {
	key   string
	value any
}

// setTable gives the table of this header these keys; others of its keys stay.
func (f *tomlFile) setTable(path []string, assignments []assignment) error {
	return f.edit(func(root map[string]any) error {
		table := tableAt(root, path, true)
		for _, a := range assignments {
			table[a.key] = a.value
		}
		return nil
	}, func(lines []string) []string {
		from, to, ok := findTable(lines, path)
		if !ok {
			return appendTable(lines, path, assignments)
		}
		block := slices.Clone(lines[from:to])
		for _, a := range assignments {
			block = setKey(block, a)
		}
		return slices.Concat(lines[:from], block, lines[to:])
	})
}

// removeTable takes a table out, with the empty lines before it.
func (f *tomlFile) removeTable(path ...string) error {
	if f.get(path...) == nil {
		return nil
	}
	return f.edit(func(root map[string]any) error {
		parent := tableAt(root, path[:len(path)-1], false)
		delete(parent, path[len(path)-1])
		if len(parent) == 0 && len(path) > 1 { // a parent without a header of its own
			delete(tableAt(root, path[:len(path)-2], false), path[len(path)-2])
		}
		return nil
	}, func(lines []string) []string {
		from, to, ok := findTable(lines, path)
		if !ok {
			return lines
		}
		for from > 0 && strings.TrimSpace(lines[from-1]) == "" {
			from--
		}
		return slices.Concat(lines[:from], lines[to:])
	})
}

// edit changes the lines, and takes the change only when the parser finds in the file
// what want made of the values.
func (f *tomlFile) edit(want func(root map[string]any) error, change func(lines []string) []string) error {
	wanted, err := f.decoded()
	if err != nil {
		return err
	}
	if err := want(wanted); err != nil {
		return err
	}
	edited := &tomlFile{[]byte(strings.Join(change(slices.Collect(strings.Lines(string(f.text)))), ""))}
	got, err := edited.decoded()
	if err != nil || !reflect.DeepEqual(plain(got), plain(wanted)) {
		return errTOMLStyle
	}
	f.text = edited.text
	return nil
}

// plain makes lists of one kind of all lists, for comparing.
func plain(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, member := range value {
			out[name] = plain(member)
		}
		return out
	case []string:
		out := []any{}
		for _, item := range value {
			out = append(out, item)
		}
		return out
	case []any:
		out := []any{}
		for _, item := range value {
			out = append(out, plain(item))
		}
		return out
	case int:
		return int64(value)
	}
	return value
}

func tableAt(root map[string]any, path []string, make bool) map[string]any {
	for _, name := range path {
		next, ok := root[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			if make {
				root[name] = next
			}
		}
		root = next
	}
	return root
}

// findTable returns the lines of a table: its header and its keys, without what stands
// before the next header.
func findTable(lines []string, path []string) (from, to int, ok bool) {
	from = slices.IndexFunc(lines, func(line string) bool { return slices.Equal(header(line), path) })
	if from < 0 {
		return 0, 0, false
	}
	to = from + 1
	for i := to; i < len(lines) && header(lines[i]) == nil; i++ {
		if line := strings.TrimSpace(lines[i]); line != "" && !strings.HasPrefix(line, "#") {
			to = i + 1
		}
	}
	return from, to, true
}

// header returns the path that a line is the header of, nil for any other line.
func header(line string) (path []string) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "[") || strings.HasPrefix(line, "[[") {
		if strings.HasPrefix(line, "[[") {
			return []string{}
		}
		return nil
	}
	value := map[string]any{}
	if toml.Unmarshal([]byte(line), &value) != nil {
		return nil
	}
	for len(value) == 1 {
		for name, next := range value {
			path = append(path, name)
			value, _ = next.(map[string]any)
		}
	}
	return path
}

func appendTable(lines []string, path []string, assignments []assignment) []string {
	if n := len(lines); n > 0 {
		if !strings.HasSuffix(lines[n-1], "\n") {
			lines[n-1] += "\n"
		}
		lines = append(lines, "\n")
	}
	lines = append(lines, "["+strings.Join(path, ".")+"]\n")
	for _, a := range assignments {
		lines = append(lines, assigned(a))
	}
	return lines
}

// setKey writes one key of a table: over the lines it has now, or below the others.
func setKey(block []string, a assignment) []string {
	for from := 1; from < len(block); from++ {
		for to := from + 1; to <= len(block); to++ {
			value := map[string]any{}
			if toml.Unmarshal([]byte(strings.Join(block[from:to], "")), &value) != nil {
				continue
			}
			if _, ok := value[a.key]; ok && len(value) == 1 {
				return slices.Concat(block[:from], []string{assigned(a)}, block[to:])
			}
			break
		}
	}
	return append(block, assigned(a))
}

func assigned(a assignment) string {
	var out bytes.Buffer
	encoder := toml.NewEncoder(&out)
	encoder.SetIndentTables(false)
	if err := encoder.Encode(map[string]any{a.key: a.value}); err != nil {
		panic(err) // our own entries are plain data
	}
	return out.String()
}
