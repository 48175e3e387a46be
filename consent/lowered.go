package consent

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"assent/consent/clock"
	"assent/consent/manifest"
)

// What a server's own word made high the person may lower to medium, a tool at a time,
// until that tool's declaration changes (contract §13).

// ErrNotLowerable is the error of Lower for a tool that is not there, or is not high by a
// server's word.
var ErrNotLowerable = errors.New("this tool is not one whose sensitivity can be lowered")

// Lowerable reports whether the tools of a scope may be lowered.
func Lowerable(scope manifest.Scope) bool {
	return strings.HasPrefix(scope.ID, "mcp:") && scope.Sensitivity == manifest.High
}

// Lower has a tool asked about as medium until its declaration changes. What was allowed
// for its whole scope before is not taken for a yes to it. It is only ever called by the
// user's hand. It holds once it is written. The error is ErrUnknownAgent, ErrNotReviewed,
// ErrNotLowerable, or says what writing failed on.
func (k *Keeper) Lower(agentID, tool string) error {
	return k.change(agentID, false, func(a *agent, _ clock.Reading) error {
		declared := a.manifest.read().Tool(tool)
		if a.agreed == nil || a.reauth != nil && declared != nil && a.reauth.names(tool, declared.Scope) {
			return ErrNotReviewed
		}
		if declared == nil || !a.lowerable(declared) {
			return ErrNotLowerable
		}
		k.endWindows(func(w *window) bool {
			return w.key.agent == a.id && w.key.scope == declared.Scope && w.key.breadth == ""
		})
		a.lowered[tool] = a.manifest.read().ToolDigests()[tool]
		return nil
	})
}

// Raise takes back what Lower did, at once, and ends the silent windows that it led to. An
// error says that it could not be written anywhere: it holds until Assent quits.
// ErrUnknownAgent comes for an agent that is not known.
func (k *Keeper) Raise(agentID, tool string) error {
	return k.change(agentID, true, func(a *agent, _ clock.Reading) error {
		if _, ok := a.lowered[tool]; !ok {
			return errNothingTaken
		}
		delete(a.lowered, tool)
		if declared := a.manifest.read().Tool(tool); declared != nil {
			k.endWindows(func(w *window) bool {
				return w.key.agent == a.id && w.key.scope == declared.Scope && (w.key.breadth == "" || w.key.breadth == tool)
			})
		}
		return nil
	})
}

// lowerable reports whether a tool may be lowered.
func (a *agent) lowerable(tool *manifest.Tool) bool {
	scope, ok := a.manifest.read().Scope(tool.Scope)
	return ok && Lowerable(scope)
}

// lower lowers what the manifest and the grant make of a call of a tool.
func (a *agent) lower(tool string, c *circumstances) {
	if _, ok := a.lowered[tool]; !ok {
		return
	}
	for _, s := range []*manifest.Sensitivity{&c.declared, &c.pinned} {
		if *s == manifest.High {
			*s = manifest.Medium
		}
	}
}

// keepLowered keeps lowered what m declares as it was.
func (a *agent) keepLowered(m *manifest.Manifest) {
	if len(a.lowered) == 0 {
		return
	}
	digests := m.ToolDigests()
	maps.DeleteFunc(a.lowered, func(tool, digest string) bool { return digests[tool] != digest })
}

// loweredTools returns the tools that are lowered, by name.
func (a *agent) loweredTools() []string { return slices.Sorted(maps.Keys(a.lowered)) }
