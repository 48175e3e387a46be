package diff_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assent/consent/manifest"
	"assent/consent/manifest/diff"

	"github.com/go-json-experiment/json/jsontext"
)

// version is a manifest of a schema, nil where none may be.
func version(schema any) *manifest.Manifest {
	written, err := json.Marshal(schema)
	if err != nil {
		panic(err)
	}
	m, err := manifest.Parse(fmt.Appendf(nil, `{"schema_version":"1.0","agent_version":"1.0.0","tools":[{"name":"tool","description_i18n_key":"k",`+
		`"permission_scope":"a:b","input_schema":%s}],"permission_scopes":[{"id":"a:b","label_i18n_key":"k","sensitivity":"low"}]}`, written))
	if err != nil {
		return nil
	}
	return m
}

// harmless reports that no call of before is refused, by what the changes say.
func harmless(changes []diff.Change) bool {
	return !slices.ContainsFunc(changes, func(c diff.Change) bool {
		return c.Kind.Judgement() == diff.Breaking || c.Kind.Judgement() == diff.NotJudged
	})
}

// TestSound: whatever an author changes, a call that was let through and is refused now
// has a change that is breaking, or is said not to be judged.
func TestSound(t *testing.T) {
	t.Parallel()
	const rounds, edits, calls = 400, 4, 60
	silent, checked := 0, 0
	for round := range uint64(rounds) {
		var schemas manifest.Schemas
		a := newAuthor(round)
		schema := a.root()
		old := version(schema)
		if old == nil {
			continue
		}
		var let []jsontext.Value
		for range calls {
			call, err := json.Marshal(a.object(3))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := schemas.Arguments(old.Tools[0], call); err == nil {
				let = append(let, call)
			}
		}
		for range edits {
			edited := a.edit(schema)
			new := version(edited)
			if new == nil || !harmless(diff.Changes(old, new)) {
				continue
			}
			silent++
			for _, call := range let {
				checked++
				if _, err := schemas.Arguments(new.Tools[0], call); err != nil {
					t.Fatalf("round %d: nothing is said, but %s is refused: %v\nold %s\nnew %s\nchanges %v", round, call, err,
						old.Tools[0].InputSchema(), new.Tools[0].InputSchema(), diff.Changes(old, new))
				}
			}
		}
	}
	if silent < rounds/4 || checked < silent {
		t.Errorf("only %d harmless edits of %d, with %d calls: the test shows little", silent, rounds*edits, checked)
	}
}

// rewritten says the same in other words: members and sets in another order, entries of
// $defs under other names, subschemas behind a reference or in an allOf.
func (a author) rewritten(schema map[string]any) map[string]any {
	same := clone(schema).(map[string]any)
	definitions, _ := same["$defs"].(map[string]any)
	moved := map[string]any{}
	for name, definition := range definitions {
		moved["other "+name+"/~"] = definition
	}
	var all []map[string]any
	places(same, func(place map[string]any) { all = append(all, place) })
	for i, place := range all {
		if to, ok := place["$ref"].(string); ok {
			place["$ref"] = "#/$defs/other%20" + strings.TrimPrefix(to, "#/$defs/") + "~1~0"
		}
		for _, keyword := range []string{"required", "enum", "type", "allOf", "anyOf", "oneOf"} {
			if set, ok := place[keyword].([]any); ok {
				a.Shuffle(len(set), func(i, j int) { set[i], set[j] = set[j], set[i] })
			}
		}
		for _, keyword := range []string{"items", "not", "additionalProperties", "contains", "if"} {
			child, ok := place[keyword].(map[string]any)
			if !ok {
				continue
			}
			switch a.IntN(4) {
			case 0:
				place[keyword] = map[string]any{"allOf": []any{child}}
			case 1:
				name := fmt.Sprint("moved ", i, keyword)
				moved[name] = child
				place[keyword] = map[string]any{"$ref": "#/$defs/" + strings.ReplaceAll(name, " ", "%20")}
			}
		}
	}
	same["$defs"] = moved
	return same
}

// TestRewritten: the same said otherwise is no change.
func TestRewritten(t *testing.T) {
	t.Parallel()
	compared := 0
	for round := range uint64(400) {
		a := newAuthor(round)
		schema := a.root()
		old, new := version(schema), version(a.rewritten(schema))
		if old == nil || new == nil {
			continue
		}
		compared++
		if changes := diff.Changes(old, new); len(changes) > 0 {
			t.Fatalf("round %d: %v\nold %s\nnew %s", round, changes, old.Tools[0].InputSchema(), new.Tools[0].InputSchema())
		}
	}
	if compared < 130 {
		t.Errorf("only %d schemas: the test shows little", compared)
	}
}
