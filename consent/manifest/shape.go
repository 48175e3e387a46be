package manifest

import (
	"math"
	"strings"
)

// shape is what the value of a keyword must be.
type shape uint8

const (
	anything shape = iota
	text
	boolean
	number
	positive   // a number above 0
	count      // an integer from 0
	list       // a list of anything
	choices    // enum: a list, not empty
	names      // a list of different strings
	namesOf    // an object of names
	typeNames  // one type, or a list of different ones
	expression // a regular expression
	reference
	anchor
	dialect // $schema
	identity
	refused

	schemaShapes // those below hold schemas
	one
	several // a list of schemas, not empty
	byName
	byPattern
	byNameOrNames // dependencies, of old
)

// demand says what a keyword's value must be where it is not that, "" where it is.
func (s shape) demand(value any, root bool) string {
	switch s {
	case text:
		return unless(is[string](value), "must be a string.")
	case boolean:
		return unless(is[bool](value), "must be true or false.")
	case number:
		return unless(is[float64](value), "must be a number.")
	case positive:
		n, ok := value.(float64)
		return unless(ok && n > 0, "must be a number above 0.")
	case count:
		n, ok := value.(float64)
		return unless(ok && n >= 0 && n == math.Trunc(n), "must be an integer from 0.")
	case list:
		return unless(is[[]any](value), "must be a list.")
	case choices:
		items, ok := value.([]any)
		return unless(ok && len(items) > 0, "must list at least one value: an empty one refuses everything.")
	case names:
		return unless(differentStrings(value), "must be a list of different strings.")
	case namesOf:
		members, ok := value.(map[string]any)
		for _, member := range members {
			ok = ok && differentStrings(member)
		}
		return unless(ok, "must be an object of lists of different strings.")
	case typeNames:
		return unless(areTypes(value), "must be array, boolean, integer, null, number, object or string, or a list of them.")
	case dialect:
		uri, _ := value.(string)
		return unless(strings.TrimSuffix(uri, "#") == draft202012, "must be "+draft202012+", or left out.")
	case identity:
		return unless(is[string](value) && root, "must be a string and stand at the root only.")
	case refused:
		return "is not supported: use $ref and $defs."
	}
	return ""
}

func unless(ok bool, demand string) string {
	if ok {
		return ""
	}
	return demand
}

func is[T any](value any) bool {
	_, ok := value.(T)
	return ok
}

func differentStrings(value any) bool {
	items, ok := value.([]any)
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		name, isString := item.(string)
		ok = ok && isString && !seen[name]
		seen[name] = true
	}
	return ok
}

func areTypes(value any) bool {
	if one, ok := value.(string); ok {
		value = []any{one}
	}
	items, _ := value.([]any)
	for _, item := range items {
		switch item {
		case "array", "boolean", "integer", "null", "number", "object", "string":
		default:
			return false
		}
	}
	return len(items) > 0 && differentStrings(value)
}
