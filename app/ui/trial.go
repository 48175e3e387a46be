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
	"assent/audit"
	"assent/consent"
	"assent/consent/manifest"
)

// trialAgent is the demo agent that the person tries Assent with, and trialScopes are what
// it may ask for: pressing the button that starts it says so, and grants them.
const (
	trialAgent        = "assent-demo"
	trialName         = "DemoBot"
	trialConversation = "try"
)

var trialScopes = []string{"notification:send", "filesystem:read"}

// trial is one call of each sensitivity, by an agent of Assent's own on data of its own. But
// for granted it belongs to the loop.
type trial struct {
	mu      sync.Mutex
	granted chan struct{} // not nil: its review is awaited, and closes it

	staged  bool                 // it plays, or has, and the person did not go on yet
	playing bool                 // it plays
	calls   []string             // the ids of those that began
	rows    map[string]audit.Row // what was recorded of them, by id
}

// trialStep is one of its calls: on a file that is made for it, where content is not empty.
type trialStep struct {
	sensitivity manifest.Sensitivity
	tool        string
	file        string // below the trial's folder
	content     string
}

// trialSteps are its calls, in order. The last one's file is on everybody's care list.
var trialSteps = []trialStep{
	{sensitivity: manifest.Low, tool: "send_notification"},
	{sensitivity: manifest.Medium, tool: "read_file", file: "notes.md", content: "Buy bread.\nCall the dentist.\n"},
	{sensitivity: manifest.High, tool: "read_file", file: ".env", content: "PASSWORD=made-up-for-this-demo\n"},
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

// expectNoMore has reviews of its agent be the person's again.
func (t *trial) expectNoMore() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.granted = nil
}

// over reports whether all its calls were answered.
func (t *trial) over() bool { return t.staged && !t.playing && len(t.calls) == len(trialSteps) }

// trialPatience is how long the trial waits for its agent to be known.
const trialPatience = 5 * time.Second

// try plays the trial. What comes of it is on the welcome page.
func (u *UI) try() {
	t := &u.trial
	if t.playing {
		return
	}
	t.staged, t.playing, t.calls, t.rows = true, true, nil, map[string]audit.Row{}
	u.main.show("activity")
	granted := t.expect()
	u.change(func() error {
		defer u.later(func() { t.playing = false; u.refresh() })
		defer t.expectNoMore()
		if err := u.engine.AddAgent(trialAgent, trialName, assets.DemoManifest); err != nil {
			return err
		}
		if !u.knows(trialAgent) {
			select {
			case <-granted:
			case <-time.After(trialPatience):
			}
		}
		return u.playTrial()
	})
}

// tellStory has a new demo begin with the trial. It may take long, and is called on a
// goroutine of its own.
func (u *UI) tellStory() {
	told, err := u.engine.Calls(context.Background(), audit.Filter{Agent: trialAgent, Limit: 1})
	if err == nil && len(told) == 0 {
		u.later(u.try)
	}
}

// leaveTrial goes on from what the trial showed.
func (u *UI) leaveTrial() {
	u.trial.staged = false
	u.main.show("activity")
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
	folder, err := layTrial(u.options.Home)
	if err != nil {
		return fmt.Errorf("making the files to be asked about: %w", err)
	}
	defer os.RemoveAll(folder)
	for _, step := range trialSteps {
		arguments := map[string]string{"title": u.words.Say("trial.title"), "body": u.words.Say("trial.body")}
		if step.file != "" {
			arguments = map[string]string{"path": filepath.Join(folder, step.file)}
		}
		data, err := json.Marshal(arguments)
		if err != nil {
			return err
		}
		id := fmt.Sprint("try-", step.sensitivity, "-", time.Now().UnixNano())
		u.later(func() { u.trial.calls = append(u.trial.calls, id); u.refresh() })
		key := wire.CallKey{AgentID: trialAgent, ConversationID: trialConversation, CallID: id}
		if _, _, err := u.engine.Play(context.Background(), wire.Request{CallKey: key, Tool: step.tool, Arguments: data}); err != nil {
			return err
		}
	}
	return nil
}

// layTrial makes the files that the trial's calls are about, in a folder below home.
func layTrial(home string) (folder string, err error) {
	if folder, err = os.MkdirTemp(home, "assent-demo-"); err != nil {
		return "", err
	}
	for _, step := range trialSteps {
		if step.file == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, step.file), []byte(step.content), 0o600); err != nil {
			os.RemoveAll(folder)
			return "", err
		}
	}
	return folder, nil
}

// readTrial reads what was recorded of the trial, and calls then where that is something new.
func (u *UI) readTrial(then func()) {
	if !u.trial.staged {
		return
	}
	go func() {
		rows, err := u.engine.Calls(context.Background(), audit.Filter{Agent: trialAgent, Conversation: trialConversation, Limit: 2 * len(trialSteps)})
		if err != nil {
			return // Activity says so
		}
		u.later(func() {
			changed := false
			for _, row := range rows {
				changed = changed || u.trial.rows[row.CallID] != row
				u.trial.rows[row.CallID] = row
			}
			if changed {
				then()
			}
		})
	}()
}
