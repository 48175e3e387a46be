package question

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// TestQuestionLooks compares each state of the question with its golden in testdata.
// A state that looks different is written to testdata/failed.
func TestQuestionLooks(t *testing.T) {
	for name, show := range map[string]func(p *person){
		"medium":                func(p *person) { p.ask(question(manifest.Medium)); p.looks(time.Second) },
		"high":                  func(p *person) { p.ask(question(manifest.High)); p.looks(3 * time.Second) },
		"high_without_keyboard": func(p *person) { p.ask(question(manifest.High)) },
		"warned": func(p *person) {
			q := question(manifest.High)
			q.OfferMute, q.Facts.Coarse = true, true
			q.Facts.Warn = []i18n.Text{{Key: "warn.network_plain"}}
			q.Facts.Finding = executors.Errorf(executors.PathNotFound, "")
			q.Facts.Care = []i18n.Text{{Key: "care.ssh"}}
			p.ask(q)
			p.looks(time.Second)
		},
		"unfolded": func(p *person) {
			q := question(manifest.Medium)
			q.Arguments = []byte(`{"path":"/home/alice/notes\u202E.md","limit":4096,"odd":[1,null]}`)
			q.Facts.Ignored = []string{"odd"}
			q.ScopeDescription.Fallback = "So that it can be summarised."
			p.ask(q)
			p.click("All arguments (3)")
			p.click("What the agent’s author says")
		},
		"handed_over": func(p *person) {
			q := question(manifest.High)
			q.Tool, q.Scope = "delete_note", "mcp:notes:danger"
			q.Arguments = []byte(`{"name":"shopping\u202E","options":{"backup":false,"deeper":{"a":[1]}}}`)
			q.Facts = executors.Facts{Target: "shopping\u202e", Leaves: i18n.Text{Key: "leaves.handed_over"}, HandedOver: true}
			p.ask(q)
			p.looks(time.Second)
		},
		"difference": func(p *person) {
			q := question(manifest.High)
			q.Scope, q.Facts.Target = "agent:coder:shell", "rm -rf build # tidy"
			q.Facts.Marks = []executors.Mark{{From: 0, To: 2, Danger: true}, {From: 3, To: 6, Danger: true}}
			q.Facts.Difference = executors.Compare("a\n\tb\n", "a\n    b \u202E\nc")
			p.ask(q)
			p.looks(3 * time.Second)
		},
		"running": func(p *person) {
			p.ask(question(manifest.High))
			p.looks(time.Second)
			p.click("Allow")
		},
		"done": func(p *person) {
			p.ask(question(manifest.High))
			p.looks(time.Second)
			p.click("Allow")
			p.asker.Ended(question(manifest.High).Key(), "ok", "")
		},
		"failed": func(p *person) {
			p.ask(question(manifest.High))
			p.looks(time.Second)
			p.click("Allow")
			p.asker.Ended(question(manifest.High).Key(), "error", "path_not_found")
		},
		"denied": func(p *person) { p.ask(question(manifest.High)); p.click("Deny") },
		"timed_out": func(p *person) {
			a := p.ask(question(manifest.High))
			p.waits(30 * time.Second)
			a.cancel()
			p.Drain()
		},
	} {
		t.Run(name, func(t *testing.T) {
			sit(t, "en", func(p *person) {
				show(p)
				p.Drain()
				test.AssertRendersToMarkup(t, name+".xml", p.asker.window.Canvas())
			})
		})
	}
}
