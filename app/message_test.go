//go:build linux

package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/folder"
	"assent/consent"
	"assent/consent/ask"
	"assent/executors"
	"assent/i18n"
)

// curt says no to everything, with a few words.
type curt struct{ message string }

func (c curt) Ask(_ context.Context, _ ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	return ask.Answer{Choice: ask.Deny, Message: c.message}, nil
}

func (curt) Review(r consent.Review, answer func([]string)) { answer(r.Scopes) }

// What the person says with a no reaches the agent in both shapes of a call, also when
// the call is seen again, and nothing that is kept: no log, no recording.
func TestTheWordsOfANoAreForTheAgentAlone(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	places := folder.Places{Data: filepath.Join(root, "data"), Socket: filepath.Join(root, "s")}
	e, err := Open(Options{Places: places, Program: "test", Asker: curt{mark + " later"}, Reviewer: curt{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	e.serve("camera:use", &camera{facts: executors.Facts{Care: []i18n.Text{{Key: "k"}}}})
	if err := e.AddAgent("agent-1", "", []byte(cameraManifest)); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 1)
	host := e.Connect(func(line []byte, written func()) { lines <- string(line); written() })
	const envelope = `{"type":"message","agent_id":"agent-1","conversation_id":"c-%s","conversation_type":"h2a","msg_subtype":"artifact_tool_call","payload":%s}`
	for i, arguments := range []bool{false, true} {
		if err := e.Record(filepath.Join(root, fmt.Sprint(i, ".jsonl")), arguments); err != nil {
			t.Fatal(err)
		}
		for shape, payload := range map[string]string{
			"flat":   `{"type":"artifact","artifact":{"subtype":"tool_call","call_id":"a","tool_name":"shoot","arguments":{}}}`,
			"nested": `{"type":"artifact","artifact":{"artifact_id":"a","subtype":"tool_call","payload":{"call_id":"a","tool_name":"shoot","arguments":{}}}}`,
		} {
			receive(host, fmt.Appendf(nil, envelope, shape, payload))
			if got := <-lines; !strings.Contains(got, `"status":"denied","reason":"user_re`) || !strings.Contains(got, `"message":"`+mark+` later"`) {
				t.Errorf("%s: got %s", shape, got)
			}
		}
		if err := e.StopRecording(); err != nil {
			t.Error(err)
		}
	}
	searchForSecrets(t, root)
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	searchForSecrets(t, root)
}
