package consent

import (
	"maps"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
	"assent/i18n"
)

// windowTime is how long a silent window holds after its last use (contract §7).
const windowTime = 24 * time.Hour

// windowKey is what a silent window is for.
type windowKey struct{ agent, conversation, scope, breadth string }

// window is a silent window, open or not. Its boot times, which may be negative,
// are on the boot clock of bootID.
type window struct {
	id                   int64
	key                  windowKey
	opened, used         time.Time
	bootID               string
	bootOpened, bootUsed time.Duration
	uses                 int
	ended                bool
	dirty                bool // not as the database has it
}

// newWindow returns a window that a person opens now.
func newWindow(key windowKey, now clock.Reading) *window {
	return &window{key: key, opened: now.Wall, used: now.Wall, bootID: now.BootID, bootOpened: now.Boot, bootUsed: now.Boot}
}

// rule says by which window a call ran.
func (w *window) rule() i18n.Text {
	if w.key.breadth != "" {
		return i18n.Text{Key: "rule.window_narrow"}
	}
	return i18n.Text{Key: "rule.window"}
}

// holds reports whether w is open now, cap after the person's answer at the
// latest; 0 is no cap. Of wall clock and boot clock, the one that says it is over
// wins.
func (w *window) holds(now clock.Reading, cap time.Duration) bool {
	return !w.ended &&
		now.Wall.Sub(w.used) < windowTime && now.Boot-w.bootUsed < windowTime &&
		(cap == 0 || now.Wall.Sub(w.opened) < cap && now.Boot-w.bootOpened < cap)
}

// expires returns when w is over on the wall clock, if it is not used again.
func (w *window) expires(cap time.Duration) time.Time {
	end := w.used.Add(windowTime)
	if last := w.opened.Add(cap); cap != 0 && last.Before(end) {
		return last
	}
	return end
}

// rebase puts w on the boot clock of now, as far as the wall clock tells.
func (w *window) rebase(now clock.Reading) {
	w.bootID, w.dirty = now.BootID, true
	w.bootOpened = now.Boot - max(now.Wall.Sub(w.opened), 0)
	w.bootUsed = now.Boot - max(now.Wall.Sub(w.used), 0)
}

// windows are the silent windows of everyone. The Keeper's lock guards them.
type windows struct {
	cap  time.Duration
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

// state returns what is known for a call, and the window that covers it.
func (ws *windows) state(key windowKey, now clock.Reading) (windowState, *window) {
	wide := key
	wide.breadth = ""
	for _, k := range []windowKey{wide, key} {
		if w := ws.all[k]; w != nil && w.holds(now, ws.cap) {
			return windowOpen, w
		}
	}
	best := windowNone
	for k, w := range ws.all {
		k.breadth = ""
		switch {
		case k != wide:
		case w.holds(now, ws.cap):
			best = windowElsewhere
		default:
			best = max(best, windowOver)
		}
	}
	return best, nil
}

// slide notes a silent run.
func (w *window) slide(now clock.Reading) {
	w.used, w.bootUsed, w.dirty = now.Wall, now.Boot, true
	w.uses++
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

// public returns w as others see it.
func (w *window) public(cap time.Duration) Window {
	p := Window{
		ID: w.id, AgentID: w.key.agent, ConversationID: w.key.conversation, Scope: w.key.scope, Breadth: w.key.breadth,
		Opened: w.opened, Expires: w.expires(cap), LastUsed: w.used, Uses: w.uses,
	}
	if cap != 0 {
		p.Cap = w.opened.Add(cap)
	}
	return p
}

// ofScopes matches an agent's windows of the scopes that want names.
func ofScopes(agentID string, want func(scope string) bool) func(*window) bool {
	return func(w *window) bool { return w.key.agent == agentID && want(w.key.scope) }
}

// opensWindow reports whether an answer at a sensitivity opens a silent window.
func opensWindow(d ask.Decision, breadth string) bool {
	return d.Answer.Choice == ask.Allow && d.Sensitivity == manifest.Medium && (!d.Answer.Narrow || breadth != "")
}

// forget drops everything of an agent.
func (ws *windows) forget(agentID string) {
	maps.DeleteFunc(ws.all, func(k windowKey, _ *window) bool { return k.agent == agentID })
}
