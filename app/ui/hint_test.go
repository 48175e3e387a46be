package ui

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"assent/app/ui/kit"
)

// says reports whether a text stands on the page.
func (u *UI) says(text string) bool {
	for _, o := range test.LaidOutObjects(u.main.window.Content()) {
		if p, ok := o.(*kit.Paragraph); ok && strings.Contains(p.Text(), text) {
			return true
		}
	}
	return false
}

// While memory keeps what a project CLI's result looks like, the call's detail shows it.
func TestActivityShowsResults(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		u.main.show("activity")
		drain()
		page := u.main.page.(*activityPage)
		page.open("2")
		drain()
		if u.says("Project sync") {
			t.Error("another call has the result")
		}
		page.open(strconv.Itoa(slices.IndexFunc(page.items, func(i activityItem) bool { return i.day == "" && i.rows[0].Scope == "project:cli" })))
		drain()
		if !u.says("Project sync") {
			t.Error("the result is not there")
		}
	})
}

// A line that a host got shows its result, live and in a recording, when it is that of
// the call it answers.
func TestLinesShowResults(t *testing.T) {
	const (
		before = `{"type":"message","agent_id":"a","conversation_id":"c","conversation_type":"h2a","msg_subtype":"artifact_response","content_type":"artifact","payload":{"type":"artifact","artifact":{"subtype":"tool_response","call_id":"1","status":"`
		result = `"result":{"tool_name":"project_cli","tool_call_id":"1","ui_hints":[{"type":"outcome","title":"Lunch"}],"content":"{}"}}}}`
	)
	open(t, "en", false, func(u *UI, _ *desk, _ func()) {
		for line, want := range map[string]bool{
			before + `ok",` + result:    true,
			before + `error",` + result: false,
			strings.Replace(before+`ok",`+result, `"tool_call_id":"1"`, `"tool_call_id":"2"`, 1):        false,
			strings.Replace(before+`ok",`+result, `"tool_name":"project_cli"`, `"tool_name":"x"`, 1):    false,
			strings.Replace(before+`ok",`+result, `"result":{"tool_name"`, `"result":["ui_hints"],`, 1): false,
			`{"type":"hello","ui_hints":[]}`: false,
			`"ui_hints"`:                     false,
			before + `ok","result":"sha256:9f86","ui_hints":[]}}}`: false,
		} {
			if got := u.newLineHint([]byte(line)) != nil; got != want {
				t.Errorf("%s: %v", line, got)
			}
		}
	})
}
