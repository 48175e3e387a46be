package question

import (
	"testing"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/executors/projectcli/uihint"
	"assent/i18n"
)

// projectQuestion asks about a method of a project CLI.
func projectQuestion(s manifest.Sensitivity) ask.Question {
	q := question(s)
	q.Tool, q.Scope = "project_cli", "project:cli"
	q.Arguments = []byte(`{"module":"calendar","method":"update","input":{"location":"There"}}`)
	q.Facts = executors.Facts{
		Target: "calendar.update", Breadth: "calendar.update", Sentence: i18n.Text{Key: "ask.calendar_update"},
		Fields: []executors.Field{{Name: "location", Before: "Here", After: "There"}}, Changes: true,
	}
	return q
}

// TestWritesAreSeenBeforeTheyHappen: old and new stand open on the card.
func TestWritesAreSeenBeforeTheyHappen(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.ask(projectQuestion(manifest.High))
		for _, said := range []string{"wants to change something in your calendar", "calendar.update", "What it would change", "Place", "Here", "There"} {
			p.says(said)
		}
	})
}

// TestResultIsDrawnInTheOutcome: what came of it stands there until the person puts it
// away, or a while.
func TestResultIsDrawnInTheOutcome(t *testing.T) {
	found := uihint.Hint{Type: uihint.Outcome, Action: "calendar.update", Title: "Lunch with Ana", Fields: []uihint.Field{{Name: "location", Value: "There"}}}
	for _, test := range []struct {
		hint       uihint.Hint
		status     string
		said       string
		closes, ok bool
	}{
		{found, "ok", "Changed in the calendar", true, true},
		{uihint.Hint{Type: uihint.Failure, Title: "No such event."}, "ok", "The program says that it failed", false, true},
		{uihint.Hint{Type: uihint.Text, Fields: []uihint.Field{{Value: `{"later":1}`}}}, "ok", `{"later":1}`, true, true},
		{found, "ok", "Done", false, false},
	} {
		sit(t, "en", func(p *person) {
			p.asker.options.Found = func(ask.CallKey) (uihint.Hint, bool) { return test.hint, test.ok }
			q := projectQuestion(manifest.High)
			p.ask(q)
			p.looks(time.Second)
			p.click("Allow")
			p.asker.Ended(q.Key(), test.status, "")
			p.Drain()
			p.says(test.said)
			switch {
			case test.closes:
				p.waits(hintStays - time.Second)
				p.click("Close")
			case test.ok:
				p.waits(hintStays)
			default:
				p.waits(endStays)
			}
			if p.asker.card != nil {
				t.Errorf("%q stays on screen", test.said)
			}
		})
	}
}
