package codingagent

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// input is what a tool was given. Every program has its own names for the same things.
type input map[string]jsontext.Value

// readInput reads an object, or a text that holds one.
func readInput(raw jsontext.Value) (in input) {
	var inner string
	if json.Unmarshal(raw, &inner) == nil {
		raw = jsontext.Value(inner)
	}
	if json.Unmarshal(raw, &in) != nil {
		return nil
	}
	return in
}

// text returns the first of the members that is a text, empty when there is none.
func (in input) text(names ...string) string {
	text, _ := in.has(names...)
	return text
}

// has returns the first of the members that is a text, and whether there is one.
func (in input) has(names ...string) (text string, ok bool) {
	for _, name := range names {
		if raw := in[name]; raw.Kind() == '"' && json.Unmarshal(raw, &text) == nil {
			return text, true
		}
	}
	return "", false
}

// flag reports whether one of the members is true.
func (in input) flag(names ...string) bool {
	for _, name := range names {
		if in[name].Kind() == 't' {
			return true
		}
	}
	return false
}

// objects returns the first of the members that is a list of objects.
func (in input) objects(names ...string) (all []input) {
	for _, name := range names {
		if json.Unmarshal(in[name], &all) == nil && len(all) > 0 {
			return all
		}
	}
	return nil
}

// texts returns the first of the members that is a list of texts.
func (in input) texts(names ...string) (all []string) {
	for _, name := range names {
		if json.Unmarshal(in[name], &all) == nil && len(all) > 0 {
			return all
		}
	}
	return nil
}

// command returns the command line of a shell's tool. A list of words is written so that
// a shell would read the same words.
func (in input) command() string {
	if text, ok := in.has("command", "cmd", "script"); ok {
		return text
	}
	words := in.texts("command")
	for i, word := range words {
		if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// plain reports whether a shell takes a character as it is, wherever it stands.
func plain(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:,+@%", r)
}

// pathNames are the names of the member that says which file.
var pathNames = []string{"file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file", "file", "uri"}

// address returns the first address in the members of a tool for the network.
func (in input) address() string {
	if text := in.text("url", "uri", "address"); text != "" {
		return text
	}
	if all := in.texts("urls"); len(all) > 0 {
		return strings.Join(all, " ")
	}
	return in.text("query", "prompt", "search_term", "q")
}
