package ui

import (
	"bytes"
	"slices"
	"strings"

	"assent/app/ui/kit"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// property is a top-level property of an input_schema that a form can ask for.
type property struct {
	name     string
	kind     string           // "string", "integer", "number" or "boolean"; empty: one of choices
	choices  []jsontext.Value // an enum's
	required bool
}

// properties reads an input_schema. rest reports that it has others, which only JSON
// can give. The order is that of the schema, the required ones first.
func properties(schema jsontext.Value) (all []property, rest bool) {
	var object struct {
		Properties jsontext.Value `json:"properties"`
		Required   []string       `json:"required"`
	}
	if json.Unmarshal(schema, &object) != nil {
		return nil, true
	}
	declared, _ := kit.MembersOf(object.Properties)
	for _, m := range declared {
		var shape struct {
			Type jsontext.Value   `json:"type"`
			Enum []jsontext.Value `json:"enum"`
		}
		if json.Unmarshal(m.Value, &shape) != nil {
			rest = true
			continue
		}
		p := property{name: m.Name, choices: shape.Enum, required: slices.Contains(object.Required, m.Name)}
		p.kind = kit.Unquoted(shape.Type)
		if known := slices.Contains([]string{"string", "integer", "number", "boolean"}, p.kind); !known && p.choices == nil {
			rest = true
			continue
		}
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b property) int {
		switch {
		case a.required == b.required:
			return 0
		case a.required:
			return -1
		}
		return 1
	})
	return all, rest
}

// with returns the members with one of them set, or taken out for a nil value.
func with(all []kit.Member, name string, value jsontext.Value) []kit.Member {
	at := slices.IndexFunc(all, func(m kit.Member) bool { return m.Name == name })
	switch {
	case at >= 0 && value == nil:
		return slices.Delete(slices.Clone(all), at, at+1)
	case at >= 0:
		all = slices.Clone(all)
		all[at].Value = value
	case value != nil:
		all = append(slices.Clone(all), kit.Member{Name: name, Value: value})
	}
	return all
}

// objectOf writes members as an indented JSON object.
func objectOf(all []kit.Member) string {
	var b bytes.Buffer
	e := jsontext.NewEncoder(&b, jsontext.WithIndent("  "))
	e.WriteToken(jsontext.BeginObject)
	for _, m := range all {
		e.WriteToken(jsontext.String(m.Name))
		e.WriteValue(m.Value)
	}
	e.WriteToken(jsontext.EndObject)
	return strings.TrimSpace(b.String())
}

// valueOf returns what the person typed as a value of a kind: what is no number, where
// one is wanted, goes as text, so that the refusal can be seen.
func valueOf(kind, text string) jsontext.Value {
	if text == "" {
		return nil
	}
	if kind != "string" {
		if v := jsontext.Value(text); v.IsValid() && (v.Kind() == '0' || v.Kind() == 't' || v.Kind() == 'f') {
			return v
		}
	}
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return nil
	}
	return quoted
}
