package manifest

import (
	"math"
	"unicode/utf8"
)

// plain is a schema that asks of an object only which members there are, and of each a
// type, a length, or one of some texts, as most tools' do. What it takes fits, and needs
// no validator; of what it does not take the validator says why.
type plain struct {
	members  map[string]member
	required []string
	open     bool // for members that are not declared
}

// member is what is asked of one.
type member struct {
	kind     string // the type; empty: any
	texts    map[string]bool
	listed   bool // it must be one of texts
	min, max int  // characters of a text
}

// annotations are keywords that nothing is judged by.
var annotations = map[string]bool{
	"$schema": true, "$comment": true, "title": true, "description": true, "default": true, "examples": true,
	"deprecated": true, "readOnly": true, "writeOnly": true,
}

// plainOf returns the plain schema that source is, nil when it is none.
func plainOf(source any) *plain {
	schema, ok := source.(map[string]any)
	if !ok || schema["type"] != "object" {
		return nil
	}
	p := &plain{members: map[string]member{}, open: true}
	for keyword, value := range schema {
		switch keyword {
		case "type":
		case "properties":
			ok = p.declare(value)
		case "required":
			ok = p.require(value)
		case "additionalProperties":
			p.open, ok = value.(bool)
		default:
			ok = annotations[keyword]
		}
		if !ok {
			return nil
		}
	}
	return p
}

func (p *plain) declare(value any) bool {
	properties, ok := value.(map[string]any)
	for name, property := range properties {
		schema, isObject := property.(map[string]any)
		m := member{max: math.MaxInt}
		for keyword, value := range schema {
			isObject = isObject && m.ask(keyword, value)
		}
		if !isObject {
			return false
		}
		p.members[name] = m
	}
	return ok
}

// ask adds what a keyword asks; false for what is not plain.
func (m *member) ask(keyword string, value any) (ok bool) {
	switch keyword {
	case "type":
		m.kind, ok = value.(string)
	case "minLength":
		m.min, ok = lengthOf(value)
	case "maxLength":
		m.max, ok = lengthOf(value)
	case "enum":
		m.listed, m.texts = true, map[string]bool{}
		values, isList := value.([]any)
		ok = isList
		for _, value := range values {
			text, isText := value.(string)
			ok, m.texts[text] = ok && isText, true
		}
	default:
		ok = annotations[keyword]
	}
	return ok
}

// lengthOf reads a number of characters that no text reaches by chance.
func lengthOf(value any) (int, bool) {
	n, ok := value.(float64)
	return int(n), ok && n == math.Trunc(n) && n >= 0 && n < 1<<31
}

func (p *plain) require(value any) bool {
	names, ok := value.([]any)
	for _, name := range names {
		text, isText := name.(string)
		if !isText {
			return false
		}
		p.required = append(p.required, text)
	}
	return ok
}

// takes reports whether arguments fit. A nil plain takes nothing.
func (p *plain) takes(arguments map[string]any) bool {
	if p == nil {
		return false
	}
	for _, name := range p.required {
		if _, given := arguments[name]; !given {
			return false
		}
	}
	for name, value := range arguments {
		m, declared := p.members[name]
		if !declared && !p.open || declared && !m.takes(value) {
			return false
		}
	}
	return true
}

func (m *member) takes(value any) bool {
	text, isText := value.(string)
	switch {
	case m.kind != "" && !isOf(m.kind, value), m.listed && !(isText && m.texts[text]):
		return false
	case isText && (m.min > 0 || m.max < len(text)):
		length := utf8.RuneCountInString(text)
		return m.min <= length && length <= m.max
	}
	return true
}

// isOf reports whether a value that canonical.Decode returned is of a type.
func isOf(wanted string, value any) bool {
	switch v := value.(type) {
	case string:
		return wanted == "string"
	case bool:
		return wanted == "boolean"
	case float64:
		return wanted == "number" || wanted == "integer" && v == math.Trunc(v)
	case []any:
		return wanted == "array"
	case map[string]any:
		return wanted == "object"
	}
	return wanted == "null" && value == nil
}
