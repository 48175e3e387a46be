package consent

import (
	"time"

	"assent/consent/manifest"
)

// sync puts m in force for an agent that is known: grants of remaining scopes stay,
// except where the sensitivity rose, and windows of what changed end.
func (k *Keeper) sync(a *agent, m *manifest.Manifest, version int, now time.Time) {
	touched := touchedScopes(a.manifest, m)
	for _, old := range a.manifest.Scopes {
		scope, remains := m.Scope(old.ID)
		before := a.sensitivity(old)
		if !remains || manifest.Highest(scope.Sensitivity, manifest.Floor(scope.ID)) > before {
			a.lose(old.ID, now)
			touched[old.ID] = true
		}
	}
	k.endWindows(ofScopes(a.id, func(scope string) bool { return touched[scope] }))
	a.manifest, a.version = m, version
}

// touchedScopes returns the scopes that differ between two manifests, in
// themselves or in their tools.
func touchedScopes(old, new *manifest.Manifest) map[string]bool {
	touched := map[string]bool{}
	for _, change := range manifest.Diff(old, new) {
		touched[change.Scope] = true
		for _, m := range []*manifest.Manifest{old, new} {
			if tool := m.Tool(change.Name); tool != nil && change.Kind == manifest.ToolScopeChanged {
				touched[tool.Scope] = true
			}
		}
	}
	return touched
}
