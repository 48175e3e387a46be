package projectcli

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"assent/executors"
	"assent/executors/contained"
	"assent/executors/executortest"

	"github.com/go-json-experiment/json"
)

func TestCLIGetsWhatItIsGiven(t *testing.T) {
	t.Setenv("ASSENT_TEST_SECRET", "no")
	t.Setenv("LANG", "de_AT.UTF-8")
	output, _, err := ran(t, withCredential(testCLI(t, "tell", "--home", "/x y;$(z)"), "printf '%s\n' '"+token+"'"), create())
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Data told `json:"data"`
	}
	if err := json.Unmarshal(output.Result, &result); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(result.Data.Args, "|"); got != "--home|/x y;$(z)|calendar|create|--json" {
		t.Errorf("arguments %q", got)
	}
	var names []string
	for _, entry := range result.Data.Environment {
		name, value, _ := strings.Cut(entry, "=")
		names = append(names, name)
		if name == "LANG" && value != "de_AT.UTF-8" || name == "TOKEN" && value != redacted {
			t.Errorf("%s is %q", name, value)
		}
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "HOME LANG PATH TOKEN" {
		t.Errorf("environment %q", got)
	}
	if got := string(result.Data.Input); got != `{"title":"Lunch with Ana","note":"none"}` {
		t.Errorf("input %s", got)
	}
}

