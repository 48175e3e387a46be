package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/consent/clock"

	"github.com/coder/websocket"
)

// TestOpenAPINamesTheRoutes: every route is described, and every one described is there.
func TestOpenAPINamesTheRoutes(t *testing.T) {
	t.Parallel()
	d, err := described()
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, r := range routes {
		want = append(want, r.method+" "+r.path)
	}
	for path, operations := range d.paths {
		for method := range operations {
			got = append(got, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("described are\n%s\nthere are\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestOpenAPINamesTheStatuses: a request is made for every status of every route, and no
// other status comes. What they answer is checked by ask.
func TestOpenAPINamesTheStatuses(t *testing.T) {
	t.Parallel()
	b := newBench(t, clock.NewVirtual(noon), filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two"))
	a, other := b.agent(reading), b.agent(reading)
	u := b.Users[0]
	relation, c := b.relate(a, u), b.conversation(a, u, "h2a")
	b.must(201, a.key, "POST", "/agents/"+a.id+"/webhook", object{"url": "http://127.0.0.1:1/"})
	messages := "/conversations/" + c + "/messages"
	large := `{"name":"` + strings.Repeat("x", maxBody) + `"}`

	b.must(200, "", "GET", "/openapi.json", nil)
	b.must(200, "", "GET", "/agents/"+a.id, nil)
	b.must(404, "", "GET", "/agents/none", nil)
	b.must(200, a.key, "PATCH", "/agents/"+a.id, reading)
	b.must(200, a.key, "GET", "/agents/"+a.id+"/webhook", nil)
	b.must(404, other.key, "GET", "/agents/"+other.id+"/webhook", nil)
	b.must(200, u.Token, "POST", "/h2a/relations", object{"agent_id": a.id, "granted_scopes": []string{}})
	b.must(200, u.Token, "GET", "/h2a/relations/"+relation, nil)
	b.must(200, u.Token, "PATCH", "/h2a/relations/"+relation, object{"granted_scopes": []string{}})
	for i := range callsAMinute {
		b.call(a, c, fmt.Sprint(i), "t", object{})
	}
	b.must(429, a.key, "POST", messages, callMessage("new", "t", object{}))
	b.must(409, a.key, "POST", messages, callMessage("1", "other", object{}))

	for _, route := range []struct{ method, path, who, another string }{
		{"POST", "/agents", b.Owner, a.key},
		{"PATCH", "/agents/" + a.id, a.key, other.key},
		{"POST", "/agents/" + a.id + "/webhook", a.key, other.key},
		{"POST", "/h2a/relations", u.Token, a.key},
		{"PATCH", "/h2a/relations/" + relation, u.Token, b.Users[1].Token},
		{"POST", "/conversations", a.key, other.key},
		{"POST", messages, a.key, other.key},
	} {
		b.must(400, route.who, route.method, route.path, "[]")
		b.must(401, "", route.method, route.path, "{}")
		b.must(403, route.another, route.method, route.path, object{"agent_id": a.id, "user_id": u.UserID, "type": "h2a"})
		b.must(413, route.who, route.method, route.path, large)
		b.must(415, route.who, route.method, route.path, nil)
		if strings.Count(route.path, "/") > 1 && !strings.HasSuffix(route.path, "relations") {
			b.must(404, route.who, route.method, strings.NewReplacer(a.id, "none", relation, "none", c, "none").Replace(route.path), "{}")
		} else if route.path != "/agents" {
			b.must(404, b.Owner, route.method, route.path, object{"agent_id": "none", "user_id": u.UserID, "type": "h2a", "granted_scopes": []string{}})
		}
	}
	for _, path := range []string{"/agents/" + a.id + "/webhook", "/h2a/relations/" + relation} {
		b.must(401, "", "GET", path, nil)
		b.must(403, other.key, "GET", path, nil)
	}
	b.must(404, u.Token, "GET", "/h2a/relations/none", nil)
	b.must(401, "", "GET", "/events", nil)
	b.must(400, a.key, "GET", "/events?since=x", nil)
	b.must(403, b.Owner, "GET", "/events", nil)
	b.must(426, a.key, "GET", "/ws", nil)
	b.must(401, "", "GET", "/ws", nil)
	b.must(403, b.Owner, "GET", "/ws", nil)
	b.must(400, a.key, "GET", "/ws?since=-1", nil)
	for range maxStreams {
		b.events(a.key, "0")
	}
	b.must(429, a.key, "GET", "/events", nil)
	_, response, err := websocket.Dial(assenttest.Patient(t), b.URL+"/ws", &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + a.key}}})
	if err == nil || response.StatusCode != 429 {
		t.Errorf("one stream too many gave %v", err)
	}
	b.seen = append(b.seen, answered{"/events", "GET", 200}, answered{"/ws", "GET", 101}, answered{"/ws", "GET", 429}) // see TestEvents
	b.compare()
}

// compare holds what was answered against what is documented.
func (b *bench) compare() {
	b.t.Helper()
	d, _ := described()
	for path, operations := range d.paths {
		for method, operation := range operations {
			for status := range operation.Responses {
				if status != "default" && !slices.ContainsFunc(b.seen, func(s answered) bool {
					return s.path == path && strings.EqualFold(s.method, method) && fmt.Sprint(s.status) == status
				}) {
					b.t.Errorf("%s %s never answers %s", method, path, status)
				}
			}
		}
	}
	for _, s := range b.seen {
		if name := d.status(s.method, s.path, s.status); name != fmt.Sprint(s.status) {
			b.t.Errorf("%s %s answers %d, which is not documented", s.method, s.path, s.status)
		}
	}
}

// Every reference in the description leads somewhere.
func TestOpenAPIReferences(t *testing.T) {
	t.Parallel()
	var document any
	if err := json.Unmarshal(openAPI, &document); err != nil {
		t.Fatal(err)
	}
	leads := func(ref string) bool {
		at := document
		for _, name := range strings.Split(ref, "/")[1:] {
			members, _ := at.(object)
			at = members[name]
		}
		return strings.HasPrefix(ref, "#/") && at != nil
	}
	var walk func(any)
	walk = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, item := range value {
				walk(item)
			}
		case object:
			if ref, ok := value["$ref"].(string); ok && !leads(ref) {
				t.Errorf("%s leads nowhere", ref)
			}
			for _, member := range value {
				walk(member)
			}
		}
	}
	walk(document)
}
