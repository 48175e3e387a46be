// Package sample holds made-up data for the windows: what the gallery photographs and
// the tests of the pages show.
package sample

import (
	"context"
	"time"

	"assent/app"
	"assent/app/recording"
	"assent/app/wire"
	"assent/audit"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/executors/projectcli/uihint"
	"assent/i18n"
)

// Engine shows what a machine with some history shows. It changes nothing.
type Engine struct {
	Empty bool      // a new machine
	At    time.Time // now
	Used  int       // how often the first window was used of late

	recording *recording.File
	settings  *app.Settings // nil: as they were at first
	paused    bool
}

func (e *Engine) Calls(_ context.Context, f audit.Filter) (rows []audit.Row, err error) {
	if e.Empty {
		return nil, nil
	}
	for i, c := range []struct {
		tool, scope string
		status      audit.Status
		reason, by  string
		before      time.Duration
	}{
		{"read_file", "filesystem:read", audit.Pending, "", "", 0},
		{"read_file", "filesystem:read", audit.OK, "", "window", 2 * time.Minute},
		{"get_location", "location:read", audit.Denied, "user_timeout", "timeout", 7 * time.Minute},
		{"notify", "notification:send", audit.OK, "", "silent", 9 * time.Minute},
		{"read_clipboard", "clipboard:read", audit.Denied, "user_refused", "person", 31 * time.Minute},
		{"fetch_url", "network:http", audit.Error, "network_error", "person", 50 * time.Minute},
		{"project_cli", "project:cli", audit.OK, "", "person", 25 * time.Hour},
		{"list_directory", "filesystem:read", audit.OK, "", "person", 26 * time.Hour},
		{"read_file", "filesystem:read", audit.Denied, "scope_not_granted", "rule", 27 * time.Hour},
		{"fetch_url", "network:http", audit.Denied, "user_refused", "person", 28*time.Hour + time.Minute},
		{"fetch_url", "network:http", audit.Denied, "user_refused", "person", 28*time.Hour + 2*time.Minute},
		{"fetch_url", "network:http", audit.Denied, "user_refused", "person", 28*time.Hour + 4*time.Minute},
	} {
		id := "call_9f2c17"
		if c.scope == "project:cli" {
			id = "call_calendar"
		}
		rows = append(rows, audit.Row{
			Seq: int64(100 - i), CallID: id, AgentID: "agent-1", ConversationID: "c-1", Tool: c.tool, Scope: c.scope,
			ArgumentsDigest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
			Status:          c.status, Reason: c.reason, Decision: c.by, Sensitivity: manifest.Floor(c.scope).String(),
			ShownMS: 2140, DurationMS: 12, Timestamp: e.At.Add(-c.before).UTC().Format("2006-01-02T15:04:05.000Z"),
		})
	}
	return rows, nil
}

// Count counts the calls of Calls.
func (e *Engine) Count(ctx context.Context, f audit.Filter) (map[audit.Kind]int, error) {
	rows, err := e.Calls(ctx, f)
	all := map[audit.Kind]int{}
	for _, r := range rows {
		if r.Timestamp >= f.Since.UTC().Format(time.RFC3339) {
			all[audit.Kind{Agent: r.AgentID, Scope: r.Scope, Status: r.Status, Decision: r.Decision}]++
		}
	}
	return all, err
}

func (e *Engine) Days(_ context.Context, n int) ([]audit.Day, error) {
	days := make([]audit.Day, n)
	for i := range days {
		ago := n - 1 - i
		days[i] = audit.Day{Start: e.At.AddDate(0, 0, -ago)}
		if !e.Empty {
			days[i].OK, days[i].Denied, days[i].Error = (ago*7+4)%11, (ago*5+1)%4, (ago*3+4)%5/4
		}
	}
	return days, nil
}

func (*Engine) Steps(r audit.Row) ([]i18n.Text, string) {
	target := map[string]string{"read_file": "/home/alice/notes.md", "list_directory": "/home/alice/projects", "fetch_url": "https://example.com/weather", "project_cli": "calendar.read"}[r.Tool]
	return []i18n.Text{text("rule.window"), text("rule.silent")}, target
}

// Hint is that of a calendar's day, for the calls of project CLIs.
func (e *Engine) Hint(call ask.CallKey) (hint uihint.Hint, ok bool) {
	if call.CallID != "call_calendar" {
		return hint, false
	}
	return Hints(e.At)[0], true
}

func (e *Engine) Agents() []consent.Agent {
	if e.Empty {
		return nil
	}
	m := Manifest()
	grants := []consent.Grant{
		{Scope: "notification:send", Granted: true, Sensitivity: manifest.Low},
		{Scope: "filesystem:read", Granted: true, Sensitivity: manifest.Medium},
		{Scope: "location:read", AlwaysDeny: true, Granted: true, Sensitivity: manifest.High},
		{Scope: "acme:print", Sensitivity: manifest.Medium},
	}
	return []consent.Agent{
		{ID: "agent-1", Name: "DemoBot", Version: 3, Manifest: m, Grants: grants, Reviewed: true, Program: demoBot().Program},
		{ID: "agent-2", Name: "Researcher", Version: 1, Manifest: m, Grants: grants[:2], Reviewed: true, Program: ask.Program{Path: "/usr/bin/node", Parent: "/opt/researcher"}},
	}
}

