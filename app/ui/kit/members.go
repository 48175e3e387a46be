package kit

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Member is a member of a JSON object.
type Member struct {
	Name  string // untrusted, not escaped
	Value jsontext.Value
}

// MembersOf reads a JSON object, in its order. ok is false when it is none; what was
// read before the fault is returned then, too.
func MembersOf(object []byte) (all []Member, ok bool) {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return nil, false
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return all, false
		}
		m := Member{Name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return all, false
		}
		m.Value = value.Clone()
		all = append(all, m)
	}
	return all, jsontext.Value(object).IsValid()
}

// PartsOf reads what an object or an array is made of, in its order; an array's parts are
// named by their place, from 0. ok is false for any other value.
func PartsOf(v jsontext.Value) (all []Member, ok bool) {
	if v.Kind() != '[' {
		return MembersOf(v)
	}
	d := jsontext.NewDecoder(bytes.NewReader(v))
	if _, err := d.ReadToken(); err != nil {
		return nil, false
	}
	for d.PeekKind() != ']' {
		value, err := d.ReadValue()
		if err != nil {
			return nil, false
		}
		all = append(all, Member{Name: strconv.Itoa(len(all)), Value: value.Clone()})
	}
	return all, true
}

// Readable returns the name of a value's type and the value as text: a string
// without its quotes, anything else as JSON.
func Readable(v jsontext.Value) (kind, text string) {
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

// Unquoted returns a value as a person reads it: a string without its quotes.
func Unquoted(v jsontext.Value) string {
	if v == nil {
		return ""
	}
	_, text := Readable(v)
	return text
}
