package consent

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"assent/consent/clock"
)

// windows are the silent windows of everyone. The Keeper's lock guards them.
type windows struct {
	all  map[windowKey]*window
	mark clock.Mark
}

// at tells the windows what the clocks show, before anything else is asked of
// them. When the wall clock went back, every window ends; all reports that.
func (ws *windows) at(now clock.Reading) (all bool) {
	back, rebooted := ws.mark.See(now)
	if back {
		all = ws.end(func(*window) bool { return true })
	}
	if rebooted {
		ws.rebase(now)
	}
	return all
}

// rebase puts every window on the boot clock of now.
func (ws *windows) rebase(now clock.Reading) {
	for _, w := range ws.all {
		if w.bootID != now.BootID {
			w.rebase(now)
		}
	}
}

// state returns what is known for a call that keeps to cap, and the window that covers it.
func (ws *windows) state(key windowKey, now clock.Reading, cap time.Duration) (windowState, *window) {
	wide := key
	wide.breadth = ""
	for _, k := range []windowKey{wide, key} {
		if w := ws.all[k]; w != nil && w.holds(now, cap) {
			return windowOpen, w
		}
	}
	best := windowNone
	for k, w := range ws.all {
		k.breadth = ""
		switch {
		case k != wide:
		case w.holds(now, cap):
			best = windowElsewhere
		default:
			best = max(best, windowOver)
		}
	}
	return best, nil
}

// end ends the windows that match and reports whether there were any.
func (ws *windows) end(match func(*window) bool) (any bool) {
	for _, w := range ws.all {
		if !w.ended && match(w) {
			w.ended, w.dirty, any = true, true, true
		}
	}
	return any
}

// unsaved returns the windows that the database does not have as they are.
func (ws *windows) unsaved() (dirty []*window) {
	for _, w := range ws.all {
		if w.dirty {
			dirty = append(dirty, w)
		}
	}
	return dirty
}

// forget drops everything of an agent.
func (ws *windows) forget(agentID string) {
	maps.DeleteFunc(ws.all, func(k windowKey, _ *window) bool { return k.agent == agentID })
}

// Windows returns the silent windows that hold now, cap after the person's answer at the
// latest (see Terms), the last used first.
func (k *Keeper) Windows(cap time.Duration) []Window {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := clock.Read(k.options.Clock)
	if k.windows.at(now) {
		k.soon()
	}
	var all []Window
	for _, w := range k.windows.all {
		if w.holds(now, cap) {
			all = append(all, w.public(cap))
		}
	}
	slices.SortFunc(all, func(a, b Window) int {
		return cmp.Or(b.LastUsed.Compare(a.LastUsed), cmp.Compare(b.ID, a.ID))
	})
	return all
}

// EndOver ends for good the silent windows that cap has ended, so that none of them holds
// again because the cap becomes another.
func (k *Keeper) EndOver(cap time.Duration) {
	defer k.announcements.tell()
	k.mu.Lock()
	defer k.mu.Unlock()
	now := clock.Read(k.options.Clock)
	k.windows.at(now)
	if k.windows.end(func(w *window) bool { return !w.holds(now, cap) }) {
		k.soon()
		k.announcements.add(k.options.Changed)
	}
}

// EndWindow ends a silent window at once; one that is over already stays so. An
// error says that it could not be written anywhere: it holds until Assent quits.
func (k *Keeper) EndWindow(id int64) error {
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	var ended *window
	way := k.wayBack(k.holderOf(id))
	k.endWindows(func(w *window) bool {
		if w.id == id {
			ended = w
		}
		return w.id == id
	})
	if ended == nil {
		return nil
	}
	k.keepWay(way, way.before)
	k.announcements.add(k.options.Changed)
	return k.takeAway(ended.key.agent)
}

// holderOf returns the agent that has a window.
func (k *Keeper) holderOf(id int64) (agentID string) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	for _, w := range k.windows.all {
		if w.id == id {
			agentID = w.key.agent
		}
	}
	return agentID
}

// ofTools matches an agent's windows of the scopes that touched names. Where programs that
// Assent does not look into run the calls, a narrow window covers one tool (contract §13):
// such a one matches only when changed names its tool.
func (k *Keeper) ofTools(a *agent, touched func(scope string) bool, changed func(tool, scope string) bool) func(*window) bool {
	return func(w *window) bool {
		if w.key.agent != a.id || !touched(w.key.scope) {
			return false
		}
		return w.key.breadth == "" || k.options.Serves(w.key.scope) || changed(w.key.breadth, w.key.scope)
	}
}

// endWindows ends the windows that match; the next save writes it.
func (k *Keeper) endWindows(match func(*window) bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.windows.end(match)
}
