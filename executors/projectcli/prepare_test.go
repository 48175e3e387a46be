package projectcli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json"
)

func TestSettingsFaults(t *testing.T) {
	t.Parallel()
	credential := func(c Credential) *Credential { return &c }
	for want, cli := range map[string]CLI{
		"name must be":            {Name: "A b", Command: []string{"/bin/true"}, Schemas: "/s"},
		"command must begin":      {Name: "a", Command: []string{"true"}, Schemas: "/s"},
		"schemas must be":         {Name: "a", Command: []string{"/bin/true"}, Schemas: "s"},
		"folders must be":         {Name: "a", Command: []string{"/bin/true"}, Schemas: "/s", Folders: []string{"/x", "y"}},
		"not the whole disk":      {Name: "a", Command: []string{"/bin/true"}, Schemas: "/s", Folders: []string{"//"}},
		"credential.command must": {Name: "a", Command: []string{"/bin/true"}, Schemas: "/s", Credential: credential(Credential{Env: "TOKEN", TTLS: 300})},
		"credential.env must":     {Name: "a", Command: []string{"/bin/true"}, Schemas: "/s", Credential: credential(Credential{Command: []string{"/bin/true"}, Env: "LD_PRELOAD", TTLS: 300})},
		"credential.ttl_s must":   {Name: "a", Command: []string{"/bin/true"}, Schemas: "/s", Credential: credential(Credential{Command: []string{"/bin/true"}, Env: "TOKEN", TTLS: 601})},
	} {
		faults := Check([]CLI{cli})
		if len(faults) != 1 || !strings.Contains(faults[0].Error(), want) {
			t.Errorf("want %q, got %v", want, faults)
		}
	}
	if faults := Check([]CLI{{}, {Name: "a", Command: []string{"/bin/true"}, Schemas: "/s"}, {Name: "a", Command: []string{"/bin/true"}, Schemas: "/s"}}); len(faults) != 4 {
		t.Errorf("not every fault is said: %v", faults)
	}
}

// What is wrong with a CLI is said, all of it, and nothing is served then.
func TestWhitelistFaults(t *testing.T) {
	t.Parallel()
	good := testCLI(t, "tell")
	with := func(change func(*CLI)) CLI {
		c := testCLI(t, "tell")
		c.Name = "other"
		change(&c)
		return c
	}
	list := func(text string) CLI {
		return with(func(c *CLI) { c.Schemas = whitelistFile(t, text) })
	}
	method := func(text string) CLI {
		return list(`{"modules":{"notes":{"read":` + text + `}}}`)
	}
	for want, clis := range map[string][]CLI{
		"belongs to one CLI":      {good, with(func(*CLI) {})},
		"no such file":            {with(func(c *CLI) { c.Schemas = "/no/such/file" })},
		"no regular file":         {with(func(c *CLI) { c.Schemas = t.TempDir() })},
		"others may write it":     {with(func(c *CLI) { os.Chmod(c.Schemas, 0o620) })},
		"too many levels":         {with(func(c *CLI) { link := c.Schemas + "-link"; os.Symlink(c.Schemas, link); c.Schemas = link })},
		"is no regular":           {with(func(c *CLI) { c.Schemas += "-fifo"; syscall.Mkfifo(c.Schemas, 0o600) })},
		"not as it must be":       {list(`{"modules":`)},
		"lists no module":         {list(`{"modules":{}}`)},
		"begin with a letter":     {list(`{"modules":{"--help":{"read":{"sensitivity":"low","writes":false,"input_schema":{"type":"object","additionalProperties":false}}}}}`)},
		"sensitivity must be":     {method(`{"sensitivity":"none","writes":false,"input_schema":{"type":"object","additionalProperties":false}}`)},
		"writes must say":         {method(`{"sensitivity":"low","input_schema":{"type":"object","additionalProperties":false}}`)},
		"unknown object member":   {method(`{"sensitivity":"low","write":true,"writes":false,"input_schema":{"type":"object","additionalProperties":false}}`)},
		"a method that writes":    {method(`{"sensitivity":"low","writes":false,"dry_run":true,"input_schema":{"type":"object","additionalProperties":false}}`)},
		`additionalProperties":`:  {method(`{"sensitivity":"low","writes":false,"input_schema":{"type":"object"}}`)},
		"in each branch":          {method(`{"sensitivity":"low","writes":false,"input_schema":{"type":"object","oneOf":[{"additionalProperties":false},{"type":"object"}]}}`)},
		"input_schema/properties": {method(`{"sensitivity":"low","writes":false,"input_schema":{"type":"object","additionalProperties":false,"properties":{"a":{"enum":[]}}}}`)},
		"No project CLI":          {},
	} {
		e := New(Options{CLIs: clis})
		err := e.Available(t.Context())
		if err == nil || reasonOf(t, err) != executors.ServiceMissing || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
		if _, err := e.Prepare(t.Context(), day()); reasonOf(t, err) != executors.ServiceMissing {
			t.Errorf("%s: it is served: %v", want, err)
		}
	}
	data := t.TempDir()
	for _, folder := range []string{data, filepath.Dir(data), filepath.Join(data, "run")} {
		e := New(Options{CLIs: []CLI{with(func(c *CLI) { c.Folders = []string{folder} })}, DataFolder: data})
		if err := e.Available(t.Context()); err == nil || !strings.Contains(err.Error(), "Assent's own data") {
			t.Errorf("%s: %v", folder, err)
		}
	}
}

