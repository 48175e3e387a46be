package network

import (
	"encoding/json"
	"testing"
	"testing/fstest"

	"assent/executors"
)

func TestPagesAnswerInPlaceOfTheNetwork(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"example.com/index.html": {Data: []byte("<h1>front</h1>")},
		"example.com/data":       {Data: []byte("plain")},
		"other.example/a.json":   {Data: []byte(`{"a":1}`)},
		"secret":                 {Data: []byte("beside the sites")},
	}
	for _, c := range []struct {
		url    string
		status int
		body   string
		kind   string
	}{
		{"https://example.com", 200, "<h1>front</h1>", "text/html; charset=utf-8"},
		{"http://example.com:8080/?q=1", 200, "<h1>front</h1>", "text/html; charset=utf-8"},
		{"https://example.com/data", 200, "plain", "text/plain; charset=utf-8"},
		{"https://other.example/a.json", 200, `{"a":1}`, "application/json"},
		{"https://example.com/nothing", 404, "404 page not found\n", "text/plain; charset=utf-8"},
		{"https://example.com/../secret", 404, "404 page not found\n", "text/plain; charset=utf-8"},
		{"https://nobody.example/", 404, "404 page not found\n", "text/plain; charset=utf-8"},
	} {
		arguments, _ := json.Marshal(map[string]string{"url": c.url})
		plan, err := New(Options{Pages: files}).Prepare(t.Context(), executors.Request{Scope: "network:http", Tool: "fetch_url", Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		got, err := plan.Run(t.Context())
		if err != nil {
			t.Errorf("%s: %v", c.url, err)
			continue
		}
		if r := got.(result); r.StatusCode != c.status || r.Body != c.body || r.Headers["Content-Type"] != c.kind {
			t.Errorf("%s: got %d %q %q, want %d %q %q", c.url, r.StatusCode, r.Body, r.Headers["Content-Type"], c.status, c.body, c.kind)
		}
	}
}

// What may not be reached may not be reached among pages: they change no judgement.
func TestPagesAreJudgedAsTheNetworkIs(t *testing.T) {
	t.Parallel()
	plan, err := New(Options{Pages: fstest.MapFS{"127.0.0.1/index.html": {}}}).Prepare(t.Context(),
		executors.Request{Scope: "network:http", Tool: "fetch_url", Arguments: []byte(`{"url":"http://127.0.0.1/"}`)})
	if err == nil {
		_, err = plan.Run(t.Context())
	}
	if executors.AsError(err).Reason != executors.AddressNotAllowed {
		t.Errorf("got %v, want address_not_allowed", err)
	}
}