func (e *Engine) Windows() []consent.Window {
	if e.Empty {
		return nil
	}
	return []consent.Window{
		{ID: 1, AgentID: "agent-1", ConversationID: "c-1", Scope: "filesystem:read", Breadth: "/home/alice/projects", Opened: e.At.Add(-time.Hour),
			Expires: e.At.Add(23*time.Hour + 10*time.Minute), Cap: e.At.Add(167 * time.Hour), LastUsed: e.At.Add(-2 * time.Minute), Uses: 12 + e.Used},
		{ID: 3, AgentID: "agent-1", ConversationID: "c-1", Scope: "filesystem:read", Breadth: "/home/alice/Documents", Opened: e.At, Expires: e.At.Add(24 * time.Hour)},
		{ID: 2, AgentID: "agent-2", ConversationID: "c-7", Scope: "network:http", Expires: e.At.Add(40 * time.Minute)},
	}
}

func (e *Engine) Rules() []consent.Rule {
	if e.Empty {
		return nil
	}
	return []consent.Rule{
		{AgentID: "agent-1", Scope: "location:read", Made: e.At.Add(-48 * time.Hour)},
		{AgentID: "old-helper", Scope: "clipboard:read", Made: e.At.Add(-120 * time.Hour)},
		{AgentID: "agent-2", Until: e.At.Add(9 * time.Minute), Made: e.At},
	}
}

func (e *Engine) Waiting() []ask.Waiting {
	if e.Empty {
		return nil
	}
	return []ask.Waiting{{Question: Questions()[0].Question, Since: e.At, Current: true}}
}

func (*Engine) ImportAgent(app.AgentFile, func(string, error)) ([]manifest.Issue, error) {
	return nil, nil
}
func (*Engine) AddAgent(string, string, []byte) error { return nil }
func (*Engine) RemoveAgent(string) error              { return nil }
func (*Engine) Serves(_, scope string) bool           { return scope != "acme:print" }
func (*Engine) Grant(string, string) error            { return nil }
func (*Engine) Revoke(string, string) error           { return nil }
func (*Engine) Lower(string, string) error            { return nil }
func (*Engine) Raise(string, string) error            { return nil }
func (*Engine) Untick(string, string) error           { return nil }
func (*Engine) EndWindow(int64) error                 { return nil }
func (*Engine) Lift(consent.Rule) error               { return nil }
func (*Engine) Undo(string) error                     { return nil }
func (*Engine) UndoAnswer(ask.Question) error         { return nil }
func (*Engine) DenyAll(string)                        {}
func (*Engine) Mute(string, time.Duration)            {}

// Play answers as a real engine would, without a question.
func (*Engine) Play(_ context.Context, r wire.Request) (sent, received []byte, err error) {
	sent, err = r.Line()
	return sent, []byte(`{"type":"message","agent_id":"agent-1","conversation_id":"playground","conversation_type":"h2a",` +
		`"msg_subtype":"artifact_response","content_type":"artifact","payload":{"type":"artifact","artifact":` +
		`{"subtype":"tool_response","call_id":"call-1","status":"ok","result":{"path":"/home/alice/notes.md","size":411,"truncated":false,"modified":null,"entries":[{"name":"a  b\\u202e.txt","type":"file"}]}}}}`), err
}

// Record and StopRecording write no file.
func (e *Engine) Record(_ string, arguments bool) error {
	e.recording = &recording.File{Path: e.Folder() + "/recordings/2026-11-21_14-02-05.jsonl", Arguments: arguments}
	return nil
}

func (e *Engine) StopRecording() error       { e.recording = nil; return nil }
func (e *Engine) Recording() *recording.File { return e.recording }

func (e *Engine) Pause(on bool)            { e.paused = on }
func (e *Engine) Paused() bool             { return e.paused }
func (*Engine) Listening() (string, error) { return "/run/user/1000/assent/assent.sock", nil }
func (*Engine) Faked() []string            { return nil }
func (*Engine) Troubles() []i18n.Text      { return nil }
func (*Engine) Subscribe(func())           {}

// ChangeSettings changes those of a file that is not there.
func (e *Engine) ChangeSettings(change func(*app.Settings)) error {
	s := e.Settings()
	change(&s)
	if err := s.Check(); err != nil {
		return err
	}
	e.settings = &s
	return nil
}

// WouldAsk says what the default care list does of a browser's saved passwords.
func (*Engine) WouldAsk(path string) (executors.Facts, error) {
	return executors.Facts{Target: path, Care: []i18n.Text{text("care.browser")}}, nil
}

// Availability misses the location service.
func (*Engine) Availability(context.Context) map[string]error {
	return map[string]error{"location:read": executors.Errorf(executors.ServiceMissing, ""), "filesystem:read": nil, "notification:send": nil, "clipboard:read": nil, "network:http": nil}
}
func (*Engine) Folder() string { return "/home/alice/.local/share/assent" }

// Settings are the defaults with a few things of the person's own, until they change.
func (e *Engine) Settings() app.Settings {
	if e.settings != nil {
		return *e.settings
	}
	s := app.DefaultSettings()
	if !e.Empty {
		s.Folders, s.AllowedHosts = []string{"~/Documents", "~/projects"}, []string{"nas.local"}
		s.Care = append(s.Care, "~/tax")
	}
	return s
}