func TestOutputIsThePages(t *testing.T) {
	t.Parallel()
	output, _, err := ran(t, testCLI(t, "raw", `{"ok":true,"module":"calendar","method":"read","data":{"items":[{"id":"evt_123","title":"Project sync","startAt":"2026-04-21T10:00:00+08:00"}],"count":1}}`), day())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"module":"calendar","method":"read","data":{"items":[{"id":"evt_123","title":"Project sync","startAt":"2026-04-21T10:00:00+08:00"}],"count":1}}`
	switch {
	case output.ToolName != "project_cli", output.ToolCallID != "call-1", output.Status != "success", string(output.Error) != "null",
		string(output.Result) != want, output.Content != want, string(output.Arguments) != string(day().Arguments):
		t.Errorf("got %+v", output)
	case len(output.UIHints) != 1 || output.UIHints[0].Type != "list" || output.UIHints[0].Items[0].Title != "Project sync":
		t.Errorf("hints %+v", output.UIHints)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	const ok = `"ok":true,"module":"calendar","method":"read"`
	for said, want := range map[string]string{
		`{` + ok + `,"data":{"items":[]}}`:                                                             "success",
		`{` + ok + `,"data":[1,2]}`:                                                                    "success",
		`{` + ok + `,"data":null}` + "\n":                                                              "success",
		`{` + ok + `,"data":{},"partial":true}`:                                                        "partial",
		`{"ok":false,"error":{"code":"NOT_FOUND","message":"No such event."}}`:                         "failure",
		`{"ok":false,"module":"calendar","method":"read","error":{"code":"A","message":"B","hint":1}}`: "failure",
		``:                                  "internal",
		`done`:                              "internal",
		`{"ok":true}`:                       "internal",
		`{` + ok + `}`:                      "internal",
		`{` + ok + `,"data":{}}{}`:          "internal",
		`{` + ok + `,"data":{"a":1,"a":2}}`: "internal",
		`{` + ok + `,"data":1e999}`:         "internal",
		`{` + ok + `,"data":{}} trailing`:   "internal",
		`{"ok":"yes","data":{}}`:            "internal",
		`{"ok":true,"module":"calendar","method":"create","data":{}}`: "internal",
		`{"ok":false}`:                      "internal",
		`{"ok":false,"error":"no"}`:         "internal",
		`{"ok":false,"error":{"code":"A"}}`: "internal",
	} {
		output, _, err := ran(t, testCLI(t, "raw", said), day())
		got := output.Status
		if err != nil {
			got = string(reasonOf(t, err))
		}
		if got != want {
			t.Errorf("%s: %s, %v", said, got, err)
		}
	}
	if output, _, err := ran(t, testCLI(t, "exit"), day()); err != nil || output.Status != "success" {
		t.Errorf("an exit code took the answer away: %+v, %v", output, err)
	}
}

func TestFailureIsStructured(t *testing.T) {
	t.Parallel()
	output, _, err := ran(t, testCLI(t, "raw", `{"ok":false,"error":{"code":"NOT_FOUND","message":"No such event.","module":"calendar","method":"read","more":[1]}}`), day())
	if err != nil || string(output.Error) != `{"code":"NOT_FOUND","message":"No such event.","module":"calendar","method":"read","more":[1]}` ||
		string(output.Result) != `{"module":"calendar","method":"read","data":null}` {
		t.Errorf("got %+v, %v", output, err)
	}
	if len(output.UIHints) != 1 || output.UIHints[0].Type != "failure" || output.UIHints[0].Title != "No such event." {
		t.Errorf("hints %+v", output.UIHints)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for does, want := range map[string]executors.Reason{"huge": executors.TooLarge, "hang": executors.ToolTimeout} {
		plan := prepared(t, executorOf(t, testCLI(t, does)), day())
		limit := 2 * time.Second
		if want == executors.TooLarge {
			limit = 20 * time.Second
		}
		if _, err := executors.Run(t.Context(), plan, limit); reasonOf(t, err) != want {
			t.Errorf("%s: %v", does, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	plan := prepared(t, executorOf(t, testCLI(t, "hang")), day())
	if _, err := plan.Run(ctx); reasonOf(t, err) != executors.Interrupted {
		t.Errorf("a call that was stopped: %v", err)
	}
}

// A child that a CLI leaves behind holds nothing up and is gone with the answer.
func TestChildIsNotLeftBehind(t *testing.T) {
	t.Parallel()
	output, _, err := ran(t, testCLI(t, "fork"), day())
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Data struct{ Child int } `json:"data"`
	}
	if err := json.Unmarshal(output.Result, &result, json.MatchCaseInsensitiveNames(true)); err != nil || result.Data.Child == 0 {
		t.Fatalf("%s, %v", output.Result, err)
	}
	if err := syscall.Kill(result.Data.Child, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("the child %d is still there: %v", result.Data.Child, err)
	}
}

// What a CLI may touch: its folders, and of others nothing.
func TestFoldersHold(t *testing.T) {
	t.Parallel()
	if contained.Landlock() == 0 {
		t.Skip("this kernel has no Landlock")
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	address := listening(t)
	for _, test := range []struct {
		inside     bool
		want       string
		mayTouchIt bool
	}{{true, `{"dial":true,"read":true,"token":false,"write":true}`, true}, {false, `{"dial":true,"read":false,"token":false,"write":false}`, false}} {
		c := testCLI(t)
		read, write := other, filepath.Join(filepath.Dir(other), "new")
		if test.inside {
			read, write = filepath.Join(c.Folders[0], "file"), filepath.Join(c.Folders[0], "new")
			if err := os.WriteFile(read, []byte("theirs"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c.Command = append(c.Command, "touch", read, write, address)
		output, _, err := ran(t, c, day())
		if err != nil {
			t.Fatal(err)
		}
		if got := dataOf(t, output); got != test.want {
			t.Errorf("inside %v: %s", test.inside, got)
		}
		if _, err := os.Stat(write); (err == nil) != test.mayTouchIt {
			t.Errorf("inside %v: the file: %v", test.inside, err)
		}
	}
}

// dataOf returns the data of an output, its names sorted.
func dataOf(t *testing.T, output toolAgentOutput) string {
	t.Helper()
	var result struct {
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal(output.Result, &result); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(result.Data, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// listening returns an address of this machine that takes connections.
func listening(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	return listener.Addr().String()
}

func TestConform(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	start := func(does ...string) func(*testing.T) executors.Executor {
		return func(t *testing.T) executors.Executor {
			return executorOf(t, withCredential(testCLI(t, does...), "echo "+started+strconv.Itoa(os.Getpid())))
		}
	}
	executortest.Conform(t, start("change"), []executortest.Case{
		{Name: "read", Request: call("calendar", "read", `{"mode":"event","id":"an id that is long"}`)},
		{Name: "write", Request: call("calendar", "create", `{"title":"a title that is long"}`)},
		{Name: "misfit", Request: call("calendar", "create", `{"title":"a title that is long","start_at":"a time that is none"}`), Reason: executors.InvalidArguments},
		{Name: "unlisted", Request: call("calendar", "destroy_everything", `{}`), Reason: executors.UnsupportedTool},
	})
	executortest.Conform(t, start("hang"), []executortest.Case{{Name: "hanging", Request: day(), Stalls: true, Reason: executors.ToolTimeout}})
	executortest.Conform(t, start("raw", "no answer"), []executortest.Case{{Name: "no answer", Request: day(), Reason: executors.Internal}})
}
