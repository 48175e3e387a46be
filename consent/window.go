package consent

import (
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
	"assent/i18n"
)

// windowTime is how long a silent window holds after its last use (contract §7).
const windowTime = 24 * time.Hour

// Window is a silent window that holds now (contract §7).
type Window struct {
	ID                             int64
	AgentID, ConversationID, Scope string
	Breadth                        string    // folder or site, empty for the whole scope
	Opened, Expires, Cap           time.Time // Cap is zero when the person's answer has no end
	LastUsed                       time.Time
	Uses                           int // silent runs since it was opened
}

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

// slide notes a silent run.
func (w *window) slide(now clock.Reading) {
	w.used, w.bootUsed, w.dirty = now.Wall, now.Boot, true
	w.uses++
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
	return d.Answer.Choice == ask.Allow && d.Sensitivity == manifest.Medium &&
		(d.Answer.Breadth == ask.WholeScope || breadth != "")
}
