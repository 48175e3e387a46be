package sdk_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"assent/app"
	"assent/app/assenttest"
	server "assent/app/sandbox"
	"assent/consent/clock"
)

// A door is where an agent's program is connected: an engine with a person who gives
// answers, and three sites to fetch.
type door struct {
	env  []string
	said string // to the manifest's offer

	conversation, url, agentID, apiKey, owner, user string // of a sandbox
}

var doors = map[string]func(t *testing.T, answers, manifest string) door{
	"socket":  socket,
	"sandbox": sandbox,
}

func desk(t *testing.T, answers string) *assenttest.Desk {
	t.Helper()
	sites := t.TempDir()
	for _, host := range []string{"example.com", "a.com", "b.com"} {
		must(t, os.Mkdir(filepath.Join(sites, host), 0o700))
		must(t, os.WriteFile(filepath.Join(sites, host, "index.html"), []byte("the page of "+host+"\n"), 0o600))
	}
	return assenttest.New(t, answers, assenttest.Faking(app.Fakes{Pages: sites}))
}

// socket gives an engine that the library offered the manifest to.
func socket(t *testing.T, answers, manifest string) door {
	t.Helper()
	d := door{env: []string{"ASSENT_AGENT_ID=agent-1", "ASSENT_CONVERSATION_ID=c-1", "ASSENT_SOCKET=" + desk(t, answers).Socket}}
	out, err := d.node(t, "offer.mjs", "console.log(JSON.stringify(await agent.offerManifest("+manifest+")));").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	d.said = string(out)
	return d
}

// sandbox gives a sandbox with the engine behind it, where the agent was added for its user.
func sandbox(t *testing.T, answers, manifest string) door {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	said, saying := io.Pipe()
	ended := make(chan error, 1)
	engine := desk(t, answers)
	options := server.Options{Folder: filepath.Join(t.TempDir(), "sandbox"), Engines: []string{engine.Socket}, Clock: clock.System(), Log: slog.New(slog.DiscardHandler)}
	go func() { ended <- server.Run(ctx, options, listener, saying) }()
	t.Cleanup(func() {
		cancel()
		must(t, <-ended)
	})
	var first struct {
		URL   string                   `json:"url"`
		Owner string                   `json:"owner_token"`
		Users []struct{ Token string } `json:"users"`
	}
	line, err := bufio.NewReader(said).ReadBytes('\n')
	must(t, err)
	must(t, json.Unmarshal(line, &first))

	d := door{url: first.URL, owner: first.Owner, user: first.Users[0].Token}
	added := d.post(t, d.owner, "/agents", map[string]any{"name": "DemoBot", "capability_manifest": json.RawMessage(manifest)})
	d.agentID, d.apiKey = added["agent_id"].(string), added["api_key"].(string)
	d.post(t, d.user, "/h2a/relations", map[string]any{"agent_id": d.agentID, "granted_scopes": []string{}})
	d.conversation = d.post(t, d.apiKey, "/conversations", map[string]any{"agent_id": d.agentID, "type": "h2a"})["conversation_id"].(string)
	d.env = []string{"ASSENT_AGENT_ID=" + d.agentID, "ASSENT_CONVERSATION_ID=" + d.conversation, "ASSENT_SANDBOX=" + d.url, "ASSENT_API_KEY=" + d.apiKey}
	return d
}

// post asks the sandbox for something, which it gives.
func (d door) post(t *testing.T, token, path string, body any) map[string]any {
	t.Helper()
	text, err := json.Marshal(body)
	must(t, err)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.url+path, bytes.NewReader(text))
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	must(t, err)
	var fields map[string]any
	if err := json.Unmarshal(answer, &fields); err != nil || response.StatusCode >= 300 {
		t.Fatalf("POST %s: %s: %s", path, response.Status, answer)
	}
	return fields
}
