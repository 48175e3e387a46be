package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assent/consent/manifest"
	"assent/consent/manifest/diff"
)

// repeat writes n things, each with its number for @.
func repeat(from, n int, format string) string {
	var all []string
	for i := from; i < from+n; i++ {
		all = append(all, strings.ReplaceAll(format, "@", fmt.Sprint(i)))
	}
	return strings.Join(all, ",")
}

// withTools is a manifest of n tools with a schema.
func withTools(t testing.TB, n int, schema string) *manifest.Manifest {
	t.Helper()
	tools := repeat(0, n, `{"name":"tool_@","description_i18n_key":"k","permission_scope":"a:b","input_schema":SCHEMA}`)
	m, err := manifest.Parse([]byte(`{"schema_version":"1.0","agent_version":"1.0.0","tools":[` + strings.ReplaceAll(tools, "SCHEMA", schema) +
		`],"permission_scopes":[{"id":"a:b","label_i18n_key":"k","sensitivity":"low"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// hostile are pairs of schemas, of as many tools as a manifest may have of them, that cost
// the most, each in its way.
func hostile(t testing.TB) map[string][2]*manifest.Manifest {
	pair := func(n int, old, new string) [2]*manifest.Manifest {
		return [2]*manifest.Manifest{withTools(t, n, old), withTools(t, n, new)}
	}
	// chain has n definitions, in each of which > is a reference to the next.
	chain := func(n int, definition, end string) string {
		definitions := repeat(0, n, `"@":`+definition) + `,"` + fmt.Sprint(n) + `":` + end
		for i := range n {
			definitions = strings.ReplaceAll(definitions, fmt.Sprintf(`">%d"`, i), fmt.Sprintf(`{"$ref":"#/$defs/%d"}`, i+1))
		}
		return `{"type":"object","properties":{"a":{"$ref":"#/$defs/0"}},"$defs":{` + definitions + `}}`
	}
	chains := func(n int, definition string) [2]*manifest.Manifest {
		return pair(1, chain(n, definition, `{}`), chain(n, definition, `{"required":["x"]}`))
	}
	object := func(members string) string { return `{"type":"object",` + members + `}` }
	return map[string][2]*manifest.Manifest{
		"required":   pair(1, object(`"required":[`+repeat(0, 9000, `"a@"`)+`]`), object(`"required":[`+repeat(0, 9000, `"b@"`)+`]`)),
		"enums":      pair(6, object(`"properties":{"a":{"enum":[`+repeat(0, 3000, `@`)+`]}}`), object(`"properties":{"a":{"enum":[`+repeat(1, 3000, `@`)+`]}}`)),
		"properties": pair(8, object(`"properties":{`+repeat(0, 500, `"@":{}`)+`}`), object(`"properties":{`+repeat(0, 500, `"@":false`)+`}`)),
		"branches":   pair(6, object(`"anyOf":[`+repeat(0, 480, `{"minProperties":@}`)+`]`), object(`"anyOf":[`+repeat(500, 480, `{"minProperties":@}`)+`]`)),
		"one of":     pair(3, object(`"oneOf":[`+repeat(0, 240, `{"properties":{"a":{"const":@}}}`)+`]`), object(`"oneOf":[`+repeat(1, 240, `{"properties":{"a":{"const":@}}}`)+`]`)),
		"patterns": pair(2, object(`"patternProperties":{`+repeat(0, 200, `"^a@(b|c)*$":{"minLength":1}`)+`},"properties":{`+repeat(0, 200, `"a@bbbbbbb":{}`)+`}`),
			object(`"patternProperties":{`+repeat(1, 200, `"^a@(b|c)*$":{"minLength":2}`)+`},"properties":{`+repeat(0, 200, `"a@bbbbbbb":{}`)+`}`)),
		"all of":     chains(160, `{"minLength":@,"allOf":[">@"]}`),
		"any of":     chains(160, `{"minLength":@,"anyOf":[">@"]}`),
		"items":      chains(240, `{"items":">@"}`),
		"doubled":    chains(60, `{"anyOf":[{"properties":{"a":">@"}},{"properties":{"b":">@"}}],"properties":{"c":">@"}}`),
		"to the top": pair(8, object(`"allOf":[`+repeat(0, 200, `{"properties":{"@":{"$ref":"#"}}}`)+`]`), object(`"required":["x"],"allOf":[`+repeat(0, 200, `{"properties":{"@":{"$ref":"#"}}}`)+`]`)),
	}
}

// TestBounded: what is made to be dear ends, in less than a second on a machine that does
// little else, and what is not compared to its end is said.
func TestBounded(t *testing.T) {
	for name, versions := range hostile(t) {
		start := time.Now()
		changes := diff.Changes(versions[0], versions[1])
		took := time.Since(start)
		t.Logf("%-12s %8v %4d changes, unexamined %v", name, took.Round(time.Millisecond), len(changes),
			slices.ContainsFunc(changes, func(c diff.Change) bool { return c.Kind == diff.Unexamined }))
		if harmless(changes) {
			t.Errorf("%s: nothing is said", name)
		}
		if limit := time.Minute; took > limit {
			t.Errorf("%s: took %v", name, took)
		}
	}
}
