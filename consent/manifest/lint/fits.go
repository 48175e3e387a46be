package lint

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// need is an argument that an executor cannot do without: one of several names, of a type.
type need struct {
	oneOf  []string
	ofType string
}

// needs are those of the executors, by scope (contract §9, §17). TestNeeds holds them
// against the executors themselves.
var needs = map[string][]need{
	"filesystem:read":   {{[]string{"path"}, "string"}},
	"notification:send": {{[]string{"title", "message"}, "string"}},
	"network:http":      {{[]string{"url"}, "string"}},
	"project:cli":       {{[]string{"module"}, "string"}, {[]string{"method"}, "string"}, {[]string{"input"}, "object"}},
}

// Needs returns the arguments that the executor of a scope cannot do without, each as the
// names of which it takes one; nothing where every call can be done.
func Needs(scope string) (names [][]string) {
	for _, n := range needs[scope] {
		names = append(names, n.oneOf)
	}
	return names
}

// fits looks whether calls that fit the schema can be done by who serves the scope.
func (s *schemas) fits(scope string) {
	if s.root["patternProperties"] != nil {
		return
	}
	declared := s.declared(s.root)
	for _, n := range needs[scope] {
		has := slices.DeleteFunc(slices.Clone(n.oneOf), func(name string) bool { return !declared[name] })
		switch {
		case len(has) == 0 && s.root["additionalProperties"] == false:
			s.say(s.at, "No call of this tool can be done: %s needs %s, which the schema does not let in%s.", scope, n, s.having(declared))
		case len(has) == 0:
			s.say(s.at, "%s needs %s: declare it, or the agent does not know%s.", scope, n, s.having(declared))
		case !s.requires(has):
			s.say(s.at, "Calls without %s fit this schema and cannot be done: require it.", n)
		}
		for _, name := range has {
			s.ofType(name, n.ofType, scope)
		}
	}
}

func (n need) String() string {
	quoted := make([]string, len(n.oneOf))
	for i, name := range n.oneOf {
		quoted[i] = strconv.Quote(name)
	}
	return strings.Join(quoted, " or ")
}

func (s *schemas) having(declared map[string]bool) string {
	if len(declared) == 0 {
		return ""
	}
	return " (it has " + list(slices.Sorted(maps.Keys(declared))) + ")"
}

// requires reports whether the schema requires one of the names, or may do so in a way
// that is not followed here.
func (s *schemas) requires(names []string) bool {
	for _, branching := range []string{"allOf", "anyOf", "oneOf", "if", "$ref", "dependentRequired", "dependentSchemas"} {
		if s.root[branching] != nil {
			return true
		}
	}
	properties, _ := s.root["properties"].(map[string]any)
	for _, name := range names {
		if property, ok := properties[name].(map[string]any); ok && property["default"] != nil {
			return true
		}
	}
	required, _ := s.root["required"].([]any)
	return slices.ContainsFunc(required, func(item any) bool {
		name, _ := item.(string)
		return slices.Contains(names, name)
	})
}

// ofType looks whether an argument can have the type that the executor takes.
func (s *schemas) ofType(name, want, scope string) {
	properties, _ := s.root["properties"].(map[string]any)
	property, _ := properties[name].(map[string]any)
	switch declared := property["type"].(type) {
	case string:
		if declared != want {
			s.say(s.at.AppendToken("properties").AppendToken(name).AppendToken("type"), "%s takes %s as %s, not as %s.", scope, strconv.Quote(name), want, declared)
		}
	case []any:
		if !slices.Contains(declared, any(want)) {
			s.say(s.at.AppendToken("properties").AppendToken(name).AppendToken("type"), "%s takes %s as %s.", scope, strconv.Quote(name), want)
		}
	}
}
