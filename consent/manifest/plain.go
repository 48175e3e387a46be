package manifest

import "math"

// plain is a schema that asks of an object only which members there are and of what type
// each is, as most tools' do. What it takes fits, and needs no validator; of what it does
// not take the validator says why.
type plain struct {
	types    map[string]string // of the declared members; empty: any
	required []string
	open     bool // for members that are not declared
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
	p := &plain{types: map[string]string{}, open: true}
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
		if !isObject {
			return false
		}
		for keyword, value := range schema {
			if keyword == "type" {
				if _, ok := value.(string); !ok {
					return false
				}
			} else if !annotations[keyword] {
				return false
			}
		}
		p.types[name], _ = schema["type"].(string)
	}
	return ok
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
		wanted, declared := p.types[name]
		if !declared && !p.open || wanted != "" && !isOf(wanted, value) {
			return false
		}
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
