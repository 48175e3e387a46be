package diff_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
)

// author writes schemas and calls at random, of few names and values, so that they meet.
type author struct{ *rand.Rand }

func newAuthor(seed uint64) author { return author{rand.New(rand.NewPCG(seed, 1))} }

func pick[T any](a author, from ...T) T { return from[a.IntN(len(from))] }

func (a author) name() string { return pick(a, "a", "b", "c", "ab") }

func (a author) value(depth int) any {
	switch n := a.IntN(9); {
	case n == 0 && depth > 0:
		items := []any{}
		for range a.IntN(4) {
			items = append(items, a.value(depth-1))
		}
		return items
	case n < 3 && depth > 0:
		return a.object(depth - 1)
	}
	return pick[any](a, 1.0, 2.0, 3.0, 1.5, "x", "y", "xy", true, nil)
}

func (a author) object(depth int) map[string]any {
	members := map[string]any{}
	for range a.IntN(4) {
		members[a.name()] = a.value(depth)
	}
	return members
}

func (a author) names() (names []any) {
	for range a.IntN(3) {
		if name := any(a.name()); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return append([]any{}, names...)
}

func (a author) types() any {
	all := []any{"array", "boolean", "integer", "null", "number", "object", "string"}
	a.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if a.IntN(2) == 0 {
		return all[0]
	}
	return all[:1+a.IntN(3)]
}

// root is a schema of arguments, with what it refers to.
func (a author) root() map[string]any {
	schema := a.members(3)
	schema["type"] = "object"
	schema["$defs"] = map[string]any{"p": a.schema(1), "q": a.schema(1)}
	return schema
}

func (a author) schema(depth int) any {
	if a.IntN(12) == 0 {
		return pick[any](a, true, true, false)
	}
	return a.members(depth)
}

func (a author) schemas(depth int) (all []any) {
	for range 1 + a.IntN(3) {
		all = append(all, a.schema(depth))
	}
	return all
}

func (a author) byName(depth int, names ...string) map[string]any {
	all := map[string]any{}
	for range a.IntN(4) {
		all[pick(a, names...)] = a.schema(depth)
	}
	return all
}

func (a author) members(depth int) map[string]any {
	schema := map[string]any{}
	for range a.IntN(4) {
		a.write(schema, depth-1)
	}
	return schema
}

// write gives a schema one more keyword, or another value of one.
func (a author) write(schema map[string]any, depth int) {
	count := func() any { return float64(a.IntN(4)) }
	plain := map[string]func() any{
		"type": a.types, "const": func() any { return a.value(1) },
		"enum":     func() any { return []any{a.value(0), a.value(1), a.value(1)}[:1+a.IntN(3)] },
		"required": func() any { return a.names() }, "dependentRequired": func() any { return map[string]any{a.name(): a.names()} },
		"minimum": count, "maximum": count, "exclusiveMinimum": count, "exclusiveMaximum": count,
		"minLength": count, "maxLength": count, "minItems": count, "maxItems": count, "minProperties": count, "maxProperties": count,
		"minContains": count, "maxContains": count, "multipleOf": func() any { return pick[any](a, 0.5, 1.0, 2.0, 4.0) },
		"pattern": func() any { return pick[any](a, "x", "^x", "y$") }, "uniqueItems": func() any { return a.IntN(2) == 0 },
		"title": func() any { return pick[any](a, "t", "u") }, "$ref": func() any { return pick[any](a, "#/$defs/p", "#/$defs/q") },
	}
	if depth > 0 {
		below := func() any { return a.schema(depth) }
		several := func() any { return a.schemas(depth) }
		named := func() any { return a.byName(depth, "a", "b", "c", "ab") }
		maps.Copy(plain, map[string]func() any{
			"properties": named, "dependentSchemas": named, "patternProperties": func() any { return a.byName(depth, "^a", "b", "c$") },
			"allOf": several, "anyOf": several, "oneOf": several, "prefixItems": several,
			"not": below, "items": below, "contains": below, "propertyNames": below,
			"additionalProperties":  func() any { return pick(a, false, true, a.schema(depth)) },
			"unevaluatedProperties": func() any { return pick(a, false, a.schema(depth)) }, "unevaluatedItems": func() any { return pick(a, false, a.schema(depth)) },
			"if": func() any { schema["then"], schema["else"] = a.schema(depth), a.schema(depth); return a.schema(depth) },
		})
	}
	keywords := slices.Sorted(maps.Keys(plain))
	if depth > 0 && a.IntN(3) == 0 {
		keywords = []string{"properties", "required", "additionalProperties"} // what schemas are mostly made of
	}
	keyword := pick(a, keywords...)
	schema[keyword] = plain[keyword]()
}

// places calls visit for every schema that is an object, from the root down.
func places(schema any, visit func(map[string]any)) {
	members, ok := schema.(map[string]any)
	if !ok {
		return
	}
	visit(members)
	for _, keyword := range slices.Sorted(maps.Keys(members)) {
		switch child := members[keyword].(type) {
		case []any:
			if slices.Contains([]string{"allOf", "anyOf", "oneOf", "prefixItems"}, keyword) {
				for _, each := range child {
					places(each, visit)
				}
			}
		case map[string]any:
			switch keyword {
			case "$defs", "properties", "patternProperties", "dependentSchemas":
				for _, name := range slices.Sorted(maps.Keys(child)) {
					places(child[name], visit)
				}
			case "not", "if", "then", "else", "items", "contains", "propertyNames", "additionalProperties", "unevaluatedItems", "unevaluatedProperties":
				places(child, visit)
			}
		}
	}
}

func clone(value any) (copied any) {
	data, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(data, &copied)
	}
	if err != nil {
		panic(err)
	}
	return copied
}

// edit makes one change somewhere, as the author of a next version would.
func (a author) edit(schema map[string]any) map[string]any {
	edited := clone(schema).(map[string]any)
	var all []map[string]any
	places(edited, func(place map[string]any) { all = append(all, place) })
	place := pick(a, all...)
	keywords := slices.Sorted(maps.Keys(place))
	if a.IntN(3) == 0 && len(keywords) > 0 {
		if keyword := pick(a, keywords...); keyword != "$defs" {
			delete(place, keyword)
		}
	} else {
		a.write(place, 2)
	}
	edited["type"] = "object"
	return edited
}
