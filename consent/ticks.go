package consent

import (
	"slices"

	"assent/consent/clock"
	"assent/consent/manifest"
)

// tick has no more questions asked about those of the asked tools that are ticked, where
// their scope is granted (contract §16).
func (a *agent) tick(tools []string) {
	a.ticked = nil
	for _, name := range a.asked {
		tool := a.manifest.read().Tool(name)
		if slices.Contains(tools, name) && (tool == nil || a.grants[tool.Scope].granted) {
			a.ticked = append(a.ticked, name)
		}
	}
}

// Untick has a tool asked about again that was ticked in a review, at once, and ends the
// silent windows that the tick led to. It is only ever called by the user's hand. An error
// says that it could not be written anywhere: it holds until Assent quits. ErrUnknownAgent
// comes for an agent that is not known.
func (k *Keeper) Untick(agentID, tool string) error {
	return k.change(agentID, true, func(a *agent, _ clock.Reading) error {
		if !slices.Contains(a.ticked, tool) {
			return errNothingTaken
		}
		a.ticked = slices.DeleteFunc(slices.Clone(a.ticked), func(name string) bool { return name == tool })
		k.endWindows(func(w *window) bool { return w.key.agent == a.id && w.key.breadth == tool })
		return nil
	})
}

// untick has the declared tools that match asked about again.
func (a *agent) untick(match func(*manifest.Tool) bool) {
	if a.manifest == nil {
		a.ticked = nil
		return
	}
	var rest []string
	for _, name := range a.ticked {
		if tool := a.manifest.read().Tool(name); tool == nil || !match(tool) {
			rest = append(rest, name)
		}
	}
	a.ticked = rest
}

// tickedKey is that of the window which a ticked tool has in a call's conversation.
func tickedKey(p Permit) windowKey {
	return windowKey{p.Caller.AgentID, p.Caller.ConversationID, p.Scope.ID, p.Tool.Name}
}

// tickedWindow returns the window of a ticked tool, nil when it opens with this call;
// false when the tool is not ticked, or its window here is over. The caller holds mu.
func (k *Keeper) tickedWindow(a *agent, p Permit, now clock.Reading) (*window, bool) {
	if !slices.Contains(a.ticked, p.Tool.Name) {
		return nil, false
	}
	w := k.windows.all[tickedKey(p)]
	return w, w == nil || w.holds(now, p.Terms.WindowCap)
}

// openTicked opens the window of a ticked tool. The caller holds mu.
func (k *Keeper) openTicked(p Permit, now clock.Reading) *window {
	w := newWindow(tickedKey(p), now)
	k.windows.all[w.key] = w
	return w
}
