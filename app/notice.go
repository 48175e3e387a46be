package app

import (
	"assent/audit"
	"assent/executors"
)

// Notice is something that happened and that the user should know.
type Notice = executors.Text

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
		e.options.Notice(Notice{Key: "notice.log_set_aside", Args: map[string]any{"File": n.Path}})
	}
}
