package uihint

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

func TestOf(t *testing.T) {
	t.Parallel()
	const event = `{"id":"e1","title":"Sync","startAt":"2026-04-21T10:00:00+08:00","endAt":"2026-04-21T11:00:00+08:00","location":"Room 1","attendees":[{"name":"Ana","email":"ana@x.test"},{"email":"bo@x.test"}],"allDay":false,"none":null}`
	for name, test := range map[string]struct{ action, listed, data, want string }{
		"list": {"calendar.read", "list", `{"items":[` + event + `],"count":1}`,
			`[{"type":"list","action":"calendar.read","items":[{"id":"e1","title":"Sync","start_at":"2026-04-21T10:00:00+08:00","end_at":"2026-04-21T11:00:00+08:00","notes":["Room 1"]}]}]`},
		"an empty list": {"calendar.read", "", `{"items":[]}`, `[{"type":"list","action":"calendar.read","items":[]}]`},
		"a detail for a list": {"calendar.read", "list", `{"id":"e1","title":"Sync","people":[{"name":"Ana","email":"ana@x.test"},{"email":"bo@x.test"}],"none":null}`,
			`[{"type":"detail","action":"calendar.read","title":"Sync","fields":[{"name":"id","value":"e1"},{"name":"title","value":"Sync"},{"name":"people","value":"Ana ana@x.test, bo@x.test"}]}]`},
		"outcome": {"calendar.create", "", `{"id":"e1","title":"Sync"}`, `[{"type":"outcome","action":"calendar.create","title":"Sync","fields":[{"name":"id","value":"e1"},{"name":"title","value":"Sync"}]}]`},
		"diff": {"calendar.update", "", `{"id":"e1","before":{"title":"Old","gone":1},"after":{"title":"New","here":true}}`,
			`[{"type":"diff","action":"calendar.update","title":"New","fields":[{"name":"title","value":"New","before":"Old"},{"name":"here","value":"true"},{"name":"gone","before":"1"}]}]`},
		"no diff":          {"calendar.update", "diff", `{"id":"e1"}`, `[{"type":"outcome","action":"calendar.update","fields":[{"name":"id","value":"e1"}]}]`},
		"not an object":    {"memory.update", "", `7`, `[{"type":"outcome","action":"memory.update","fields":[{"name":"","value":"7"}]}]`},
		"nothing known":    {"notes.read", "", `{}`, `[]`},
		"a later template": {"notes.read", "kanban", `{"a":1}`, `[{"type":"kanban","action":"notes.read"}]`},
		"the list's own":   {"notes.read", "list", `{"items":[{"id":"n1"}]}`, `[{"type":"list","action":"notes.read","items":[{"id":"n1","title":"n1"}]}]`},
	} {
		module, method, _ := strings.Cut(test.action, ".")
		got, err := json.Marshal(Of(module, method, test.listed, jsontext.Value(test.data)))
		if err != nil || string(got) != test.want {
			t.Errorf("%s:\n got %s, %v\nwant %s", name, got, err, test.want)
		}
	}
}

func TestOfIsBounded(t *testing.T) {
	t.Parallel()
	items := strings.Repeat(`{"title":"`+strings.Repeat("x", 10_000)+`"},`, 199) + `{}`
	h := Of("calendar", "read", "", jsontext.Value(`{"items":[`+items+`]}`))[0]
	if len(h.Items) != maxItems || h.More != 200-maxItems || len([]rune(h.Items[0].Title)) != maxText+1 {
		t.Errorf("%d items, %d more, a title of %d", len(h.Items), h.More, len(h.Items[0].Title))
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	const ours = `{"tool_name":"project_cli","tool_call_id":"c1","content":"as text",`
	for result, want := range map[string]string{
		ours + `"ui_hints":[{"type":"kanban"},{"type":"outcome","title":"Done"}]}`: Outcome,
		ours + `"ui_hints":[{"type":"kanban","cards":[1]}]}`:                       Text,
		ours + `"ui_hints":[]}`:                                         Text,
		ours + `"ui_hints":{"type":"list"}}`:                            Text,
		`{"tool_name":"project_cli","tool_call_id":"c2","ui_hints":[]}`: "",
		`{"tool_name":"other","tool_call_id":"c1","ui_hints":[]}`:       "",
		`{"delivered":true}`:                                            "",
		`{`:                                                             "",
	} {
		h, ok := Read("c1", jsontext.Value(result))
		if h.Type != want || ok != (want != "") {
			t.Errorf("%s: %+v, %v", result, h, ok)
		}
	}
	if h, _ := Read("c1", jsontext.Value(ours+`"ui_hints":[]}`)); len(h.Fields) != 1 || h.Fields[0].Value != "as text" {
		t.Errorf("as text: %+v", h)
	}
}
