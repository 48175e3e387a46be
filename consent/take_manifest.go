package consent

import (
	"errors"
	"strings"
	"time"

	"assent/consent/manifest"
	"assent/consent/manifest/diff"
	"assent/consent/visible"
)

// takeManifest puts m in force for an agent that is known: grants of remaining scopes stay,
// except where the sensitivity rose, and windows of what changed end.
func (k *Keeper) takeManifest(a *agent, m *manifest.Manifest, version int, now time.Time) {
	touched, tools := touchedBetween(a.manifest.read(), m)
	for _, old := range a.manifest.read().Scopes {
		scope, remains := m.Scope(old.ID)
		before := a.sensitivity(old)
		if !remains || manifest.Highest(scope.Sensitivity, manifest.Floor(scope.ID)) > before {
			a.lose(old.ID, now)
			touched[old.ID] = true
		}
	}
	k.endWindows(k.ofTools(a, func(scope string) bool { return touched[scope] || tools[scope] != nil },
		func(tool, scope string) bool { return touched[scope] || tools[scope][tool] }))
	a.keepLowered(m)
	a.untick(func(tool *manifest.Tool) bool {
		return touched[tool.Scope] && tools[tool.Scope] == nil || tools[tool.Scope][tool.Name]
	})
	a.manifest, a.version = keep(m), version
}

// touchedBetween returns the scopes that differ between two manifests, in themselves and
// in their tools, by scope.
func touchedBetween(old, new *manifest.Manifest) (scopes map[string]bool, tools map[string]map[string]bool) {
	scopes, tools = map[string]bool{}, map[string]map[string]bool{}
	for _, change := range diff.Outline(old, new) {
		for _, m := range []*manifest.Manifest{old, new} {
			if _, ok := m.Scope(change.Name); ok && change.Name == change.Scope {
				scopes[change.Scope] = true
			}
			if tool := m.Tool(change.Name); tool != nil && change.Scope != "" {
				if tools[tool.Scope] == nil {
					tools[tool.Scope] = map[string]bool{}
				}
				tools[tool.Scope][tool.Name] = true
			}
		}
	}
	return scopes, tools
}

// parse reads the manifest and compares its hash: size, validity, hash.
func (k *Keeper) parse(o Offer) (*manifest.Manifest, error) {
	k.reading.Lock()
	defer k.reading.Unlock()
	m, err := manifest.Parse(o.Manifest)
	var invalid *manifest.Invalid
	switch {
	case errors.Is(err, manifest.ErrTooLarge):
		return nil, &Refusal{Code: CodeTooLarge, Message: err.Error()}
	case errors.As(err, &invalid):
		return nil, &Refusal{Code: CodeInvalid, Message: err.Error(), Issues: invalid.Issues}
	case err != nil:
		return nil, &Refusal{Code: CodeInvalid, Message: err.Error()}
	case o.Hash != "" && !strings.EqualFold(o.Hash, m.Hash):
		return nil, mismatch("The manifest does not have the hash that came with it: its own is " + m.Hash + ".")
	}
	return m, nil
}

// agentName returns the name of an offer, all of it where it is cut, and false beside it
// when it has none or not one that an agent may have: another agent's is refused (contract §6).
func (k *Keeper) agentName(o Offer) (name, whole string, ok bool) {
	name, whole, ok = visible.AgentName(o.AgentName)
	for _, other := range k.sorted() {
		if name != "" && other.id != o.AgentID && (visible.Alike(other.name, name) || visible.Alike(other.id, name)) {
			ok = false
		}
	}
	return name, whole, ok
}
