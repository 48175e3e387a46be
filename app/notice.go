package app

import (
	"path/filepath"

	"assent/audit"
	"assent/i18n"
)

// Notice is something that happened and that the user should know.
type Notice = i18n.Text

// Troubles returns what the user must know while it lasts, as that the log cannot be
// written. Who subscribed is told when that changes.
func (e *Engine) Troubles() (all []i18n.Text) {
	if trouble := e.logTrouble.Load(); trouble != nil {
		all = append(all, *trouble)
	}
	if !e.opened.Load() {
		return all
	}
	switch unwritten, forgetful := e.keeper.Unwritten(); {
	case forgetful:
		all = append(all, i18n.Text{Key: "notice.unwritten_anywhere"})
	case unwritten:
		all = append(all, i18n.Text{Key: "notice.unwritten"})
	}
	return all
}

// logNotice passes on what the log has to say, and remembers whether it works.
func (e *Engine) logNotice(n audit.Notice) {
	switch n.Event {
	case audit.Failed, audit.Lost:
		key := map[audit.Event]string{audit.Failed: "notice.log_failed", audit.Lost: "notice.log_lost"}[n.Event]
		e.logTrouble.Store(&i18n.Text{Key: key})
		e.subscribers.changed()
	case audit.Recovered:
		e.logTrouble.Store(nil)
		e.subscribers.changed()
		e.options.Notice(Notice{Key: "notice.log_recovered"})
	case audit.SetAside:
		e.options.Notice(Notice{Key: "notice.log_set_aside", Args: map[string]any{"File": filepath.Base(n.Path)}})
		if e.opened.Load() { // else there is nothing to move yet
			e.running.start(e.moveConsent)
		}
	}
}

// moveConsent writes what the user agreed to into the new database, after the one it
// was in was set aside.
func (e *Engine) moveConsent() {
	if err := e.keeper.Relocate(e.options.Places.Database()); err != nil {
		e.options.Notice(Notice{Key: "notice.consent_not_moved"})
	}
}
