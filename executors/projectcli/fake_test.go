package projectcli

import (
	"context"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"assent/executors"
	"assent/executors/contained"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// This test program is also the CLI that it tests: started with this word it does what
// the next one says.
const fake = "fake-cli"

func TestMain(m *testing.M) {
	if contained.Child() {
		return
	}
	if len(os.Args) > 2 && os.Args[1] == fake {
		beCLI(os.Args[2], os.Args[3:])
		syscall.Exit(0) // at once: the race detector would wait for a second first
	}
	os.Exit(m.Run())
}

// told is what a CLI finds when it is started.
type told struct {
	Args        []string       `json:"args"`
	Environment []string       `json:"environment"`
	Input       jsontext.Value `json:"input"`
}

// beCLI does one thing that a CLI may do. The last words are module, method and flags.
func beCLI(does string, args []string) {
	input, _ := io.ReadAll(os.Stdin)
	dry := slices.Contains(args, "--dry-run")
	switch does {
	case "tell":
		answerWith(args, told{args, os.Environ(), input})
	case "print": // everything an environment holds, in one encoding
		answerWith(args, map[string]any{"leaked": encodings()[args[0]](os.Getenv("TOKEN"))})
	case "raw":
		fmt.Print(strings.ReplaceAll(args[0], "$TOKEN", os.Getenv("TOKEN")))
	case "change":
		if !dry {
			answerWith(args, map[string]any{"id": "evt_1"})
			return
		}
		answerWith(args, map[string]any{"before": map[string]any{"title": "Old", "place": "Here"}, "after": map[string]any{"title": "New", "place": "Here", "note": "Added"}})
	case "touch": // a path to read, one to write, an address to reach
		_, readErr := os.ReadFile(args[0])
		writeErr := os.WriteFile(args[1], []byte("written"), 0o600)
		conn, dialErr := net.DialTimeout("tcp", args[2], time.Second)
		if dialErr == nil {
			conn.Close()
		}
		state := map[string]any{"read": readErr == nil, "write": writeErr == nil, "dial": dialErr == nil, "token": os.Getenv("TOKEN") != ""}
		if dry {
			answerWith(args, map[string]any{"after": state})
			return
		}
		answerWith(args, state)
	case "huge":
		for {
			if _, err := fmt.Print(strings.Repeat("x", 1<<16)); err != nil {
				return
			}
		}
	case "hang":
		select {}
	case "fork": // leaves a child behind that would hold its output open for ever
		child := exec.Command("/bin/sh", "-c", "trap '' TERM; exec sleep 1000")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		answerWith(args, map[string]any{"child": child.Process.Pid})
	case "exit":
		answerWith(args, map[string]any{})
		syscall.Exit(3)
	}
}

// answerWith answers for the method that was asked for.
func answerWith(args []string, data any) {
	words := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "--") })
	module, method := words[len(words)-2], words[len(words)-1]
	out, err := json.Marshal(map[string]any{"ok": true, "module": module, "method": method, "data": data}, json.Deterministic(true))
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(out)
}

// encodings are the ways in which a CLI may print what it should not.
func encodings() map[string]func(string) string {
	each := func(format string) func(string) string {
		return func(s string) string {
			var b strings.Builder
			for _, c := range []byte(s) {
				fmt.Fprintf(&b, format, c)
			}
			return b.String()
		}
	}
	return map[string]func(string) string{
		"plain":         func(s string) string { return "token " + s + "!" },
		"upper case":    strings.ToUpper,
		"backwards":     func(s string) string { b := []byte(s); slices.Reverse(b); return string(b) },
		"base64":        func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		"base64 inside": func(s string) string { return base64.StdEncoding.EncodeToString([]byte("user:" + s + "@host")) },
		"base64 URL":    func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte("Bearer " + s)) },
		"base64 lines": func(s string) string {
			text := base64.StdEncoding.EncodeToString([]byte(s))
			return text[:10] + "\r\n" + text[10:]
		},
		"base64 in URL": func(s string) string { return url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(s))) },
		"base32":        func(s string) string { return base32.StdEncoding.EncodeToString([]byte("x" + s)) },
		"hex":           func(s string) string { return hex.EncodeToString([]byte(s)) },
		"hex dump":      each("%02X "),
		"hex bytes":     each("0x%02x, "),
		"percent":       each("%%%02X"),
		"URL":           func(s string) string { return "https://h/?t=" + url.QueryEscape(s) },
		"unicode":       each(`\u%04x`),
		"twice escaped": each(`\\u%04x`),
		"C":             each(`\x%02x`),
		"HTML":          each("&#%d;"),
		"HTML hex":      each("&#x%x;"),
		"HTML escaped":  html.EscapeString,
		"mail":          each("=%02X"),
	}
}

