package sandbox

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/app/sandbox/store"
	"assent/consent/clock"
)

// FuzzBody: whatever a body is, it is answered, as described, and never with a fault of
// the server's. What was taken comes out again as one event.
func FuzzBody(f *testing.F) {
	message, _ := json.Marshal(callMessage("c1", "t", object{"a": 1}))
	f.Add(string(message), uint8(0))
	f.Add(`{"msg_subtype":"text","content_type":"text","payload":{"type":"text","text":"\ud83d\ude00"}}`, uint8(0))
	f.Add(reading, uint8(1))
	f.Add(`{"capability_manifest":`+reading+`}`, uint8(1))
	f.Add(`{"agent_id":"x","granted_scopes":["a"],"user_id":null}`, uint8(2))
	f.Add(`{"url":"http://[::1]:1/"}`, uint8(3))
	kept, err := store.Open(filepath.Join(f.TempDir(), "sandbox.db"), time.Now)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { kept.Close() })
	owner, err := kept.OwnerToken()
	if err != nil {
		f.Fatal(err)
	}
	userID, _, err := kept.UserAt("/none")
	if err != nil {
		f.Fatal(err)
	}
	agentID, _, err := kept.AddAgent("a", "h", []byte(reading))
	if err != nil {
		f.Fatal(err)
	}
	conversation, err := kept.AddConversation(store.Conversation{AgentID: agentID, UserID: userID, Type: "h2a"})
	if err != nil {
		f.Fatal(err)
	}
	s := newServer(kept, clock.NewFlowing(noon), slog.New(slog.DiscardHandler))
	handler := s.handler()
	f.Fuzz(func(t *testing.T, body string, route uint8) {
		at := []struct{ method, path string }{
			{"POST", "/conversations/" + conversation.ID + "/messages"}, {"PATCH", "/agents/" + agentID}, {"POST", "/h2a/relations"},
			{"POST", "/agents/" + agentID + "/webhook"}, {"POST", "/conversations"}, {"POST", "/agents"},
		}[route%6]
		s.calls = newCallRate(s.clock)
		r := httptest.NewRequest(at.method, at.path, strings.NewReader(body))
		r.Header = http.Header{"Authorization": {"Bearer " + owner}, "Content-Type": {"application/json"}}
		before, err := kept.Latest()
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%s %s: %d %s", at.method, at.path, w.Code, w.Body)
		}
		d, err := described()
		if err != nil {
			t.Fatal(err)
		}
		d.check(t, at.method, at.path, w.Result(), w.Body.Bytes())
		if after, err := kept.Latest(); err != nil || after > before {
			if e, err := kept.Event(after); err != nil || !json.Valid(e.JSON) || strings.ContainsAny(string(e.JSON), "\r\n") {
				t.Fatalf("the event is %s: %v", e.JSON, err)
			}
		}
	})
}
