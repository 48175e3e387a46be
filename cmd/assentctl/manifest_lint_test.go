package main

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"assent/app"
	"assent/app/folder"
	"assent/consent/manifest/lint"
	"assent/executors"

	"github.com/go-json-experiment/json"
)

// TestNeeds: what lint says that the executors cannot do without is what they refuse to do
// without, and nothing beside it.
func TestNeeds(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	places, err := folder.FindPlaces(data, "")
	if err != nil {
		t.Fatal(err)
	}
	registry, err := app.Diagnose(places)
	if err != nil {
		t.Fatal(err)
	}
	defer registry.Close()
	filled := map[string]any{"path": data, "title": "x", "url": "https://example.org/"}
	for _, scope := range []string{"filesystem:read", "network:http", "notification:send", "clipboard:read", "location:read"} {
		arguments := map[string]any{}
		for _, names := range lint.Needs(scope) {
			arguments[names[0]] = filled[names[0]]
		}
		if refused(t, registry, scope, arguments) {
			t.Errorf("%s refuses what lint says it needs: %v", scope, slices.Collect(maps.Keys(arguments)))
		}
		for name := range arguments {
			without := maps.Clone(arguments)
			delete(without, name)
			if !refused(t, registry, scope, without) {
				t.Errorf("%s does without %q", scope, name)
			}
		}
	}
}

// refused reports whether the executor of a scope says that the arguments are not what it
// takes; that this machine cannot is another matter.
func refused(t *testing.T, registry *executors.Registry, scope string, arguments map[string]any) bool {
	t.Helper()
	encoded, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := registry.Prepare(t.Context(), executors.Request{Scope: scope, Tool: "tool", CallID: "c", AgentID: "a", Arguments: encoded})
	if err == nil {
		plan.Close()
		return false
	}
	var failure *executors.Error
	return errors.As(err, &failure) && failure.Reason == executors.InvalidArguments
}
