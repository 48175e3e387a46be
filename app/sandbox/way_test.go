package sandbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"assent/app/assenttest"
	"assent/consent/clock"
)

// TestTheWholeWay: an agent's call reaches its user's desk, and the answer the agent, in
// the shape of the call.
func TestTheWholeWay(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	path := filepath.Join(d.Home, "notes.md")
	if err := os.WriteFile(path, []byte("buy bread"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, clock.System(), d.Socket)
	a := b.agent(reading)
	b.relate(a, b.Users[0])
	c := b.conversation(a, b.Users[0], "h2a")
	events := b.events(a.key, "0")

	b.call(a, c, "c1", "read_file", object{"path": path})
	flat := events.next()
	if r := response(flat); flat["type"] != "artifact_response" || flat["conversation_id"] != c || r["status"] != "ok" || r["call_id"] != "c1" || r["result"].(object)["content"] != "buy bread" {
		t.Errorf("the flat call is answered %v", flat)
	}
	b.must(202, a.key, "POST", "/conversations/"+c+"/messages", object{"msg_subtype": "artifact_tool_call", "content_type": "artifact", "payload": object{
		"type": "artifact", "artifact": object{"artifact_id": "c2", "subtype": "tool_call", "payload": object{"call_id": "c2", "tool_name": "read_file", "arguments": object{"path": path}}},
	}})
	nested := events.next()
	if p := nested["payload"].(object); p["type"] != "artifact_response" || p["ref_artifact_subtype"] != "tool_response" || p["call_id"] != "c2" || p["status"] != "ok" {
		t.Errorf("the nested call is answered %v", nested)
	}
	group := b.conversation(a, b.Users[0], "h2g")
	b.call(a, group, "c3", "read_file", object{"path": path})
	if r := response(events.next()); r["reason"] != "tool_not_supported_in_group" {
		t.Errorf("in a group it is answered %v", r)
	}
	b.call(a, c, "c4", "read_file", object{"file": path})
	if r := response(events.next()); r["error_code"] != "TOOL_INVALID_ARGUMENTS" {
		t.Errorf("wrong arguments are answered %v", r)
	}
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
