package ui

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/app/ui/question"
	"assent/app/ui/sample"
	"assent/consent"
	"assent/consent/manifest"
)

// fill writes into the form that adds an agent.
func fill(u *UI, drain func(), id, text string) {
	u.ShowPage("agents", Adding)
	drain()
	fields := entries(u)
	fields[0].SetText(text)
	fields[1].SetText(id)
	drain()
}

// What a manifest changes of a known agent is told before it holds, and only a press that
// was meant for it takes it.
func TestKnownAgentsChangeIsToldFirst(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		fill(u, drain, "agent-2", sample.ManifestBeforeText())
		tap(t, u, drain, "Add")
		if texts := said(u); !strings.Contains(texts, "No longer asks for: acme:print") || !strings.Contains(texts, "Researcher is known already") {
			t.Fatal("it does not say what changes:\n", texts)
		}
		tap(t, u, drain, "Take the change")
		tap(t, u, drain, "Back to the form")
		if len(d.did) != 0 || entries(u)[0].Text != sample.ManifestBeforeText() {
			t.Fatalf("did %q before it was taken", d.did)
		}
		tap(t, u, drain, "Add")
		time.Sleep(question.ArmAfter) // the bubble's clock
		drain()
		tap(t, u, drain, "Take the change")
		if want := []string{"add agent-2 "}; !slices.Equal(d.did, want) {
			t.Errorf("did %q, want %q", d.did, want)
		}
		if !u.adding.empty() {
			t.Error("the form still holds what was added")
		}
	})
}

// A review that comes takes nothing away: the banner leads to it, and back in the form is
// what was written.
func TestReviewLeavesTheForm(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		fill(u, drain, "mine", "half a manif")
		u.Review(consent.Review{Agent: consent.Agent{ID: "agent-9", Name: "Nine"}, Manifest: sample.Manifest(), Version: 1, Scopes: []string{"filesystem:read"}}, func([]string) {})
		drain()
		if got := entries(u)[0].Text; got != "half a manif" {
			t.Fatalf("the form holds %q", got)
		}
		for _, page := range []string{"activity", "settings", "agents"} {
			u.ShowPage(page, map[bool]string{true: "agent-1"}[page == "agents"])
			drain()
			if !strings.Contains(said(u), "Nine asks for permissions") {
				t.Errorf("%s does not say that a review waits", page)
			}
		}
		tap(t, u, drain, "Review")
		if page := u.main.page.(*agentsPage); page.inner != "agent-9" {
			t.Errorf("the banner leads to %q", page.inner)
		}
		u.ShowPage("agents", Adding)
		drain()
		if id, text, _ := form(t, u); id != "mine" || text != "half a manif" {
			t.Errorf("the form holds %q, %q", id, text)
		}
	})
}

// A change whose manifest is not there yet is on every page, too, and the agent's page says
// which tools it stopped.
func TestAwaitedChangeIsSaid(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		d.agents = d.Engine.Agents()
		d.agents[1].Changed, d.agents[1].Stopped, d.agents[1].Ticked = true, []string{"print"}, []string{"read_file"}
		u.refresh()
		drain()
		if !strings.Contains(said(u), "Researcher changed. What changed does not run") {
			t.Fatal("no banner says it:\n", said(u))
		}
		tap(t, u, drain, "Review")
		if texts := said(u); !strings.Contains(texts, "Stopped until you have reviewed its change\n") || !strings.Contains(texts, "· print\n") {
			t.Error("its page does not say what is stopped:\n", texts)
		}
		for _, o := range test.LaidOutObjects(u.main.body) {
			if check, ok := o.(*widget.Check); ok && check.Text == "read_file" {
				test.Tap(check)
			}
		}
		drain()
		if want := []string{"untick agent-2 read_file"}; !slices.Equal(d.did, want) {
			t.Errorf("did %q, want %q", d.did, want)
		}
	})
}

// An agent file's inputs are asked for, secret ones masked, and go with it.
func TestInputsAreAskedFor(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		fill(u, drain, "", sample.AgentFile())
		u.main.page.(*agentsPage).open(Adding)
		drain()
		masked := map[string]bool{}
		for _, e := range entries(u) {
			switch {
			case e.Password:
				e.SetText("s3cret")
				masked["github-token"] = true
			case e.PlaceHolder == "main":
				e.SetText("dev")
			case e.PlaceHolder == u.words.Say("add.folder_hint"):
				e.SetText("/home/alice/code")
			}
		}
		if len(masked) != 1 {
			t.Error("the secret input is not masked")
		}
		tap(t, u, drain, "Add")
		want := map[string]string{"github-token": "s3cret", "branch": "dev"}
		if len(d.files) != 1 || !maps.Equal(d.files[0].Inputs, want) || d.files[0].Workspace != "/home/alice/code" {
			t.Fatalf("imported %+v", d.files)
		}
		if texts := said(u); !strings.Contains(texts, "/model: it is <another>") || strings.Contains(texts, "s3cret") {
			t.Error("its warnings are not said, or the secret is")
		}
	})
}

// All of an agent's card leads to its page.
func TestCardLeadsToTheAgent(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		u.ShowPage("agents", "")
		drain()
		for _, o := range test.LaidOutObjects(u.main.body) {
			if card, ok := o.(*kit.Card); ok {
				test.Tap(card)
				break
			}
		}
		drain()
		if got := u.main.page.(*agentsPage).inner; got != "agent-1" {
			t.Errorf("%q is open", got)
		}
	})
}

// Every warning about a manifest has words for the person, in both languages.
func TestWarningsInWords(t *testing.T) {
	t.Parallel()
	m, err := manifest.Parse([]byte(`{"schema_version":"1.0","agent_version":"1.0.0","filler":"` + strings.Repeat("x", 64<<10) + `",
		"tools":[{"name":"sign","description_i18n_key":"k","permission_scope":"acme:sign","input_schema":{"type":"object"}}],
		"permission_scopes":[{"id":"acme:sign","sensitivity":"low","label_i18n_key":"k"},{"id":"location:read","sensitivity":"low","label_i18n_key":"k"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	issues := m.Warn(func(string) bool { return false })
	if len(issues) != 5 {
		t.Fatalf("there are %d warnings", len(issues))
	}
	for _, language := range []string{"en", "zh-Hans"} {
		w := kit.NewWords(language)
		texts := map[string]bool{}
		for _, issue := range issues {
			text := warningText(w, m, issue)
			texts[text] = true
			if text == kit.OneLine(issue.Message) || strings.Contains(text, "warning.") {
				t.Errorf("%s: %q is said as %q", language, issue.Message, text)
			}
		}
		if len(texts) != len(issues) {
			t.Errorf("%s: they are said as %q", language, slices.Sorted(maps.Keys(texts)))
		}
	}
}