// Nothing that an agent says widens the list, and nothing starts for what is not on it.
func TestPrepareRefuses(t *testing.T) {
	t.Parallel()
	started := filepath.Join(t.TempDir(), "started")
	c := withCredential(testCLI(t, "tell"), "echo credential > "+started)
	c.Command = []string{"/bin/sh", "-c", "echo started > " + started}
	e := executorOf(t, c)
	raw := func(arguments string) executors.Request {
		r := day()
		r.Arguments = []byte(arguments)
		return r
	}
	for name, test := range map[string]struct {
		request executors.Request
		want    executors.Reason
	}{
		"another method":     {call("calendar", "wipe", `{}`), executors.UnsupportedTool},
		"another module":     {call("shell", "read", `{}`), executors.UnsupportedTool},
		"a flag as module":   {call("--help", "read", `{}`), executors.UnsupportedTool},
		"a flag as method":   {call("calendar", "--json", `{}`), executors.UnsupportedTool},
		"a dot in a name":    {call("calendar.create", "", `{}`), executors.UnsupportedTool},
		"a path as module":   {call("../calendar", "read", `{}`), executors.UnsupportedTool},
		"words after it":     {call("calendar", "read --all", `{}`), executors.UnsupportedTool},
		"another case":       {call("Calendar", "read", `{}`), executors.UnsupportedTool},
		"a token":            {call("calendar", "delete", `{"token":"abc"}`), executors.InvalidArguments},
		"a token beside":     {raw(`{"module":"calendar","method":"read","input":{"mode":"event","id":"1"},"token":"x"}`), executors.InvalidArguments},
		"no input":           {raw(`{"module":"calendar","method":"read"}`), executors.InvalidArguments},
		"no method":          {raw(`{"module":"calendar","input":{}}`), executors.InvalidArguments},
		"an input in a text": {call("calendar", "delete", `"{}"`), executors.InvalidArguments},
		"a day that is none": {call("calendar", "read", `{"mode":"day","date":"2026-02-30"}`), executors.InvalidArguments},
		"a time zone's lack": {call("calendar", "create", `{"title":"a","start_at":"2026-11-22T10:00:00"}`), executors.InvalidArguments},
		"two modes at once":  {call("calendar", "read", `{"mode":"day","date":"2026-11-22","id":"x"}`), executors.InvalidArguments},
	} {
		if _, err := e.Prepare(t.Context(), test.request); err == nil || reasonOf(t, err) != test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
	other := day()
	other.Tool = "project_cli_admin"
	if _, err := e.Prepare(t.Context(), other); reasonOf(t, err) != executors.UnsupportedTool {
		t.Errorf("another tool: %v", err)
	}
	if _, err := os.Stat(started); err == nil {
		t.Error("something was started")
	}
}

// An input that does not fit is answered so that it can be put right.
func TestMisfitTeaches(t *testing.T) {
	t.Parallel()
	_, err := executorOf(t, testCLI(t, "tell")).Prepare(t.Context(), call("calendar", "create", `{"title":"a very private title","start":"x"}`))
	e := executors.AsError(err)
	var details struct {
		Code        string         `json:"code"`
		Message     string         `json:"message"`
		Module      string         `json:"module"`
		Method      string         `json:"method"`
		InputSchema map[string]any `json:"input_schema"`
	}
	if err := json.Unmarshal(e.Details, &details, json.RejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
	if details.Code != "INVALID_ACTION_INPUT" || details.Module != "calendar" || details.Method != "create" || details.Message != e.Message || details.InputSchema["required"] == nil {
		t.Errorf("details %+v", details)
	}
	if !strings.HasPrefix(e.Message, "calendar.create input does not match method schema") || strings.Contains(e.Message+string(e.Details), "private") {
		t.Errorf("message %q", e.Message)
	}
}

func TestFacts(t *testing.T) {
	t.Parallel()
	c := withCredential(testCLI(t, "hang"), "echo")
	e := executorOf(t, c)
	f := prepared(t, e, call("calendar", "read", `{"mode":"day","date":"2026-11-22"}`)).Facts()
	if f.Target != "calendar.read" || f.Breadth != "calendar.read" || f.Sentence.Key != "ask.calendar_read" || len(f.Care) > 0 || f.NoWindow {
		t.Errorf("a read: %+v", f)
	}
	want := []executors.Field{{Name: "mode", Kind: i18n.Text{Key: "type.string"}, After: "day"}, {Name: "date", Kind: i18n.Text{Key: "type.date"}, After: "2026-11-22"}}
	if !slices.EqualFunc(f.Fields, want, func(a, b executors.Field) bool {
		return a.Name == b.Name && a.Kind.Key == b.Kind.Key && a.After == b.After
	}) || f.Changes {
		t.Errorf("fields %+v", f.Fields)
	}
	if keys(f.Details) != "fact.project_cli fact.project_credential" || f.Leaves.Key != "leaves.project_data" {
		t.Errorf("details %+v, leaves %+v", f.Details, f.Leaves)
	}
	f = prepared(t, e, call("calendar", "delete", `{}`)).Facts()
	if keys(f.Care) != "care.project_delete" || f.Leaves.Key != "leaves.project_outcome" {
		t.Errorf("a write: %+v", f)
	}
	gone := testCLI(t, "tell")
	gone.Command = []string{"/no/such/program"}
	plan := prepared(t, executorOf(t, gone), day())
	if f := plan.Facts(); f.Finding == nil || f.Finding.Reason != executors.ServiceMissing {
		t.Errorf("a program that is not there: %+v", f)
	}
	if _, err := plan.Run(t.Context()); reasonOf(t, err) != executors.ServiceMissing {
		t.Errorf("it ran: %v", err)
	}
}

func keys(texts []i18n.Text) string {
	var all []string
	for _, text := range texts {
		all = append(all, text.Key)
	}
	return strings.Join(all, " ")
}
