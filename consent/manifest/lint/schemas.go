package lint

import (
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// schemas looks at one tool's input_schema.
type schemas struct {
	*linter
	root map[string]any
	at   jsontext.Pointer
}

// inPlace are the keywords whose schemas judge the very object that they stand in.
var (
	inPlaceOne  = []string{"if", "then", "else", "not"}
	inPlaceMany = []string{"allOf", "anyOf", "oneOf"}
)

// look looks at a schema and all below it. around are the members that the schemas around
// it declare of the same object.
func (s *schemas) look(at jsontext.Pointer, schema map[string]any, around map[string]bool) {
	s.names(at, schema, keywords)
	s.format(at, schema)
	s.required(at, schema, around)
	s.closed(at, schema)
	declared := s.declared(schema)
	maps.Copy(declared, around)
	s.each(at, schema, func(at jsontext.Pointer, below map[string]any, same bool) {
		if same {
			s.look(at, below, declared)
		} else {
			s.look(at, below, nil)
		}
	})
}

// each calls visit with the schemas right below one, and whether they judge the same
// object as it.
func (s *schemas) each(at jsontext.Pointer, schema map[string]any, visit func(at jsontext.Pointer, below map[string]any, same bool)) {
	for _, name := range slices.Sorted(maps.Keys(schema)) {
		at := at.AppendToken(name)
		same := slices.Contains(inPlaceOne, name) || slices.Contains(inPlaceMany, name) || name == "dependentSchemas"
		switch name {
		case "not", "if", "then", "else", "items", "contains", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "propertyNames":
			if below, ok := schema[name].(map[string]any); ok {
				visit(at, below, same)
			}
		case "allOf", "anyOf", "oneOf", "prefixItems":
			items, _ := schema[name].([]any)
			for i, item := range items {
				if below, ok := item.(map[string]any); ok {
					visit(at.AppendToken(strconv.Itoa(i)), below, same)
				}
			}
		case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions":
			members, _ := schema[name].(map[string]any)
			for _, member := range slices.Sorted(maps.Keys(members)) {
				if below, ok := members[member].(map[string]any); ok {
					visit(at.AppendToken(member), below, same)
				}
			}
		}
	}
}

func (s *schemas) format(at jsontext.Pointer, schema map[string]any) {
	name, ok := schema["format"].(string)
	if !ok || jsonschema.Formats[name] != nil {
		return
	}
	known := slices.Sorted(maps.Keys(jsonschema.Formats))
	if meant := near(name, known); meant != "" {
		s.say(at.AppendToken("format"), "No value is judged by the format %q: did you mean %q?", name, meant)
		return
	}
	s.say(at.AppendToken("format"), "No value is judged by the format %q; those known are %s.", name, list(known))
}

// required looks for members that are required and nowhere declared.
func (s *schemas) required(at jsontext.Pointer, schema map[string]any, around map[string]bool) {
	if schema["patternProperties"] != nil {
		return
	}
	declared := s.declared(schema)
	required, _ := schema["required"].([]any)
	for i, item := range required {
		name, _ := item.(string)
		at := at.AppendToken("required").AppendToken(strconv.Itoa(i))
		switch {
		case declared[name] || around[name]:
		case schema["additionalProperties"] == false:
			s.say(at, "%q is required and not let in: nothing fits. %s", name, s.instead(name, declared))
		default:
			s.say(at, "%q is required and not declared in properties: nobody knows what it is. %s", name, s.instead(name, declared))
		}
	}
}

func (s *schemas) instead(name string, declared map[string]bool) string {
	if meant := near(name, slices.Sorted(maps.Keys(declared))); meant != "" {
		return "Did you mean " + strconv.Quote(meant) + "?"
	}
	return "Declare it."
}

// closed looks for branches that declare what the object around them does not let in.
func (s *schemas) closed(at jsontext.Pointer, schema map[string]any) {
	if schema["additionalProperties"] != false || schema["patternProperties"] != nil {
		return
	}
	own, _ := schema["properties"].(map[string]any)
	s.each(at, schema, func(at jsontext.Pointer, below map[string]any, same bool) {
		if !same {
			return
		}
		var shut []string
		for _, name := range slices.Sorted(maps.Keys(s.declared(below))) {
			if _, ok := own[name]; !ok {
				shut = append(shut, strconv.Quote(name))
			}
		}
		if len(shut) > 0 {
			s.say(at, `The object around this is closed ("additionalProperties": false) and does not name %s: no call can have it. Name it in the outer properties too, or close each branch and not what is around them.`, list(shut))
		}
	})
}

// declared returns the members that a schema names of the object that it judges, by
// itself, by its branches and by what it refers to.
func (s *schemas) declared(schema map[string]any) map[string]bool {
	names := map[string]bool{}
	s.gather(schema, names, map[string]bool{})
	return names
}

// gather adds to names; followed are the references that were followed already.
func (s *schemas) gather(schema map[string]any, names, followed map[string]bool) {
	own, _ := schema["properties"].(map[string]any)
	for name := range own {
		names[name] = true
	}
	s.each("", schema, func(_ jsontext.Pointer, below map[string]any, same bool) {
		if same {
			s.gather(below, names, followed)
		}
	})
	reference, _ := schema["$ref"].(string)
	if target := s.target(reference); target != nil && !followed[reference] {
		followed[reference] = true
		s.gather(target, names, followed)
	}
}

// target returns the schema that a reference leads to by a pointer, or nil.
func (s *schemas) target(reference string) map[string]any {
	if reference == "#" {
		return s.root
	}
	if len(reference) < 2 || reference[:2] != "#/" {
		return nil
	}
	var at any = s.root
	for token := range jsontext.Pointer(reference[1:]).Tokens() {
		switch here := at.(type) {
		case map[string]any:
			at = here[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(here) {
				return nil
			}
			at = here[i]
		default:
			return nil
		}
	}
	target, _ := at.(map[string]any)
	return target
}
