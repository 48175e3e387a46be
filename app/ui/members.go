package ui

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// member is a member of a JSON object.
type member struct {
	name  string // untrusted, not escaped
	value jsontext.Value
}

// membersOf reads a JSON object, in its order. ok is false when it is none; what was
// read before the fault is returned then, too.
func membersOf(object []byte) (all []member, ok bool) {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return nil, false
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return all, false
		}
		m := member{name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return all, false
		}
		m.value = value.Clone()
		all = append(all, m)
	}
	return all, jsontext.Value(object).IsValid()
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

// unquoted returns a value as a person reads it: a string without its quotes.
func unquoted(v jsontext.Value) string {
	if v == nil {
		return ""
	}
	_, text := readable(v)
	return text
}
