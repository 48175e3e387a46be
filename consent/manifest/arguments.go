package manifest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// arguments does what Schemas.Arguments says.
func (c *compiled) arguments(raw jsontext.Value) (filled jsontext.Value, err error) {
	if c.schema == nil {
		return nil, &Misfit{Rule: "schema", Message: "The tool's schema is not valid or too large to judge by: its author has to mend it."}
	}
	if canonical.Values(raw) > maxValues {
		return nil, outOfBound()
	}
	value, err := canonical.Decode(raw)
	if err != nil {
		return nil, &Misfit{Rule: "json", Message: limit(err.Error())}
	}
	arguments, ok := value.(map[string]any)
	if !ok {
		return nil, &Misfit{Rule: "type", Message: "The arguments must be an object."}
	}
	filled = c.fill(raw, arguments)
	if c.plain.takes(arguments) && len(filled) == len(raw) {
		return raw, nil
	}
	return c.judge(raw, filled, arguments)
}

// judge has the validator judge the arguments, and those with the defaults in them.
func (c *compiled) judge(raw, filled jsontext.Value, arguments map[string]any) (jsontext.Value, error) {
	c.fuel.mu.Lock()
	defer c.fuel.mu.Unlock()
	c.fuel.fill(c.longest + longest(arguments))
	if misfit := judge(c.schema, c.fuel, arguments); misfit != nil {
		return nil, misfit
	}
	if len(filled) == len(raw) {
		return raw, nil
	}
	value, err := canonical.Decode(filled)
	if err != nil {
		return nil, &Misfit{Rule: "default", Message: "The arguments and the tool's defaults do not go together."}
	}
	if misfit := judge(c.schema, c.fuel, value); misfit != nil {
		return nil, misfit
	}
	return filled, nil
}

// fill adds the defaults of the top-level properties that arguments lack.
func (c *compiled) fill(raw jsontext.Value, arguments map[string]any) jsontext.Value {
	var added []byte
	for _, d := range c.defaults {
		if _, given := arguments[d.name]; given {
			continue
		}
		if len(added) > 0 || len(arguments) > 0 {
			added = append(added, ',')
		}
		added, _ = jsontext.AppendQuote(added, d.name) // valid UTF-8: it was decoded
		added = append(append(added, ':'), d.value...)
	}
	if len(added) == 0 {
		return raw
	}
	end := bytes.LastIndexByte(raw, '}')
	return slices.Concat(raw[:end], added, []byte("}"))
}

// judge applies a schema to a value with the fuel that is left.
func judge(schema *jsonschema.Schema, f *fuel, value any) (misfit *Misfit) {
	defer func() {
		switch p := recover(); p.(type) {
		case nil:
		case outOfFuel:
			misfit = outOfBound()
		default: // a surprised validator must not take the program down, nor say yes
			misfit = &Misfit{Rule: "internal", Message: "The arguments cannot be judged by the tool's schema."}
		}
	}()
	f.depth = 0
	var invalid *jsonschema.ValidationError
	switch err := schema.Validate(value); {
	case err == nil:
		return nil
	case errors.As(err, &invalid):
		return misfitOf(invalid)
	}
	return &Misfit{Rule: "$ref", Message: "The tool's schema refers to itself without end."}
}

// outOfBound is the misfit of arguments that cost too much.
func outOfBound() *Misfit {
	return &Misfit{Rule: "bound", Message: "The arguments are too large or too involved to be judged by the tool's schema."}
}

// misfitOf finds the error to tell: the first place in the arguments, and there
// the most general rule.
func misfitOf(invalid *jsonschema.ValidationError) *Misfit {
	for len(invalid.Causes) > 0 {
		if rule := ruleOf(invalid); rule == "anyOf" || rule == "oneOf" {
			meant := branchMeant(invalid)
			if meant == nil {
				break // it is anyone's guess
			}
			invalid = meant
			continue
		}
		invalid = slices.MinFunc(invalid.Causes, func(a, b *jsonschema.ValidationError) int {
			return cmp.Or(cmp.Compare(a.InstanceLocation, b.InstanceLocation), cmp.Compare(a.KeywordLocation, b.KeywordLocation))
		})
	}
	pointer, err := url.PathUnescape(invalid.InstanceLocation)
	if err != nil {
		pointer = ""
	}
	rule := ruleOf(invalid)
	return &Misfit{Pointer: pointer, Rule: rule, Message: limit(sentence(cut(pointer, 120), rule, invalid.Message))}
}

// branchMeant returns the one branch of a choice in which no const is broken: it is for
// another kind of value that a const of one of its members tells apart ("mode"). It is nil
// where there is not exactly one.
func branchMeant(choice *jsonschema.ValidationError) (meant *jsonschema.ValidationError) {
	told := false
	for _, branch := range choice.Causes {
		if breaksConst(branch) {
			told = true
			continue
		}
		if meant != nil {
			return nil
		}
		meant = branch
	}
	if !told {
		return nil
	}
	return meant
}

// breaksConst reports whether a member of the value breaks a const.
func breaksConst(invalid *jsonschema.ValidationError) bool {
	if ruleOf(invalid) == "const" {
		return true
	}
	return slices.ContainsFunc(invalid.Causes, breaksConst)
}

// ruleOf returns the keyword that a value broke.
func ruleOf(invalid *jsonschema.ValidationError) string {
	if invalid.Message == "not allowed" {
		return "false" // the schema itself
	}
	tokens := strings.Split(invalid.KeywordLocation, "/")
	for _, token := range slices.Backward(tokens) {
		if keywordOf(token) != (keyword{}) || token == "const" {
			return token
		}
	}
	return "schema"
}

// sentence says which rule was broken without repeating a value. Of the
// validator's message only what the schema's author wrote is used.
func sentence(pointer, rule, message string) string {
	subject, has, breaks := "The arguments", "have", "break"
	if pointer != "" {
		subject, has, breaks = "The argument at "+pointer, "has", "breaks"
	}
	switch rule {
	case "type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
		"minItems", "maxItems", "minContains", "minProperties", "maxProperties":
		message, _, _ = strings.Cut(message, " but ")
		return fmt.Sprintf("%s: %s (%s).", subject, strings.TrimSuffix(message, ","), rule)
	case "required", "enum", "const", "pattern":
		return fmt.Sprintf("%s: %s (%s).", subject, message, rule)
	case "additionalProperties", "unevaluatedProperties", "false":
		return subject + " " + has + " a member that the tool does not declare."
	}
	return fmt.Sprintf("%s %s the rule %s.", subject, breaks, rule)
}

// longest returns the length of the longest pointer into value, in bytes.
func longest(value any) int {
	n := 0
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			n = max(n, 8+longest(item))
		}
	case map[string]any:
		for name, member := range v {
			n = max(n, 1+len(name)+longest(member))
		}
	}
	return n
}

// limit keeps a message short enough to travel.
func limit(message string) string { return cut(message, 296) }

// cut shortens s to n bytes and an ellipsis, between runes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
