package sandbox

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/app/sandbox/store"
	"assent/consent/clock"
)

// request makes one that ask cannot make.
func (b *bench) request(method, path, body string, header map[string]string) (*http.Response, object) {
	b.t.Helper()
	r, err := http.NewRequest(method, b.URL+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	if host := header["Host"]; host != "" {
		r.Host = host
	}
	return b.do(r)
}

func TestRequestsThatAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, clock.System(), filepath.Join(t.TempDir(), "none"))
	a := b.agent(reading)
	c := b.conversation(a, b.Users[0], "h2a")
	bearer, messages := "Bearer "+a.key, "/conversations/"+c+"/messages"
	for name, test := range map[string]struct {
		method, path, body string
		header             map[string]string
		status             int
		code               string
	}{
		"a rebound name":           {"GET", "/agents/" + a.id, "", map[string]string{"Host": "evil.example"}, 403, "FORBIDDEN"},
		"a page of the web":        {"GET", "/agents/" + a.id, "", map[string]string{"Origin": "https://evil.example"}, 403, "FORBIDDEN"},
		"another path":             {"GET", "/agent", "", nil, 404, "NOT_FOUND"},
		"a path below":             {"GET", "/agents/" + a.id + "/x", "", nil, 404, "NOT_FOUND"},
		"another method":           {"DELETE", "/agents/" + a.id, "", nil, 405, "METHOD_NOT_ALLOWED"},
		"another scheme":           {"POST", messages, "{}", map[string]string{"Authorization": "Basic " + a.key}, 401, "UNAUTHORIZED"},
		"an empty token":           {"POST", messages, "{}", map[string]string{"Authorization": "Bearer "}, 401, "UNAUTHORIZED"},
		"half a token":             {"POST", messages, "{}", map[string]string{"Authorization": bearer[:len(bearer)-1]}, 401, "UNAUTHORIZED"},
		"a form":                   {"POST", messages, "{}", map[string]string{"Authorization": bearer, "Content-Type": "application/x-www-form-urlencoded"}, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"a compressed body":        {"POST", messages, "{}", map[string]string{"Authorization": bearer, "Content-Type": "application/json", "Content-Encoding": "gzip"}, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"no JSON":                  {"POST", messages, `{"a"`, map[string]string{"Authorization": bearer, "Content-Type": "application/json"}, 400, "BAD_REQUEST"},
		"a name twice":             {"POST", messages, `{"msg_subtype":"text","msg_subtype":"text"}`, map[string]string{"Authorization": bearer, "Content-Type": "application/json"}, 400, "BAD_REQUEST"},
		"bytes that are no text":   {"POST", messages, "{\"msg_subtype\":\"\xff\"}", map[string]string{"Authorization": bearer, "Content-Type": "application/json"}, 400, "BAD_REQUEST"},
		"another type":             {"POST", messages, `{"msg_subtype":1}`, map[string]string{"Authorization": bearer, "Content-Type": "application/json"}, 400, "BAD_REQUEST"},
		"two values":               {"POST", messages, `{} {}`, map[string]string{"Authorization": bearer, "Content-Type": "application/json"}, 400, "BAD_REQUEST"},
		"a subtype with a newline": {"POST", messages, `{"msg_subtype":"te\nxt","content_type":"text","payload":{}}`, map[string]string{"Authorization": bearer, "Content-Type": "application/json"}, 400, "BAD_REQUEST"},
		"too much":                 {"POST", messages, strings.Repeat(" ", maxBody+1), map[string]string{"Authorization": bearer, "Content-Type": "application/json"}, 413, "REQUEST_TOO_LARGE"},
	} {
		response, answer := b.request(test.method, test.path, test.body, test.header)
		if response.StatusCode != test.status || answer["code"] != test.code || response.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %v", name, response.StatusCode, answer)
		}
		if test.status == 401 && response.Header.Get("WWW-Authenticate") == "" || test.status == 405 && response.Header.Get("Allow") != "GET, PATCH" {
			t.Errorf("%s: %v", name, response.Header)
		}
	}
}

