package sandbox

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/app/assenttest"
	"assent/app/sandbox/store"
	"assent/consent/clock"

	"github.com/coder/websocket"
)

func (b *bench) say(token, conversation, text string) int64 {
	b.t.Helper()
	return int64(b.must(202, token, "POST", "/conversations/"+conversation+"/messages",
		object{"msg_subtype": "text", "content_type": "text", "payload": object{"type": "text", "text": text}})["seq"].(float64))
}

func (b *bench) socket(token, since string) *websocket.Conn {
	b.t.Helper()
	conn, _, err := websocket.Dial(assenttest.Patient(b.t), b.URL+"/ws"+since, &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + token}}})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { conn.CloseNow() })
	return conn
}

func (b *bench) message(conn *websocket.Conn) (e object) {
	b.t.Helper()
	_, text, err := conn.Read(assenttest.Patient(b.t))
	if err != nil {
		b.t.Fatal(err)
	}
	d, err := described()
	if err != nil {
		b.t.Fatal(err)
	}
	schema, err := d.schema("#/components/schemas/event")
	if err != nil {
		b.t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		b.t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		b.t.Errorf("%s is not as described: %v", text, err)
	}
	return value.(object)
}

// TestEvents: both streams give the same events to who is in the conversation, without
// their own, and go on after a gap with nothing lost and nothing twice.
func TestEvents(t *testing.T) {
	t.Parallel()
	b := newBench(t, clock.System(), filepath.Join(t.TempDir(), "none"))
	a, other, u := b.agent(reading), b.agent(reading), b.Users[0]
	c := b.conversation(a, u, "h2a")
	first := b.say(u.Token, c, "one")
	now := b.socket(a.key, "") // hears nothing of before
	b.say(a.key, c, "its own")
	b.say(u.Token, b.conversation(other, u, "h2a"), "another agent's")
	second := b.say(b.Owner, c, "two") // as the user

	socket, plain := b.socket(a.key, "?since=0"), b.events(a.key, "0")
	for i, want := range []int64{first, second} {
		for _, e := range []object{b.message(socket), plain.next()} {
			if int64(e["seq"].(float64)) != want || e["type"] != "message.new" || e["sender"] != "user" || e["payload"].(object)["text"] != []string{"one", "two"}[i] {
				t.Errorf("event %d is %v", i, e)
			}
		}
	}
	if e := b.message(now); int64(e["seq"].(float64)) != second {
		t.Errorf("a stream that began later heard %v", e)
	}
	socket.CloseNow()
	plain.close()
	third := b.say(u.Token, c, "three")
	gap := fmt.Sprint(second)
	for _, e := range []object{b.message(b.socket(a.key, "?since="+gap)), b.events(a.key, gap).next()} {
		if int64(e["seq"].(float64)) != third {
			t.Errorf("after the gap comes %v", e)
		}
	}
	if e := b.events(u.Token, "0").next(); e["sender"] != "agent" || e["payload"].(object)["text"] != "its own" {
		t.Errorf("the user hears %v", e)
	}
	r, _ := http.NewRequest("GET", b.URL+"/events", nil)
	r.Header = http.Header{"Authorization": {"Bearer " + a.key}, "Last-Event-ID": {gap}}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text := make([]byte, 1024)
	var got string
	for !strings.Contains(got, fmt.Sprintf("id: %d\n", third)) {
		n, err := response.Body.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		got += string(text[:n])
	}
}

// TestSocketThatTalks: what a client says ends its stream.
func TestSocketThatTalks(t *testing.T) {
	t.Parallel()
	b := newBench(t, clock.System())
	conn := b.socket(b.agent(reading).key, "")
	if err := conn.Write(assenttest.Patient(t), websocket.MessageText, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := conn.Read(assenttest.Patient(t)); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("it ends with %v", err)
	}
}

// TestSlowListeners: who does not read is cut off and holds nothing up; who comes back
// has missed nothing.
func TestSlowListeners(t *testing.T) {
	t.Parallel()
	kept, err := store.Open(filepath.Join(t.TempDir(), "sandbox.db"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	agentID, key, err := kept.AddAgent("slow", "h", []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	c, err := kept.AddConversation(store.Conversation{AgentID: agentID, UserID: "user-1", Type: "h2a"})
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(`{"text":"` + strings.Repeat("x", 512<<10) + `"}`)
	for range 40 { // more than the kernel's buffers take
		if _, err := kept.Say(store.Message{Conversation: c, Sender: store.User, Subtype: "text", ContentType: "text", Payload: text}); err != nil {
			t.Fatal(err)
		}
	}
	log := make(lines, 100)
	address := serveStore(t, kept, limits{body: time.Minute, answer: 100 * time.Millisecond, quiet: time.Minute}, log)
	for _, asks := range []string{
		"/events?since=0 HTTP/1.1\r\n",
		"/ws?since=0 HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "GET %sHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n", asks, key)
		select {
		case line := <-log:
			if !strings.Contains(line, "stream ended") {
				t.Errorf("the log says %s", line)
			}
		case <-assenttest.Patient(t).Done():
			t.Fatalf("%.10s: it is not cut off", asks)
		}
	}
}

// lines is a log whose lines are waited for.
type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}
