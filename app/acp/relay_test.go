package acp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"assent/app/assenttest"
	"assent/app/host"
	"assent/app/wire"
	"assent/consent/ask"
)

// person answers every question in one way.
type person struct {
	reply wire.Reply
	err   error
	asked []host.Use
}

func (p *person) Ask(_ context.Context, u host.Use) (wire.Reply, error) {
	p.asked = append(p.asked, u)
	return p.reply, p.err
}

func reply(status, reason string) wire.Reply {
	return wire.Reply{Response: wire.Response{Status: status, Reason: reason}}
}

const options = `[{"optionId":"always","name":"a","kind":"allow_always"},{"optionId":"once","name":"b","kind":"allow_once"},{"optionId":"no","name":"c","kind":"reject_once"}]`

func request(id, call, options string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"session/request_permission","params":{"sessionId":"s","toolCall":` + call + `,"options":` + options + "}}\n"
}

// What becomes of a request for permission.
func TestRequests(t *testing.T) {
	t.Parallel()
	call := `{"toolCallId":"1","kind":"execute","title":"run","rawInput":{"command":"ls"}}`
	good := request("5", call, options)
	yes := `{"jsonrpc":"2.0","id":5,"result":{"outcome":{"outcome":"selected","optionId":"once"}}}` + "\n"
	no := strings.Replace(yes, "once", "no", 1)
	for name, test := range map[string]struct {
		person   person
		line     string
		notAsked bool
		said     string // to the agent; empty: the editor asks
	}{
		"yes":                   {person: person{reply: reply(wire.StatusOK, "")}, line: good, said: yes},
		"a name for an id":      {person: person{reply: reply(wire.StatusOK, "")}, line: request(`"x"`, call, options), said: strings.Replace(yes, "5", `"x"`, 1)},
		"no":                    {person: person{reply: reply(wire.StatusDenied, wire.UserRefused)}, line: good, said: no},
		"never":                 {person: person{reply: reply(wire.StatusDenied, wire.PermissionRevoked)}, line: good, said: no},
		"no answer":             {person: person{reply: reply(wire.StatusDenied, wire.UserTimeout)}, line: good},
		"not granted":           {person: person{reply: reply(wire.StatusDenied, wire.ScopeNotGranted)}, line: good},
		"paused":                {person: person{reply: reply(wire.StatusError, wire.Paused)}, line: good},
		"no engine":             {person: person{err: errors.New("none")}, line: good},
		"no way to say no":      {person: person{reply: reply(wire.StatusDenied, wire.UserRefused)}, line: request("5", call, `[{"optionId":"once","kind":"allow_once"}]`)},
		"no yes for once":       {line: request("5", call, `[{"optionId":"always","kind":"allow_always"}]`), notAsked: true},
		"two ways to say yes":   {line: request("5", call, `[{"optionId":"a","kind":"allow_once"},{"optionId":"b","kind":"allow_once"}]`), notAsked: true},
		"nothing to show":       {line: request("5", `{"toolCallId":"1","kind":"execute"}`, options), notAsked: true},
		"an empty input":        {line: request("5", `{"toolCallId":"1","rawInput":null}`, options), notAsked: true},
		"no id":                 {line: request("null", call, options), notAsked: true},
		"names twice":           {line: strings.Replace(good, `"id":5`, `"id":5,"id":6`, 1), notAsked: true},
		"names in other cases":  {line: strings.Replace(good, `"method"`, `"Method"`, 1), notAsked: true},
		"a list of requests":    {line: "[" + strings.TrimSpace(good) + "]\n", notAsked: true},
		"not a line of JSON":    {line: good[:40] + "\n", notAsked: true},
		"more than one in line": {line: strings.TrimSpace(good) + good, notAsked: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var editor, agent bytes.Buffer
			r := NewRelay(&test.person, &editor, &agent)
			if err := r.FromAgent(t.Context(), strings.NewReader(test.line)); err != nil {
				t.Fatal(err)
			}
			passed := ""
			if test.said == "" {
				passed = test.line
			}
			if agent.String() != test.said || editor.String() != passed {
				t.Errorf("the agent is told %q, the editor %q", &agent, &editor)
			}
			if (len(test.person.asked) == 0) != test.notAsked {
				t.Errorf("asked %d times", len(test.person.asked))
			}
		})
	}
}

// What was said of a call before is shown when it is asked about, and where it works.
func TestShown(t *testing.T) {
	t.Parallel()
	p := &person{reply: reply(wire.StatusOK, "")}
	var editor, agent bytes.Buffer
	r := NewRelay(p, &editor, &agent)
	fromEditor := `{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}` + "\n"
	fromAgent := `{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}` + "\n" +
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"1","title":"Edit a.txt","kind":"edit","rawInput":{"note":"x"},"content":[{"type":"diff","path":"/w/a.txt","oldText":"a","newText":"b"}]}}}` + "\n"
	if err := r.FromEditor(strings.NewReader(fromEditor)); err != nil {
		t.Fatal(err)
	}
	if err := r.FromAgent(t.Context(), strings.NewReader(fromAgent+request("7", `{"toolCallId":"1"}`, options))); err != nil {
		t.Fatal(err)
	}
	if agent.String()[:len(fromEditor)] != fromEditor || editor.String() != fromAgent {
		t.Errorf("passed on: %q, %q", &agent, &editor)
	}
	want := host.Use{ConversationID: "s", Kind: host.Write, Tool: "Edit a.txt", Cwd: "/w", Input: json.RawMessage(`{"changes":[{"path":"/w/a.txt","old_text":"a","new_text":"b"}],"note":"x"}`)}
	if len(p.asked) != 1 || fmt.Sprintf("%+v", p.asked[0]) != fmt.Sprintf("%+v", want) {
		t.Errorf("asked %+v", p.asked)
	}
}

// In front of an engine: a question each, and one that the editor cancels is withdrawn.
func TestEngine(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	coding := host.NewCodingAgent(d.Socket, "acp.test", "test", "Test", Patience)
	defer coding.Close()
	agentOut, agentSays := io.Pipe()
	told, toAgent := io.Pipe()
	var editor bytes.Buffer
	r := NewRelay(coding, &editor, toAgent)
	var all sync.WaitGroup
	all.Go(func() {
		if err := r.FromAgent(t.Context(), agentOut); err != nil {
			t.Error(err)
		}
	})
	hears := json.NewDecoder(told)
	outcomeOf := func() string {
		var m response
		if err := hears.Decode(&m); err != nil {
			t.Fatal(err)
		}
		return m.Result.Outcome.Outcome + " " + m.Result.Outcome.OptionID
	}
	say := func(line string) {
		if _, err := io.WriteString(agentSays, line); err != nil {
			t.Error(err)
		}
	}
	call := `{"toolCallId":"1","kind":"execute","title":"run","rawInput":{"command":"git push -f"}}`
	go say(request("1", call, options))
	(<-d.Person.Reviews)("agent:test:shell")
	if q := <-d.Person.Asked; q.Facts.Target != "git push -f" || q.Caller.AgentID != "acp.test" || q.Caller.ConversationID != "s" || len(q.Facts.Warn) != 1 {
		t.Errorf("asked %+v", q)
	}
	d.Person.Answers <- ask.Answer{Choice: ask.AllowOnce}
	if got := outcomeOf(); got != "selected once" {
		t.Errorf("got %s", got)
	}
	go say(request("2", strings.Replace(call, "-f", "-n", 1), options))
	<-d.Person.Asked
	all.Go(func() {
		if err := r.FromEditor(strings.NewReader(`{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s"}}` + "\n")); err != nil {
			t.Error(err)
		}
	})
	seen := map[string]bool{}
	for range 2 { // the cancellation, and the answer, in either order
		var m map[string]any
		if err := hears.Decode(&m); err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(m)
		seen[string(text)] = true
	}
	if !seen[`{"id":2,"jsonrpc":"2.0","result":{"outcome":{"outcome":"cancelled"}}}`] {
		t.Errorf("the agent heard %v", seen)
	}
	agentSays.Close()
	all.Wait()
	if editor.Len() > 0 {
		t.Errorf("the editor heard %s", &editor)
	}
}

// Everything but requests for permission comes out as it went in, however it arrives.
func FuzzRelay(f *testing.F) {
	f.Add([]byte("{}\n\r\n\x00{\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":{}}}\nno end"), true)
	f.Add([]byte(request("5", `{"toolCallId":"1","rawInput":{}}`, options)), false)
	f.Add([]byte("{\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/\"}}\n{\"id\":1,\"result\":{\"sessionId\":\"\"}}\n"), true)
	f.Fuzz(func(t *testing.T, text []byte, bytewise bool) {
		in := func() io.Reader {
			if bytewise {
				return iotest.OneByteReader(bytes.NewReader(text))
			}
			return bytes.NewReader(text)
		}
		p := &person{err: errors.New("nobody")} // so that the editor asks
		var editor, agent bytes.Buffer
		r := NewRelay(p, &editor, &agent)
		if err := errors.Join(r.FromEditor(in()), r.FromAgent(t.Context(), in())); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(agent.Bytes(), text) {
			t.Errorf("to the agent %q became %q", text, &agent)
		}
		if len(p.asked) == 0 && !bytes.Equal(editor.Bytes(), text) || editor.Len() != len(text) {
			t.Errorf("to the editor %q became %q", text, &editor)
		}
	})
}

// A line that is too long to be read passes in parts, and others wait for its end.
func TestLongLine(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", lineLimit+100) + "\nshort\n" + strings.Repeat("y", lineLimit+100)
	var editor, agent bytes.Buffer
	r := NewRelay(&person{}, &editor, &agent)
	if err := errors.Join(r.FromAgent(t.Context(), strings.NewReader(text)), r.FromEditor(strings.NewReader(text))); err != nil {
		t.Fatal(err)
	}
	if editor.String() != text || agent.String() != text {
		t.Error("it did not come out as it went in")
	}
	if err := r.toEditor.write([]byte("more")); err != nil {
		t.Error(err)
	}
}
