package lint

import (
	"maps"
	"slices"
	"strings"

	"assent/consent/misspelt"

	"github.com/go-json-experiment/json/jsontext"
)

// The members that mean something (contract §6).
var (
	manifestMembers = []string{"schema_version", "agent_version", "permission_scopes", "tools", "capability_flags"}
	scopeMembers    = []string{"id", "sensitivity", "label_i18n_key", "label_fallback", "description_i18n_key", "description_fallback"}
	toolMembers     = []string{"name", "permission_scope", "input_schema", "required", "timeout_ms", "description_i18n_key", "description_fallback", "x_target"}
)

// keywords are those of JSON Schema Draft 2020-12.
var keywords = []string{
	"$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema", "$vocabulary", "additionalProperties", "allOf", "anyOf", "const", "contains", "contentEncoding",
	"contentMediaType", "contentSchema", "default", "definitions", "dependencies", "dependentRequired", "dependentSchemas", "deprecated", "description", "else", "enum", "examples",
	"exclusiveMaximum", "exclusiveMinimum", "format", "if", "items", "maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties",
	"minimum", "multipleOf", "not", "oneOf", "pattern", "patternProperties", "prefixItems", "properties", "propertyNames", "readOnly", "required", "then", "title", "type", "unevaluatedItems",
	"unevaluatedProperties", "uniqueItems", "writeOnly",
}

// names looks for members that are almost known ones: unknown ones are allowed, and mean
// nothing.
func (l *linter) names(at jsontext.Pointer, members map[string]any, known []string) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if meant := near(name, known); meant != "" {
			l.say(at.AppendToken(name), "%q means nothing here: did you mean %q?", name, meant)
		}
	}
}

// near returns the known name that an unknown one is a slip of the fingers from, or "". A
// name that says it is an extension is none.
func near(name string, known []string) string {
	if slices.Contains(known, name) || strings.HasPrefix(name, "x_") || strings.HasPrefix(name, "x-") {
		return ""
	}
	return misspelt.Meant(name, known)
}
