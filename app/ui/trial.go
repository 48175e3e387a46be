package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"assent/app/wire"
	"assent/assets"
	"assent/consent"
	"assent/consent/manifest"
	"assent/i18n"
)

// trialAgent is the demo agent that the person tries Assent with, and trialScopes are what
// it may ask for: pressing the button that starts it says so, and grants them.
const trialAgent = "assent-demo"

var trialScopes = []string{"notification:send", "filesystem:read", "location:read"}

// trial is one call of each sensitivity, by an agent of Assent's own on data of its own.
type trial struct {
	mu      sync.Mutex
	granted chan struct{} // not nil: its review is awaited, and closes it
}

// expect returns what is closed once the trial's scopes are granted.
func (t *trial) expect() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.granted = make(chan struct{})
	return t.granted
}

// takes reports whether a review is the trial's: of its agent, with the manifest that the
// program carries. then is to be called once it is answered.
func (t *trial) takes(r consent.Review) (then func(), ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ours, err := manifest.Parse(assets.DemoManifest)
	if t.granted == nil || r.Agent.ID != trialAgent || err != nil || r.Manifest == nil || r.Manifest.Hash != ours.Hash {
		return nil, false
	}
	granted := t.granted
	t.granted = nil
	return func() { close(granted) }, true
}

// trialPatience is how long the trial waits for its agent to be known.
const trialPatience = 5 * time.Second

// try plays the trial, and then shows what was recorded.
func (u *UI) try() {
	granted := u.trial.expect()
	u.change(func() error {
		if err := u.engine.AddAgent(trialAgent, "DemoBot", assets.DemoManifest); err != nil {
			return err
		}
		if !u.knows(trialAgent) {
			select {
			case <-granted:
			case <-time.After(trialPatience):
			}
		}
		if err := u.playTrial(); err != nil {
			return err
		}
		u.later(func() { u.main.show("activity") })
		u.Notice(i18n.Text{Key: "trial.done"})
		return nil
	})
}

// knows reports whether an agent was reviewed.
func (u *UI) knows(id string) bool {
	for _, a := range u.engine.Agents() {
		if a.ID == id {
			return a.Reviewed
		}
	}
	return false
}

// playTrial makes the calls, one after the other: the person answers in between.
func (u *UI) playTrial() error {
	folder, err := os.MkdirTemp(u.options.Home, "assent-demo-")
	if err != nil {
		return fmt.Errorf("making a file to be asked about: %w", err)
	}
	defer os.RemoveAll(folder)
	notes := filepath.Join(folder, "notes.md")
	if err := os.WriteFile(notes, []byte("Buy bread.\nCall the dentist.\n"), 0o600); err != nil {
		return fmt.Errorf("making a file to be asked about: %w", err)
	}
	for _, call := range []struct {
		tool      string
		arguments map[string]string
	}{
		{"send_notification", map[string]string{"title": u.words.Say("trial.title"), "body": u.words.Say("trial.body")}},
		{"read_file", map[string]string{"path": notes}},
		{"get_location", map[string]string{}},
	} {
		arguments, err := json.Marshal(call.arguments)
		if err != nil {
			return err
		}
		key := wire.CallKey{AgentID: trialAgent, ConversationID: "try", CallID: fmt.Sprint(call.tool, "-", time.Now().UnixNano())}
		if _, _, err := u.engine.Play(context.Background(), wire.Request{CallKey: key, Tool: call.tool, Arguments: arguments}); err != nil {
			return err
		}
	}
	return nil
}
