package agentfile

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"assent/executors/mcp"
)

// template is a place of the file's text that ${…} stands at.
type template struct {
	name   string
	inside bool // a string
}

// A template is marked by its number between these characters until the text is parsed:
// what it becomes can then be nothing but a value, whatever it holds.
const (
	markBegin = "\ue000"
	markEnd   = "\ue001"
)

var (
	templateName = regexp.MustCompile(`^\$\{([A-Za-z_][A-Za-z0-9_.-]*|env:[A-Za-z_][A-Za-z0-9_]*)\}`)
	marked       = regexp.MustCompile(markBegin + `([0-9]+)` + markEnd)
	ownMarks     = regexp.MustCompile(`(?i)[\x{e000}\x{e001}]|\\ue00[01]`)
)

// mark puts marks in the place of the file's templates. Comments have none.
func mark(data []byte) (text []byte, marks []template, err error) {
	if ownMarks.Match(data) {
		return nil, nil, invalid("", "The characters U+E000 and U+E001 have no place in an agent file.")
	}
	var out bytes.Buffer
	for at := 0; at < len(data); {
		rest := data[at:]
		n := 1
		switch {
		case rest[0] == '"':
			n = stringLength(rest)
			out.WriteString(markInside(string(rest[:n]), &marks))
			at += n
			continue
		case bytes.HasPrefix(rest, []byte("//")):
			n = lengthUntil(rest, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			n = lengthUntil(rest, "*/")
		case templateName.Match(rest):
			found := templateName.FindSubmatch(rest)
			marks = append(marks, template{name: string(found[1])})
			fmt.Fprintf(&out, `"%s%d%s"`, markBegin, len(marks)-1, markEnd)
			at += len(found[0])
			continue
		}
		out.Write(rest[:n])
		at += n
	}
	return out.Bytes(), marks, nil
}

// stringLength returns how long the string at the beginning of text is, quotes counted.
func stringLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func lengthUntil(text []byte, end string) int {
	if i := bytes.Index(text[2:], []byte(end)); i >= 0 {
		return 2 + i + len(end)
	}
	return len(text)
}

// markInside marks the templates of a string.
func markInside(text string, marks *[]template) string {
	var b strings.Builder
	for text != "" {
		i := strings.Index(text, "${")
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		text = text[i:]
		found := templateName.FindStringSubmatch(text)
		if found == nil {
			b.WriteString("${")
			text = text[2:]
			continue
		}
		*marks = append(*marks, template{found[1], true})
		fmt.Fprintf(&b, "%s%d%s", markBegin, len(*marks)-1, markEnd)
		text = text[len(found[0]):]
	}
	b.WriteString(text)
	return b.String()
}

// fill returns the value with its templates filled in. Names of members are filled too.
// What stands in a server's env, headers or auth becomes a setting.
func (r *reader) fill(n node) any {
	switch value := n.value.(type) {
	case string:
		return r.fillText(n, value)
	case []any:
		filled := make([]any, 0, len(value))
		for _, item := range n.items() {
			filled = append(filled, r.fill(item))
		}
		return filled
	case map[string]any:
		filled := map[string]any{}
		for _, member := range n.members() {
			name, _ := r.fillText(node{r, n.at, nil}, member.name()).(string)
			if _, twice := filled[name]; twice {
				n.report("Two members have the same name once their templates are filled in.")
			}
			filled[name] = r.fill(member)
		}
		return filled
	}
	return n.value
}

// fillText fills in one string, once: a value that looks like a template stays what it is.
func (r *reader) fillText(n node, text string) any {
	setting := isSetting(n)
	found := marked.FindAllStringSubmatchIndex(text, -1)
	if len(found) == 1 && found[0][1] == len(text) && found[0][0] == 0 && !setting {
		if t := r.marks[number(text, found[0])]; !t.inside {
			return r.whole(n, t)
		}
	}
	var parts []mcp.Part
	last := 0
	for _, at := range found {
		parts = append(parts, mcp.Part{Text: text[last:at[0]]}, r.part(n, r.marks[number(text, at)], setting))
		last = at[1]
	}
	parts = append(parts, mcp.Part{Text: text[last:]})
	if setting {
		return parts
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(part.Text)
	}
	return b.String()
}

// number is that of the mark at these places of text.
func number(text string, at []int) int {
	n, err := strconv.Atoi(text[at[2]:at[3]])
	if err != nil {
		return 0 // we wrote it
	}
	return n
}

// part is what a template becomes inside a text.
func (r *reader) part(n node, t template, setting bool) mcp.Part {
	if value, ok := r.value(t.name); ok {
		if text, ok := value.(string); ok {
			return mcp.Part{Text: text}
		}
		return mcp.Part{Text: string(raw(value))}
	}
	variable := strings.TrimPrefix(t.name, "env:")
	switch {
	case setting:
		return mcp.Part{Variable: variable}
	case r.used(n):
		r.unset(n, t)
	}
	return mcp.Part{Text: "${" + t.name + "}"} // of what is only shown
}

// whole is what a template becomes that stands where a value does.
func (r *reader) whole(n node, t template) any {
	if value, ok := r.value(t.name); ok {
		return value
	}
	if r.used(n) {
		r.unset(n, t)
	}
	return "${" + t.name + "}"
}

// value returns what an input, or the workspace, puts in the place of a name.
func (r *reader) value(name string) (any, bool) {
	if value, ok := r.inputs[name]; ok {
		return value, true
	}
	return r.options.Workspace, name == "workspace"
}

// unmarked returns a text with its templates as they were written.
func (r *reader) unmarked(text string) string {
	return marked.ReplaceAllStringFunc(text, func(mark string) string {
		return "${" + r.marks[number(mark, marked.FindStringSubmatchIndex(mark))].name + "}"
	})
}

func (r *reader) unset(n node, t template) {
	n.report(fmt.Sprintf("${%s} is no input that was given, and the environment is only read for a server's env, headers and auth: give --input %s=VALUE.", t.name, t.name))
}

// isSetting reports whether n is a value of a server's env, headers or auth.
func isSetting(n node) bool {
	tokens := tokensOf(n)
	return len(tokens) >= 4 && tokens[0] == "mcpServers" && (tokens[2] == "env" || tokens[2] == "headers" || tokens[2] == "auth")
}

// used reports whether n belongs to a member that a page describes.
func (r *reader) used(n node) bool {
	tokens := tokensOf(n)
	return len(tokens) == 0 || described[tokens[0]]
}

func tokensOf(n node) (tokens []string) {
	for token := range n.at.Tokens() {
		tokens = append(tokens, token)
	}
	return tokens
}