// token is what the credential's command prints in these tests: what encodings change is
// in it.
const token = "s3cr3t+tok/en=?&<~9Zk_-"

// testCLI is this program as a CLI that does something, with a white list of its own.
func testCLI(t *testing.T, does ...string) CLI {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return CLI{
		Name: "tested", Command: append([]string{self, fake}, does...), Folders: []string{t.TempDir()},
		Schemas: whitelistFile(t, `{"modules":{"calendar":{
			"read":{"sensitivity":"medium","writes":false,"dry_run":false,"hint":"list","input_schema":{"type":"object","oneOf":[
				{"type":"object","additionalProperties":false,"required":["mode","date"],"properties":{"mode":{"const":"day"},"date":{"type":"string","format":"date"}}},
				{"type":"object","additionalProperties":false,"required":["mode","id"],"properties":{"mode":{"const":"event"},"id":{"type":"string"}}}]}},
			"create":{"sensitivity":"high","writes":true,"dry_run":true,"hint":"outcome","input_schema":{"type":"object","additionalProperties":false,"required":["title"],"properties":{
				"title":{"type":"string","maxLength":100},"start_at":{"type":"string","format":"date-time"},"note":{"type":"string","default":"none"}}}},
			"delete":{"sensitivity":"high","writes":true,"dry_run":false,"hint":"","input_schema":{"type":"object","additionalProperties":false}}}}}`),
	}
}

// withCredential gives a CLI the credential that a script prints.
func withCredential(c CLI, script string) CLI {
	c.Credential = &Credential{Command: []string{"/bin/sh", "-c", script}, Env: "TOKEN", TTLS: 300}
	return c
}

func whitelistFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "schemas.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// call is a request for a method.
func call(module, method, input string) executors.Request {
	arguments, err := json.Marshal(map[string]any{"module": module, "method": method, "input": jsontext.Value(input)}, json.Deterministic(true))
	if err != nil {
		panic(err)
	}
	return executors.Request{Scope: Scope, Tool: Tool, CallID: "call-1", AgentID: "agent-1", Arguments: arguments}
}

// day is a good read.
func day() executors.Request { return call("calendar", "read", `{"mode":"day","date":"2026-11-22"}`) }

// create is a good write.
func create() executors.Request { return call("calendar", "create", `{"title":"Lunch with Ana"}`) }

func executorOf(t *testing.T, clis ...CLI) executors.Executor {
	t.Helper()
	e := New(Options{CLIs: clis, DataFolder: filepath.Join(t.TempDir(), "data"), Home: t.TempDir()})
	if err := e.Available(t.Context()); err != nil {
		t.Fatal(err)
	}
	return e
}

// prepared prepares a call that can be prepared.
func prepared(t *testing.T, e executors.Executor, req executors.Request) executors.Plan {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	plan, err := e.Prepare(ctx, req)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// ran runs a call of a CLI and returns its output as its host reads it.
func ran(t *testing.T, c CLI, req executors.Request) (output toolAgentOutput, text string, err error) {
	t.Helper()
	plan := prepared(t, executorOf(t, c), req)
	result, err := executors.Run(t.Context(), plan, 20*time.Second)
	if err != nil {
		return output, "", err
	}
	encoded, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(encoded, &output); err != nil {
		t.Fatal(err)
	}
	return output, string(encoded), nil
}

// reasonOf is the reason of a call that failed.
func reasonOf(t *testing.T, err error) executors.Reason {
	t.Helper()
	var e *executors.Error
	if !errors.As(err, &e) {
		t.Fatalf("got a %T (%v), want an *executors.Error", err, err)
	}
	return e.Reason
}
