package ui

import (
	"bytes"

	"assent/consent/visible"

	"github.com/go-json-experiment/json/jsontext"
)

// argument is one member of a call's arguments, as the person reads it.
type argument struct {
	name, kind, value string // untrusted, not escaped
}

// listArguments reads the members of a JSON object in their order. What cannot be
// read ends the list: the chain has refused such arguments long before.
func listArguments(object jsontext.Value) (all []argument) {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return nil
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return all
		}
		member := argument{name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return all
		}
		member.kind, member.value = readable(value)
		all = append(all, member)
	}
	return all
}

// readable returns the name of a value's type and the value as text: a string
// without its quotes, anything else as JSON.
func readable(v jsontext.Value) (kind, text string) {
	switch v.Kind() {
	case '"':
		if s, err := jsontext.AppendUnquote(nil, v); err == nil {
			return "string", string(s)
		}
		return "string", string(v)
	case '{':
		return "object", string(v)
	case '[':
		return "array", string(v)
	case '0':
		return "number", string(v)
	case 'n':
		return "null", string(v)
	}
	return "boolean", string(v)
}

const (
	shortValue   = 300  // characters of a long value that are shown at once
	pageLength   = 1500 // characters on one page of a long value
	membersShown = 20   // arguments listed before the person asks for more
)

// shortened returns a value fit for a glance, and how many characters it leaves
// out of its middle.
func shortened(value string) (text string, left int) {
	text, left = visible.Short(value, shortValue)
	return visible.EscapeLines(text), left
}

// page returns the nth page of a value, from 0, and how many pages there are.
func page(value []rune, n int) (text string, pages int) {
	pages = max(1, (len(value)+pageLength-1)/pageLength)
	n = min(max(n, 0), pages-1)
	return visible.EscapeLines(string(value[n*pageLength : min(len(value), (n+1)*pageLength)])), pages
}
