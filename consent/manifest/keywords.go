package manifest

// applies says how often the schemas of a keyword are applied when its own is.
type applies uint8

const (
	never   applies = iota
	inPlace         // once, to the value itself
	toEach          // to the items or members of the value
	toNames         // to the names of its members
)

// keyword is what is known of a keyword of JSON Schema Draft 2020-12.
type keyword struct {
	shape   shape
	applies applies
}

// keywordOf looks a keyword up; the zero keyword is one that asserts nothing.
func keywordOf(name string) keyword {
	switch name {
	case "$comment", "title", "description", "format", "contentEncoding", "contentMediaType":
		return keyword{shape: text}
	case "uniqueItems", "readOnly", "writeOnly", "deprecated":
		return keyword{shape: boolean}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return keyword{shape: number}
	case "multipleOf":
		return keyword{shape: positive}
	case "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties":
		return keyword{shape: count}
	case "examples":
		return keyword{shape: list}
	case "enum":
		return keyword{shape: choices}
	case "required":
		return keyword{shape: names}
	case "dependentRequired":
		return keyword{shape: namesOf}
	case "type":
		return keyword{shape: typeNames}
	case "pattern":
		return keyword{shape: expression}
	case "$ref":
		return keyword{reference, inPlace}
	case "$anchor", "$dynamicAnchor":
		return keyword{shape: anchor}
	case "$schema":
		return keyword{shape: dialect}
	case "$id":
		return keyword{shape: identity}
	case "$dynamicRef", "$recursiveRef", "$recursiveAnchor", "$vocabulary":
		return keyword{shape: refused}
	}
	return applicatorOf(name)
}

// applicatorOf looks up a keyword that holds schemas.
func applicatorOf(name string) keyword {
	switch name {
	case "not", "if", "then", "else":
		return keyword{one, inPlace}
	case "allOf", "anyOf", "oneOf":
		return keyword{several, inPlace}
	case "dependentSchemas":
		return keyword{byName, inPlace}
	case "dependencies":
		return keyword{byNameOrNames, inPlace}
	case "items", "contains", "additionalProperties", "unevaluatedItems", "unevaluatedProperties":
		return keyword{one, toEach}
	case "prefixItems":
		return keyword{several, toEach}
	case "properties":
		return keyword{byName, toEach}
	case "patternProperties":
		return keyword{byPattern, toEach}
	case "propertyNames":
		return keyword{one, toNames}
	case "$defs", "definitions":
		return keyword{byName, never}
	case "contentSchema":
		return keyword{one, never}
	}
	return keyword{}
}
