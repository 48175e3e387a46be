package diff

import (
	"maps"
	"math"
)

// typeSet is a set of the types of JSON Schema. A number is an integer or a fraction.
type typeSet uint8

const (
	isArray typeSet = 1 << iota
	isBoolean
	isNull
	isObject
	isString
	isInteger
	isFraction

	isAny = isArray | isBoolean | isNull | isObject | isString | isInteger | isFraction
)

// typeNamed is the set that a schema names.
var typeNamed = map[string]typeSet{"array": isArray, "boolean": isBoolean, "null": isNull, "object": isObject,
	"string": isString, "integer": isInteger, "number": isInteger | isFraction}

// typesOf reads the keyword type: one name, or a list of them.
func typesOf(value any) (set typeSet) {
	if name, one := value.(string); one {
		return typeNamed[name]
	}
	names, _ := value.([]any)
	for _, name := range names {
		name, _ := name.(string)
		set |= typeNamed[name]
	}
	return set
}

// typeOf is the type of a value.
func typeOf(value any) typeSet {
	switch v := value.(type) {
	case []any:
		return isArray
	case bool:
		return isBoolean
	case map[string]any:
		return isObject
	case string:
		return isString
	case float64:
		if v == math.Trunc(v) {
			return isInteger
		}
		return isFraction
	}
	return isNull
}

// declared returns the types that all parts allow, and a part that names some.
func declared(parts []*node) (set typeSet, by *node) {
	set = isAny
	for _, n := range parts {
		if value, ok := n.plain["type"]; ok {
			set &= typesOf(value)
			by = n
		}
	}
	return set, by
}

// types tells of another set of types, except where one side names none and the values
// listed say as much.
func (p pair) types() {
	was, before := declared(p.old)
	is, now := declared(p.new)
	listed, _, limited := allowed(p.new)
	wasListed, _, wasLimited := allowed(p.old)
	switch {
	case was == is:
	case now == nil && limited && typesIn(listed)&^was == 0:
	case before == nil && wasLimited && typesIn(wasListed)&^is == 0:
	case now == nil:
		p.tell(TypeChanged, before.at.AppendToken("type"), p.argument)
	default:
		for _, n := range p.new { // the one that refuses, if one does
			if value, ok := n.plain["type"]; ok && was&^typesOf(value) != 0 {
				now = n
			}
		}
		p.tell(TypeChanged, now.at.AppendToken("type"), p.argument)
	}
}

func typesIn(values map[string]any) (set typeSet) {
	for _, value := range values {
		set |= typeOf(value)
	}
	return set
}

// listed returns the values that a part's enum or const lets through, by their
// canonical form, and false where it has neither.
func listed(n *node, keyword string) (values map[string]any, ok bool) {
	value, ok := n.plain[keyword]
	if !ok {
		return nil, false
	}
	items, list := value.([]any)
	if keyword == "const" || !list {
		items = []any{value}
	}
	values = map[string]any{}
	for _, item := range items {
		values[string(canonicalText(item))] = item
	}
	return values, true
}

// allowed returns the values that all parts let through, whether one of them is an enum,
// and whether there is any such list.
func allowed(parts []*node) (values map[string]any, enum, limited bool) {
	for _, n := range parts {
		for _, keyword := range []string{"enum", "const"} {
			more, ok := listed(n, keyword)
			switch {
			case !ok:
				continue
			case !limited:
				values = more
			default:
				maps.DeleteFunc(values, func(text string, _ any) bool { _, both := more[text]; return !both })
			}
			limited, enum = true, enum || keyword == "enum"
		}
	}
	return values, enum, limited
}

// values tells of lists that lack a value which was let through.
func (p pair) values() {
	before, enum, limited := allowed(p.old)
	for _, n := range p.new {
		for _, keyword := range []string{"enum", "const"} {
			now, ok := listed(n, keyword)
			if !ok {
				continue
			}
			p.spend(len(now) + len(before))
			at := n.at.AppendToken(keyword)
			switch {
			case !limited:
				p.tell(ConstraintAdded, at, p.argument)
			case contains(now, before):
			case enum:
				p.tell(EnumValueRemoved, at, p.argument)
			default:
				p.tell(ConstraintChanged, at, p.argument)
			}
		}
	}
}

// contains reports whether all has the keys of some.
func contains(all, some map[string]any) bool {
	for key := range some {
		if _, ok := all[key]; !ok {
			return false
		}
	}
	return true
}
