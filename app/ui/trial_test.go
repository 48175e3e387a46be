package ui

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"

	"assent/app/wire"
	"assent/assets"
	"assent/audit"
	"assent/consent"
	"assent/consent/manifest"
	"context"
)

// newcomer is an engine that knows no agent until one is added.
type newcomer struct {
	*desk
	ui       *UI
	reviewed []string    // the scopes that were granted
	read     []string    // what the files held that were asked for
	rows     []audit.Row // what was recorded, newest first
}

func (n *newcomer) Calls(context.Context, audit.Filter) ([]audit.Row, error) {
	return slices.Clone(n.rows), nil
}

func (n *newcomer) Agents() []consent.Agent { return nil }

func (n *newcomer) AddAgent(id, name string, data []byte) error {
	m, err := manifest.Parse(data)
	if err != nil {
		return err
	}
	n.ui.Review(consent.Review{Agent: consent.Agent{ID: id, Name: name}, Manifest: m}, func(scopes []string) { n.reviewed = scopes })
	return nil
}

func (n *newcomer) Play(_ context.Context, r wire.Request) (sent, received []byte, err error) {
	n.did = append(n.did, r.Tool)
	n.rows = slices.Insert(n.rows, 0, audit.Row{CallID: r.CallID, AgentID: r.AgentID, Tool: r.Tool, Scope: "filesystem:read", ArgumentsDigest: "9f86d081884c7d65", Status: audit.OK, Decision: "person"})
	if r.Tool == "read_file" {
		path := jsontext.Value(r.Arguments)
		data, err := os.ReadFile(strings.TrimSuffix(strings.TrimPrefix(string(path), `{"path":"`), `"}`))
		n.read = append(n.read, string(data))
		return nil, nil, err
	}
	return nil, nil, nil
}

// TestTrial: one press on the welcome page makes one call of each sensitivity, on files of its
// own that do not stay, and shows there what was recorded until the person goes on.
func TestTrial(t *testing.T) {
	home := t.TempDir()
	open(t, "en", true, func(u *UI, d *desk, drain func()) {
		n := &newcomer{desk: d, ui: u}
		u.engine, u.options.Home = n, home
		settle := func() { synctest.Wait(); drain(); synctest.Wait(); drain() }
		tap(t, u, drain, "Start")
		settle()
		if want := []string{"send_notification", "read_file", "read_file"}; !slices.Equal(n.did, want) {
			t.Errorf("played %q, want %q", n.did, want)
		}
		if !slices.Equal(n.reviewed, trialScopes) {
			t.Errorf("granted %q", n.reviewed)
		}
		if len(n.read) != 2 || !strings.HasPrefix(n.read[0], "Buy bread") || !strings.HasPrefix(n.read[1], "PASSWORD=") {
			t.Errorf("it asked for %q", n.read)
		}
		if left, err := os.ReadDir(home); err != nil || len(left) != 0 {
			t.Errorf("%v is left, %v", left, err)
		}
		u.refresh()
		settle()
		if shown := said(u); !strings.Contains(shown, "This is what was recorded") || !strings.Contains(shown, "send_notification  9f86d081884c…  person  ok") {
			t.Errorf("what was recorded is not in %q", shown)
		}
		tap(t, u, drain, "Go to Activity")
		settle()
		if strings.Contains(said(u), "This is what was recorded") {
			t.Error("it stays when the person goes on")
		}
	})
}

// TestTrialGrantsNothingElse: only what the person started, with the manifest that the
// program carries, is granted without a review.
func TestTrialGrantsNothingElse(t *testing.T) {
	ours, err := manifest.Parse(assets.DemoManifest)
	if err != nil {
		t.Fatal(err)
	}
	other := *ours
	other.Hash = "another"
	for name, c := range map[string]struct {
		started bool
		id      string
		m       *manifest.Manifest
	}{
		"not started":      {false, trialAgent, ours},
		"another agent":    {true, "agent-1", ours},
		"another manifest": {true, trialAgent, &other},
		"no manifest":      {true, trialAgent, nil},
	} {
		t.Run(name, func(t *testing.T) {
			open(t, "en", true, func(u *UI, _ *desk, drain func()) {
				if c.started {
					u.trial.expect()
				}
				u.Review(consent.Review{Agent: consent.Agent{ID: c.id}, Manifest: c.m}, func(scopes []string) {
					t.Errorf("granted %q", scopes)
				})
				drain()
				if u.reviews.count() != 1 {
					t.Error("it is not reviewed")
				}
			})
		})
	}
}

// TestAgentComes: whose command was copied is waited for, and said to be there once it is.
func TestAgentComes(t *testing.T) {
	open(t, "en", true, func(u *UI, d *desk, drain func()) {
		drain()
		for _, step := range []struct {
			agent string
			want  string
			not   string
		}{
			{"", "waiting for it…", "connected"},
			{trialAgent, "waiting for it…", "connected"},
			{"hook.claude-code", "connected", "waiting for it…"},
		} {
			if d.agents = []consent.Agent{{ID: step.agent}}; step.agent == "" {
				d.agents = []consent.Agent{}
				tap(t, u, drain, "Copy")
			}
			u.refresh()
			synctest.Wait()
			drain()
			if shown := said(u); !strings.Contains(shown, step.want) || strings.Contains(shown, step.not) {
				t.Errorf("with %q it does not say %q but %q", step.agent, step.want, shown)
			}
		}
	})
}

// TestWelcomeStays: what the person is about to press stays while the page is drawn again.
func TestWelcomeStays(t *testing.T) {
	open(t, "en", true, func(u *UI, _ *desk, drain func()) {
		drain()
		before := pressed(u)
		u.refresh()
		drain()
		if after := pressed(u); len(before) < 9 || !slices.Equal(before, after) {
			t.Errorf("of %d buttons, %d are the same", len(before), len(after))
		}
		tap(t, u, drain, "Copy")
		if got, want := u.app.Clipboard().Content(), "assentctl hook install claude-code"; got != want {
			t.Errorf("copied %q, want %q", got, want)
		}
	})
}
