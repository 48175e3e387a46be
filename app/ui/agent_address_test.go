package ui

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestFetchAgent: what a sandbox shows fills the form; all else says why it does not.
func TestFetchAgent(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/agents/one":
			io.WriteString(w, `{"agent_id":"one","name":"DemoBot","capability_manifest":{"schema_version":"1.0"},"capability_manifest_version":3}`)
		case "/agents/moved":
			http.Redirect(w, r, "/agents/one", http.StatusFound)
		case "/agents/bad-id":
			io.WriteString(w, `{"agent_id":"b\u0000d","capability_manifest":{}}`)
		case "/agents/page":
			io.WriteString(w, `<html>`)
		case "/agents/endless":
			io.WriteString(w, `{"agent_id":"`+strings.Repeat("x", 3*fileLimit))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	a, problem := fetchAgent(t.Context(), server.URL+"/agents/one")
	if problem != nil || a.ID != "one" || a.Name != "DemoBot" || string(a.Manifest) != "{\n\t\"schema_version\": \"1.0\"\n}" {
		t.Errorf("it is %v, %v", a, problem)
	}
	closed := httptest.NewServer(nil)
	closed.Close()
	for address, want := range map[string]string{
		server.URL + "/agents/none":       "add.address_none",
		server.URL + "/agents/moved":      "add.address_none",
		server.URL + "/agents/bad-id":     "add.address_none",
		server.URL + "/agents/page":       "add.address_none",
		server.URL + "/agents/endless":    "add.address_none",
		closed.URL + "/agents/one":        "add.address_silent",
		server.URL:                        "add.address_wrong",
		"":                                "add.address_wrong",
		"agents/one":                      "add.address_wrong",
		"file:///agents/one":              "add.address_wrong",
		"http://example.com/agents/one":   "add.address_wrong",
		"http://a:b@127.0.0.1/agents/one": "add.address_wrong",
	} {
		if a, problem := fetchAgent(t.Context(), address); problem == nil || problem.Key != want {
			t.Errorf("%s: %v, %v", address, a, problem)
		}
	}
}

// TestFetchIntoTheForm: the server's agent stands in the form, under the id that its calls
// bear, until the person adds it.
func TestFetchIntoTheForm(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"agent_id":"one","name":"Demo\u202eBot","capability_manifest":{"schema_version":"1.0"}}`)
	}))
	defer server.Close()
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		u.ShowPage("agents", Adding)
		drain()
		entries(u)[1].SetText("mine")
		entries(u)[3].SetText("nowhere")
		entries(u)[3].OnSubmitted("")
		drain()
		if id, _, says := form(t, u); id != "mine" || !strings.Contains(says, "not the address") {
			t.Errorf("a wrong address gives %q, %q", id, says)
		}
		entries(u)[3].SetText(" " + server.URL + "/agents/one ")
		tap(t, u, drain, "Fetch")
		if id, text, says := form(t, u); id != "one" || !strings.Contains(text, "schema_version") || says != "" || entries(u)[2].Text != "Demo‹U+202E›Bot" {
			t.Errorf("the form has %q, %q, %q, says %q", id, text, entries(u)[2].Text, says)
		}
		if len(d.did) != 0 {
			t.Errorf("it did %v", d.did)
		}
	})
}
