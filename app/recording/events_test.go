package recording

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// person says the same to every question that comes on screen.
type person struct {
	says ask.Answer
	err  error
	hide bool // the question does not come on screen
}

func (p person) Ask(_ context.Context, _ ask.Question, shown ask.Shown) (ask.Answer, error) {
	if !p.hide {
		shown.Now()
		shown.Now()
	}
	return p.says, p.err
}

// screen has one question waiting behind, and no deadline.
var screen = ask.Shown{
	Now:      func() {},
	Waiting:  func() int { return 1 },
	Deadline: func() (time.Time, bool) { return time.Time{}, false },
}

const head = `{"at":"2026-11-21T09:00:00Z","event":`

func TestEvents(t *testing.T) {
	t.Parallel()
	call := `"agent_id":"agent-1","conversation_id":"c-1","call_id":"a"`
	question := ask.Question{
		Caller: ask.Caller{AgentID: "agent-1", AgentName: "Files", ConversationID: "c-1"}, CallID: "a",
		Tool: "list_directory", Description: manifest.Words{Fallback: "Lists\u202e it"}, Scope: "filesystem:read", Sensitivity: manifest.Medium,
		Why: []i18n.Text{{Key: "rule.group"}}, Arguments: []byte(`{"path":"/srv"}`),
		Facts: executors.Facts{Target: "/srv\u202e", Details: []i18n.Text{{Key: "fact.folder"}}, Leaves: i18n.Text{Key: "leaves.folder"}, Breadth: "/srv", Ignored: []string{"x"}},
	}
	english := func(key string) string { return i18n.New("en").Text(key, nil) }
	shown := head + `"question",` + call + `,"agent_name":"Files","sentence":"Files wants to list a folder","tool":"list_directory",` +
		`"description":"Lists‹U+202E› it","scope":"filesystem:read","scope_label":"Read local files","sensitivity":"medium","target":"/srv‹U+202E›",` +
		`"details":["` + english("fact.folder") + `"],"leaves":"` + english("leaves.folder") + `","why":["` + english("rule.group") + `"],` +
		`"arguments":{"path":"/srv"},"unused":["x"],"offers":["allow","allow_once","deny"],"breadth":"/srv","waiting":1}`
	high := question
	high.Sensitivity, high.Scope, high.Tool, high.ScopeLabel = manifest.High, "camera:use", "shoot", manifest.Words{Fallback: "Camera"}
	high.Caller.AgentName, high.Description, high.Why, high.Again = "", manifest.Words{}, nil, true
	high.Facts = executors.Facts{Warn: []i18n.Text{{Key: "rule.group"}}, Care: []i18n.Text{{Key: "rule.group"}}, Finding: executors.Errorf(executors.PathNotFound, "x"), Coarse: true,
		Fields: []executors.Field{{Name: "place", Before: "Here\u202e", After: "There"}}, Changes: true}
	for name, test := range map[string]struct {
		question ask.Question
		person   person
		want     []string
	}{
		"allowed, for the target": {question, person{says: ask.Answer{Choice: ask.Allow}}, []string{shown, head + `"answer",` + call + `,"answer":"allow","breadth":"target"}`}},
		"allowed, for the scope": {question, person{says: ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope, Coarse: true}},
			[]string{shown, head + `"answer",` + call + `,"answer":"allow","breadth":"scope","coarse":true}`}},
		"denied":          {question, person{says: ask.Answer{Message: "no"}}, []string{shown, head + `"answer",` + call + `,"answer":"deny","message":"no"}`}},
		"withdrawn":       {question, person{err: context.Canceled}, []string{shown, head + `"withdrawn",` + call + `}`}},
		"never on screen": {question, person{err: errors.New("no display"), hide: true}, nil},
		"high, not in words": {high, person{err: context.Canceled}, []string{head + `"question",` + call + `,"sentence":"agent-1 wants to use a tool","tool":"shoot",` +
			`"scope":"camera:use","scope_label":"Camera","sensitivity":"high","care":["` + english("rule.group") + `"],"warnings":["` + english("rule.group") + `"],` +
			`"finding":"` + english("reason.path_not_found") + `","changes":[{"name":"place","before":"Here‹U+202E›","value":"There"}],"arguments":{"path":"/srv"},"offers":["allow_once","deny","always_deny"],"coarse":true,"again":true,"waiting":1}`,
			head + `"withdrawn",` + call + `}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out memory
			events := NewEvents(&out, clock.NewVirtual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)), func(i18n.Text) {})
			asker, _ := events.Watch(test.person, nil)
			if got, err := asker.Ask(t.Context(), test.question, screen); got != test.person.says || err != test.person.err {
				t.Errorf("the answer is now %+v, %v", got, err)
			}
			if got, want := out.String(), strings.Join(append(test.want, ""), "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// open leaves every review as it is.
type open struct{ grant func([]string) }

func (o *open) Review(_ consent.Review, grant func([]string)) { o.grant = grant }

func TestEventsOfReviewsAndEnds(t *testing.T) {
	t.Parallel()
	var out memory
	events := NewEvents(&out, clock.NewVirtual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)), func(i18n.Text) {})
	asker, _ := events.Watch(nil, &open{})
	if asker != nil {
		t.Error("there is somebody to ask")
	}
	o := &open{}
	_, reviewer := events.Watch(nil, o)
	var granted []string
	m := &manifest.Manifest{Scopes: []manifest.Scope{{ID: "filesystem:read", Sensitivity: manifest.Medium}}}
	reviewer.Review(consent.Review{Agent: consent.Agent{ID: "agent-1"}, Manifest: m, Version: 7, Scopes: []string{"filesystem:read"}}, func(scopes []string) { granted = scopes })
	opened := head + `"review","agent_id":"agent-1","manifest_version":7,"scopes":[{"scope":"filesystem:read","label":"Read local files","sensitivity":"medium"}]`
	if got, want := out.String(), opened+"}\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	out.Reset()
	o.grant([]string{})
	events.Ended(ask.CallKey{AgentID: "agent-1", ConversationID: "c-1", CallID: "a"}, "ok", "")
	want := opened + `,"granted":[]}` + "\n" + head + `"end","agent_id":"agent-1","conversation_id":"c-1","call_id":"a","status":"ok"}` + "\n"
	if got := out.String(); got != want || granted == nil {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
