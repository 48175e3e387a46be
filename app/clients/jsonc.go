package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// errNotObject is what a file says whose JSON has something else where an object is
// needed.
var errNotObject = errors.New("it holds something else where an object is needed")

// jsonc is a JSON file with comments and trailing commas, edited in place.
type jsonc struct {
	text []byte
	root hujson.Value
}

// parseJSONC reads text; an empty file is an empty object.
func parseJSONC(text []byte) (*jsonc, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	if _, ok := root.Value.(*hujson.Object); !ok {
		return nil, errNotObject
	}
	return &jsonc{text: text, root: root}, nil
}

// bytes returns the file as it is now.
func (j *jsonc) bytes() []byte { return j.text }

// get decodes the value at path into value, and reports whether there is one.
func (j *jsonc) get(value any, path ...string) bool {
	found := j.find(path)
	if found == nil {
		return false
	}
	plain := found.Clone()
	plain.Standardize()
	return json.Unmarshal(plain.Pack(), value) == nil
}

// members returns the names of the object at path, in order.
func (j *jsonc) members(path ...string) (names []string) {
	found := j.find(path)
	if found == nil {
		return nil
	}
	object, ok := found.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	for _, member := range object.Members {
		names = append(names, nameOf(member))
	}
	return names
}

// set gives the member at path a value, making the objects on the way to it.
func (j *jsonc) set(value any, path ...string) error {
	if j.holds(value, path) {
		return nil
	}
	at, holder := &j.root, &j.root
	for i, name := range path {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return errNotObject
		}
		member := memberOf(object, name)
		if member == nil {
			for _, inner := range slices.Backward(path[i+1:]) {
				value = map[string]any{inner: value}
			}
			return j.insert(at, i, fmt.Sprintf("%s: ", quoted(name)), value)
		}
		at, holder = &member.Value, at
	}
	return j.splice(at.StartOffset, at.EndOffset, j.encoded(value, len(path), j.oneLine(holder)))
}

// holds reports whether the member at path has this value, however it is written.
func (j *jsonc) holds(value any, path []string) bool {
	var now any
	if !j.get(&now, path...) {
		return false
	}
	written, err := json.Marshal(value)
	if err != nil {
		return false
	}
	var wanted any
	return json.Unmarshal(written, &wanted) == nil && reflect.DeepEqual(now, wanted)
}

// add puts a value at the end of the array at path, making the array and the way to it.
func (j *jsonc) add(value any, path ...string) error {
	at := j.find(path)
	if at == nil {
		return j.set([]any{value}, path...)
	}
	if _, ok := at.Value.(*hujson.Array); !ok {
		return errors.New("it holds something else where an array is needed")
	}
	return j.insert(at, len(path), "", value)
}

// remove takes the member at path out; an object that is not there is no fault.
func (j *jsonc) remove(path ...string) error {
	parent := j.find(path[:len(path)-1])
	if parent == nil {
		return nil
	}
	object, ok := parent.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	for i, member := range object.Members {
		if nameOf(member) == path[len(path)-1] {
			var before *hujson.Value
			if i > 0 {
				before = &object.Members[i-1].Value
			}
			return j.cut(&member.Name, &member.Value, before)
		}
	}
	return nil
}

// removeItems takes the items of the array at path out for which ours is true.
func (j *jsonc) removeItems(ours func(item []byte) bool, path ...string) error {
	for {
		at := j.find(path)
		if at == nil {
			return nil
		}
		array, ok := at.Value.(*hujson.Array)
		if !ok {
			return nil
		}
		i := slices.IndexFunc(array.Elements, func(item hujson.Value) bool {
			plain := item.Clone()
			plain.Standardize()
			return ours(plain.Pack())
		})
		if i < 0 {
			return nil
		}
		var before *hujson.Value
		if i > 0 {
			before = &array.Elements[i-1]
		}
		if err := j.cut(&array.Elements[i], &array.Elements[i], before); err != nil {
			return err
		}
	}
}

func (j *jsonc) find(path []string) *hujson.Value {
	at := &j.root
	for _, name := range path {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return nil
		}
		member := memberOf(object, name)
		if member == nil {
			return nil
		}
		at = &member.Value
	}
	return at
}

func memberOf(object *hujson.Object, name string) *hujson.ObjectMember {
	for i := range object.Members {
		if nameOf(object.Members[i]) == name {
			return &object.Members[i]
		}
	}
	return nil
}

func nameOf(member hujson.ObjectMember) string {
	name, _ := member.Name.Value.(hujson.Literal)
	return name.String()
}

func quoted(name string) string {
	text, _ := json.Marshal(name)
	return string(text)
}

// splice replaces a part of the text and reads it anew.
func (j *jsonc) splice(from, to int, text string) error {
	changed, err := parseJSONC(slices.Concat(j.text[:from], []byte(text), j.text[to:]))
	if err != nil {
		return err
	}
	*j = *changed
	return nil
}

// indentation returns what one level of the file is indented by: as its first member is,
// two spaces where that stands on the line of the brace.
func (j *jsonc) indentation() string {
	if object, ok := j.root.Value.(*hujson.Object); ok && len(object.Members) > 0 {
		before := string(object.Members[0].Name.BeforeExtra)
		if line := strings.LastIndexByte(before, '\n'); line >= 0 && strings.Trim(before[line+1:], " \t") == "" && before[line+1:] != "" {
			return before[line+1:]
		}
	}
	return "  "
}

// encoded writes a value that stands at a depth of the file, on one line where what holds
// it does.
func (j *jsonc) encoded(value any, depth int, oneLine bool) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if unit := j.indentation(); !oneLine {
		encoder.SetIndent(strings.Repeat(unit, depth), unit)
	}
	if err := encoder.Encode(value); err != nil {
		panic(err) // our own entries are plain data
	}
	return strings.TrimRight(out.String(), "\n")
}

// oneLine reports whether what stands there is written without a line's end.
func (j *jsonc) oneLine(at *hujson.Value) bool {
	return !bytes.Contains(j.text[at.StartOffset:at.EndOffset], []byte("\n"))
}

// ordered is an object whose members keep their order when it is written.
type ordered []assignment

// MarshalJSON writes the members in their order.
func (o ordered) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, member := range o {
		if i > 0 {
			out = append(out, ',')
		}
		value, err := json.Marshal(member.value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, quoted(member.key)...), ':'), value...)
	}
	return append(out, '}'), nil
}
