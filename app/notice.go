package app

import (
	"path/filepath"

	"assent/audit"
	"assent/i18n"
)

// Notice is something that happened and that the user should know.
type Notice = i18n.Text

// logNotice passes on what the log has to say, and remembers whether it works.
func (e *Engine) logNotice(n audit.Notice) {
	switch n.Event {
	case audit.Failed:
		e.trouble.Store(&Notice{Key: "notice.log_failed"})
		e.watchers.changed()
	case audit.Recovered:
		e.trouble.Store(nil)
		e.watchers.changed()
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
	if err := e.keeper.Move(e.options.Places.Database()); err != nil {
		e.options.Notice(Notice{Key: "notice.consent_not_moved"})
	}
}
