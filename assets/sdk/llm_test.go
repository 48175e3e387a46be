package sdk_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"assent/app/assenttest"
)

// completions stands in for a model: first it wants a page, then it says what came of it.
func completions(t *testing.T) *httptest.Server {
	t.Helper()
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Messages []message
			Tools    []any
		}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.URL.Path != "/v1/chat/completions" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		last := asked.Messages[len(asked.Messages)-1]
		answer := map[string]any{"role": "assistant", "content": "I read: " + last.Content}
		if last.Role == "user" {
			answer = map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
				"id": "t1", "type": "function", "function": map[string]string{"name": "fetch_url", "arguments": `{"url":"https://example.com"}`},
			}}}
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"object": "chat.completion", "choices": []any{map[string]any{"index": 0, "message": answer}}})
	}))
	t.Cleanup(server.Close)
	return server
}

// The page's loop between a model and its tools: a user's message goes in, the model asks
// for a page, the user allows or refuses it, and the reply says what came of it.
func TestTheModelLoopOfThePage(t *testing.T) {
	t.Parallel()
	program := callFetchURL(t) + code(t, page(t, "002"), `import OpenAI from`, "演示视频") + `console.log("listening");`
	for name, c := range map[string]struct{ answers, reply string }{
		"allowed": {assenttest.Allowing, "the page of example.com"},
		"refused": {denying, "工具调用失败:tool denied: user_rejected"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := sandbox(t, c.answers, manifest(t, "002"))
			agent := d.node(t, "agent.ts", program)
			agent.Env = append(agent.Env, "OPENAI_API_KEY=none", "OPENAI_BASE_URL="+completions(t).URL+"/v1")
			listens(t, agent)
			d.post(t, d.user, "/conversations/"+d.conversation+"/messages", map[string]any{"msg_subtype": "text", "content_type": "text",
				"payload": map[string]string{"type": "text", "text": "https://example.com 上写了什么?"}})
			if reply := d.reply(t); !strings.Contains(reply, c.reply) {
				t.Errorf("the user hears %q, not %q", reply, c.reply)
			}
		})
	}
}

// listens starts a program and waits until it says that it listens. It ends with the test.
func listens(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	must(t, err)
	var problems strings.Builder
	cmd.Stderr = &problems
	must(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "listening\n" {
		cmd.Wait()
		t.Fatalf("%v: %s%s", err, line, problems.String())
	}
}

// reply waits for the text that the user gets.
func (d door) reply(t *testing.T) string {
	t.Helper()
	request, err := http.NewRequestWithContext(assenttest.Patient(t), http.MethodGet, d.url+"/events?since=0", nil)
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+d.user)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		var event struct {
			Subtype string `json:"msg_subtype"`
			Payload struct{ Text string }
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		must(t, json.Unmarshal([]byte(data), &event))
		if event.Subtype == "text" {
			return event.Payload.Text
		}
	}
	t.Fatal("the events ended: ", lines.Err())
	return ""
}

// The page's curl changes the manifest of an agent, and is answered with the page's fields.
func TestCurlOfThePage(t *testing.T) {
	t.Parallel()
	d := sandbox(t, assenttest.Allowing, manifest(t, "002"))
	script := code(t, page(t, "000"), "curl -X PATCH", "成功响应")
	for placeholder, value := range map[string]string{"https://api.hashee.ai": d.url, "<agent_id>": d.agentID, "hsk_...": d.apiKey} {
		script = strings.ReplaceAll(script, placeholder, value)
	}
	sh := exec.CommandContext(t.Context(), "sh", "-c", "cat >manifest.json; "+strings.Replace(script, "curl ", "curl -sS ", 1))
	sh.Dir = t.TempDir()
	sh.Stdin = strings.NewReader(manifest(t, "000"))
	out, err := sh.Output()
	must(t, err)
	var answer struct {
		ID      string `json:"agent_id"`
		Version int    `json:"capability_manifest_version"`
		Hash    string `json:"capability_manifest_hash"`
		Changes []any  `json:"breaking_changes"`
	}
	must(t, json.Unmarshal(out, &answer))
	if answer.ID != d.agentID || answer.Version != 2 || len(answer.Hash) != 64 || answer.Changes == nil {
		t.Errorf("the answer is %s", out)
	}
}