// TestMessagesThatAreRefused: what no host could hand on, and what goes the wrong way.
func TestMessagesThatAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, clock.System(), filepath.Join(t.TempDir(), "none"))
	a, u := b.agent(reading), b.Users[0]
	messages := "/conversations/" + b.conversation(a, u, "h2a") + "/messages"
	bare, _ := json.Marshal(callMessage("c", "t", object{"a": ""}))
	large := callMessage("c", "t", object{"a": strings.Repeat("x", maxBody-len(bare))}) // fits a body, not a line with its envelope
	for name, test := range map[string]struct {
		token  string
		body   any
		status int
		code   string
	}{
		"a call without an id":        {a.key, callMessage("", "t", object{}), 400, "BAD_MESSAGE"},
		"a call that is none":         {a.key, object{"msg_subtype": "artifact_tool_call", "content_type": "artifact", "payload": object{}}, 400, "BAD_MESSAGE"},
		"a call of another content":   {a.key, object{"msg_subtype": "artifact_tool_call", "content_type": "text", "payload": callMessage("c", "t", object{})["payload"]}, 400, "BAD_MESSAGE"},
		"a user's call":               {u.Token, callMessage("c", "t", object{}), 403, "FORBIDDEN"},
		"an agent's response":         {a.key, object{"msg_subtype": "artifact_response", "content_type": "artifact", "payload": object{}}, 403, "FORBIDDEN"},
		"a line that is too long":     {a.key, large, 413, "REQUEST_TOO_LARGE"},
		"a payload that is no object": {a.key, object{"msg_subtype": "text", "content_type": "text", "payload": "hello"}, 400, "BAD_REQUEST"},
	} {
		if status, answer := b.ask(test.token, "POST", messages, test.body); status != test.status || answer["code"] != test.code {
			t.Errorf("%s: %d %v", name, status, answer)
		}
	}
}

// TestSlowBody: a body that does not come is not waited for without end, one that nobody
// reads neither.
func TestSlowBody(t *testing.T) {
	t.Parallel()
	kept, err := store.Open(filepath.Join(t.TempDir(), "sandbox.db"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	owner, err := kept.OwnerToken()
	if err != nil {
		t.Fatal(err)
	}
	address := serveStore(t, kept, limits{body: 50 * time.Millisecond, answer: time.Minute, quiet: time.Minute}, io.Discard)
	for token, want := range map[string]int{owner: 408, "none": 401} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(30 * time.Second))
		fmt.Fprintf(conn, "POST /agents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", token)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || response.StatusCode != want {
			t.Errorf("a slow body: %v, %v, want %d", response, err, want)
		}
	}
}

// TestLogHasNoContents: what was said, and the tokens, are not in the log.
func TestLogHasNoContents(t *testing.T) {
	t.Parallel()
	b := newBench(t, clock.System(), filepath.Join(t.TempDir(), "none"))
	a := b.agent(reading)
	messages := "/conversations/" + b.conversation(a, b.Users[0], "h2a") + "/messages"
	b.must(202, a.key, "POST", messages, object{"msg_subtype": "text", "content_type": "text", "payload": object{"type": "text", "text": "MARKER"}})
	b.call(a, strings.Split(messages, "/")[2], "MARKER", "MARKER", object{"MARKER": "MARKER"})
	b.must(400, a.key, "POST", messages, object{"MARKER": 1})
	b.must(404, a.key, "GET", "/MARKER", nil)
	b.must(404, a.key, "GET", "/agents/MARKER?since=MARKER", nil)
	b.must(401, "MARKER", "POST", messages, "MARKER")
	b.stop()
	log := b.log.String()
	for _, secret := range []string{"MARKER", a.key, b.Owner, b.Users[0].Token} {
		if strings.Contains(log, secret) {
			t.Errorf("the log has %q:\n%s", secret, log)
		}
	}
	if strings.Count(log, "msg=answered") != 4 || strings.Count(log, "msg=refused") != 4 {
		t.Errorf("the log lacks requests:\n%s", log)
	}
}
