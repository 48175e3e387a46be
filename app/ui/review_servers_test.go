package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/question"
	"assent/app/ui/sample"
	"assent/consent"
)

var servers = consent.ServerReview{AgentID: "rust-agent", Workspace: "/home/alice/code", Contained: true, Care: []string{"/home/alice/code/.env"}, Servers: []consent.Server{
	{Name: "git", Command: []string{"npx", "-y", "git-mcp"}, Settings: []consent.ServerSetting{{Name: "A", Value: "b"}, {Name: "TOKEN", Value: "${GITHUB_TOKEN}", Variables: []string{"GITHUB_TOKEN"}}}, Writable: []string{"/srv/data"}},
	{Name: "far", URL: "https://mcp.example/", Settings: []consent.ServerSetting{{Name: "Authorization", Variables: []string{"KEY"}}}},
}}

// press presses a button of what lies over the page.
func press(t *testing.T, u *UI, drain func(), text string) {
	t.Helper()
	for _, o := range test.LaidOutObjects(u.main.window.Canvas().Overlays().Top()) {
		if b, ok := o.(*widget.Button); ok && b.Text == text {
			test.Tap(b)
			drain()
			return
		}
	}
	t.Fatalf("there is no button %q", text)
}

// Servers are started only by a press that was meant for it.
func TestServersAreReviewed(t *testing.T) {
	for name, c := range map[string]struct {
		button string
		want   []bool
	}{"yes": {"Start them and look", []bool{true}}, "no": {"Start nothing", []bool{false}}} {
		t.Run(name, func(t *testing.T) {
			open(t, "en", false, func(u *UI, _ *desk, drain func()) {
				answers := make(chan bool, 10)
				u.ReviewServers(servers, func(yes bool) { answers <- yes })
				drain()
				press(t, u, drain, "Start them and look")
				if len(answers) != 0 {
					t.Error("a press counts that came with the review")
				}
				time.Sleep(question.ArmAfter) // the bubble's clock
				drain()
				press(t, u, drain, c.button)
				time.Sleep(time.Millisecond)
				var got []bool
				for len(answers) > 0 {
					got = append(got, <-answers)
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("answered %v", got)
				}
			})
		})
	}
}

// What a file asks not to be asked about is not ticked by itself, nor by the others.
func TestAskedToolsAreTickedAlone(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		var ticked []string
		answered := false
		u.Review(consent.Review{Agent: consent.Agent{ID: "agent-3"}, Manifest: sample.Manifest(), Version: 1, Scopes: []string{"filesystem:read"},
			Asked: []string{"read_file", "other"}, Tick: func(tools []string) { ticked = tools }}, func([]string) { answered = true })
		drain()
		u.main.show("agents")
		time.Sleep(question.ArmAfter)
		drain()
		tap(t, u, drain, "Tick all")
		for _, o := range test.LaidOutObjects(u.main.body) {
			if c, ok := o.(*widget.Check); ok && c.Text == "other" {
				test.Tap(c)
			}
		}
		tap(t, u, drain, "Grant what is ticked")
		time.Sleep(time.Millisecond)
		if !answered || !slices.Equal(ticked, []string{"other"}) {
			t.Errorf("ticked are %q, answered %v", ticked, answered)
		}
	})
}

// What an agent's file says stands in its review, bounded and escaped.
func TestFileIsShownInTheReview(t *testing.T) {
	m := *sample.Manifest()
	m.Canonical = []byte(`{"x_agent_file":{"description":"Reviews\u202ecode","model":"` + strings.Repeat("m", 5000) + `","workspace":"/home/alice/code",` +
		`"resources":["file://README.md"` + strings.Repeat(`,"file://more.md"`, 20) + `],"tools_settings":{"fs-read":{"x":1}},"others":{"hooks":{}}}}`)
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		u.Review(consent.Review{Agent: consent.Agent{ID: "agent-3"}, Manifest: &m, Version: 1, Scopes: []string{"filesystem:read"}}, func([]string) {})
		drain()
		u.main.show("agents")
		drain()
		texts := said(u)
		for _, want := range []string{"Workspace: /home/alice/code", "Reviews‹U+202E›code", "file://README.md", "And 9 more resources", `{"fs-read":{"x":1}}`, `{"hooks":{}}`} {
			if !strings.Contains(texts, want) {
				t.Errorf("%q is not shown", want)
			}
		}
		if strings.Contains(texts, strings.Repeat("m", fileTextShown)) {
			t.Error("a long text is shown whole")
		}
	})
}
