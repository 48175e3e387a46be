// Package explain says in a person's words how a recorded call ended: what became of it, who
// decided, how sensitive it was, and what the person can do about it. It looks at the log's
// row alone, so that it says the same after a restart. The window's Activity page and
// assentctl explain say it; the texts are explain.*, remedy.*, reason.* and sensitivity.* of
// package i18n.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package explain

import (
	"assent/audit"
	"assent/consent/ask"
	"assent/executors"
	"assent/i18n"
)

// Explanation is a call's row in words, each a text of one or two sentences, or the zero
// Text where there is nothing to say.
type Explanation struct {
	Outcome     i18n.Text // what became of the call, and why
	Decision    i18n.Text // who decided
	Sensitivity i18n.Text // the word and what it means
	Remedy      i18n.Text // what the person can do about it
}

// Row explains a row. It may be called from any goroutine.
func Row(row audit.Row) Explanation {
	e := Explanation{Outcome: outcome(row), Decision: decision(row), Remedy: remedy(row)}
	if row.Sensitivity != "" {
		e.Sensitivity.Key = "sensitivity." + row.Sensitivity
	}
	return e
}

// Denied reports whether a call was denied in a person's words. While Assent is paused all
// are, though agents are told that it is not available (contract §4).
func Denied(row audit.Row) bool {
	return row.Status == audit.Denied || row.Status == audit.Error && row.Reason == string(executors.Paused)
}

// NotRun reports whether a call that ended in an error was never run: the chain itself
// answered it, or Assent was paused.
func NotRun(row audit.Row) bool {
	return row.Decision == string(ask.ByRule) || row.Reason == string(executors.Paused)
}

func outcome(row audit.Row) i18n.Text {
	key := "explain." + string(row.Status)
	switch {
	case row.Reason == audit.HandedOver:
		return i18n.Text{Key: "explain.handed_over"}
	case row.Reason == "", row.Reason == string(ask.UserRefused), row.Reason == string(ask.UserTimeout):
		return i18n.Text{Key: key} // who decided says the rest
	case Denied(row):
		key = "explain.denied"
	case row.Status == audit.Error && NotRun(row):
		key = "explain.not_run"
	}
	return i18n.Text{Key: key + "_because", Args: map[string]any{"Reason": i18n.Text{Key: "reason." + row.Reason}}}
}

// decision says who decided. A no is told apart from a yes after which the call failed.
func decision(row audit.Row) i18n.Text {
	refused := row.Reason == string(ask.UserRefused)
	switch by := ask.Decider(row.Decision); by {
	case "":
		return i18n.Text{Key: "explain.undecided"}
	case ask.ByPerson, ask.ByScript:
		if refused {
			return i18n.Text{Key: "explain." + row.Decision + "_no"}
		}
		return i18n.Text{Key: "explain." + row.Decision + "_yes"}
	case ask.ByRule:
		if refused {
			return i18n.Text{Key: "explain.rule_refused"}
		}
	}
	return i18n.Text{Key: "explain." + row.Decision}
}

// remedy says what helps where a call did not end well, and where it ran unasked how to be
// asked.
func remedy(row audit.Row) i18n.Text {
	switch {
	case row.Status == audit.Pending:
		return i18n.Text{}
	case row.Reason == string(executors.Interrupted) && !NotRun(row) && row.Decision != "":
		return i18n.Text{Key: "remedy.interrupted_running"}
	case row.Reason != "":
		return i18n.Text{Key: "remedy." + row.Reason}
	case row.Decision == string(ask.BySilence), row.Decision == string(ask.ByWindow):
		return i18n.Text{Key: "remedy." + row.Decision}
	}
	return i18n.Text{}
}
