package consent

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"assent/consent/ask"
	"assent/consent/manifest"
)

// reauth sends the event for a manifest.
func (d *desk) reauth(version int, manifest []byte, scopes ...string) error {
	d.t.Helper()
	return d.Reauth(Reauth{AgentID: "a", Version: version, Hash: hashOf(d.t, manifest), Scopes: scopes})
}

var (
	before = scopes{files: "medium", notes: "low"}
	after  = scopes{files: "medium", notes: "low", place: "high"}
)

func changing(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.known("a", before)
	d.expect(readFile, ask.ByPerson)
	d.relations, d.reviews, d.answers = nil, nil, nil
	return d
}

func TestReauthBeforeItsManifest(t *testing.T) {
	t.Parallel()
	d, changed := changing(t), document(after)
	if err := d.reauth(2, changed, files, place); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 1, notes)) // what is left until the review
	d.denies(readFile, ask.ScopeNotGranted)
	d.expect(readFile.of(notes), ask.BySilence)
	if agent, _ := d.Agent("a"); !agent.Changed || len(d.reviews) != 0 || len(d.Windows()) != 0 {
		t.Errorf("changed %v, %d reviews, %d windows", agent.Changed, len(d.reviews), len(d.Windows()))
	}
	if err := d.Grant("a", files); err != ErrNotReviewed {
		t.Errorf("granted past the review: %v", err)
	}
	d.restart(nil)
	d.denies(readFile, ask.ScopeNotGranted)

	if got := code(d.offer("a", 2, document(scopes{files: "low"}))); got != CodeHashMismatch {
		t.Errorf("another manifest: %q", got)
	}
	if err := d.offer("a", 2, changed); err != nil {
		t.Fatal(err)
	}
	d.told()
	d.denies(readFile, ask.ScopeNotGranted)
	d.restart(nil)
	r := d.reviews[len(d.reviews)-1]
	if r.Version != 2 || r.Previous == nil || len(r.Previous.Scopes) != 2 || len(r.Manifest.Scopes) != 3 ||
		!slices.Equal(r.Scopes, []string{files, place}) {
		t.Errorf("%+v", r)
	}
	d.answers[len(d.answers)-1]([]string{files})
	d.told(relation("a", 2, files, notes))
	d.denies(readFile.of(place), ask.ScopeNotGranted)
	d.expect(readFile, ask.ByPerson)
	if agent, _ := d.Agent("a"); agent.Changed || agent.Version != 2 {
		t.Errorf("%+v", agent)
	}
}

func TestReauthAfterItsManifest(t *testing.T) {
	t.Parallel()
	d, changed := changing(t), document(after)
	if err := d.offer("a", 2, changed); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 2, files, notes))
	if err := d.reauth(2, changed); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 2))
	d.denies(readFile, ask.ScopeNotGranted)
	d.denies(readFile.of(notes), ask.ScopeNotGranted)
	if len(d.reviews) != 1 || len(d.reviews[0].Previous.Scopes) != 2 || len(d.reviews[0].Scopes) != 3 {
		t.Fatalf("%+v", d.reviews)
	}
	if err := d.offer("a", 2, changed); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 2)) // the same again
	d.answers[0]([]string{notes})
	d.told(relation("a", 2, notes))
	d.denies(readFile, ask.PermissionRevoked) // declined: it left the grant
}

func TestStaleReauth(t *testing.T) {
	t.Parallel()
	d, changed := changing(t), document(after)
	if err := d.reauth(1, document(before)); err != nil {
		t.Error(err)
	}
	d.expect(readFile, ask.ByWindow)
	d.grants = []string{files, notes}
	if err := d.reauth(2, changed); err != nil {
		t.Error(err)
	}
	d.told(relation("a", 1))
	d.offer("a", 2, changed)
	d.told(relation("a", 2, files, notes))
	if err := d.reauth(2, changed, files); err != nil {
		t.Error(err)
	}
	d.told() // reviewed already
	d.expect(readFile, ask.ByPerson)
}

func TestReauthThatCannotBeTaken(t *testing.T) {
	t.Parallel()
	d := changing(t)
	if got := code(d.Reauth(Reauth{AgentID: "unknown", Version: 2, Hash: "h"})); got != CodeBadMessage {
		t.Errorf("unknown agent: %q", got)
	}
	if got := code(d.Reauth(Reauth{AgentID: "a"})); got != CodeBadMessage {
		t.Errorf("no version: %q", got)
	}
	d.offer("a", 2, document(after))
	if got := code(d.Reauth(Reauth{AgentID: "a", Version: 2, Hash: "h"})); got != CodeHashMismatch {
		t.Errorf("another hash than the one cached: %q", got)
	}
	d.denies(readFile, ask.ScopeNotGranted) // and yet it stops
}

// TestReauthTwice has a second event come before the first one's review ended.
func TestReauthTwice(t *testing.T) {
	t.Parallel()
	d, second, third := changing(t), document(after), document(after, `{"path":{"type":"string","maxLength":9}}`)
	d.reauth(2, second, files)
	d.told(relation("a", 1, notes))
	d.offer("a", 2, second)
	d.reauth(3, third, notes)
	d.told(relation("a", 1))
	d.denies(readFile, ask.ScopeNotGranted)
	d.denies(readFile.of(notes), ask.ScopeNotGranted)
	if d.answers[0]([]string{files}); len(d.granted("a")) != 0 || len(d.Reviews()) != 0 {
		t.Error("the answer to the first review counts")
	}
	if got := code(d.offer("a", 2, second)); got != CodeHashMismatch {
		t.Errorf("the manifest before: %q", got)
	}
	d.offer("a", 3, third)
	d.answerReview(d.Reviews()[0], []string{files, notes})
	d.told(relation("a", 3, files, notes))
}

// TestReauthOvertaken has the host bring a later manifest than the event's.
func TestReauthOvertaken(t *testing.T) {
	t.Parallel()
	d := changing(t)
	d.grants = []string{files}
	d.reauth(2, document(after), files)
	d.told(relation("a", 1, notes))
	if err := d.offer("a", 3, document(after, `{"path":{"type":"string","maxLength":9}}`)); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 3, files, notes))
}

// TestReauthOfNewAgent has the event come while the first review is open: what is
// granted then is suspended all the same.
func TestReauthOfNewAgent(t *testing.T) {
	t.Parallel()
	d, changed := newDesk(t), document(after)
	d.offer("a", 1, document(before))
	if err := d.reauth(2, changed, files); err != nil {
		t.Fatal(err)
	}
	d.answerReview(d.Reviews()[0], []string{files, notes})
	d.told(relation("a", 1, notes))
	d.denies(readFile, ask.ScopeNotGranted)
	d.offer("a", 2, changed)
	d.answerReview(d.Reviews()[0], []string{files})
	d.told(relation("a", 2, files, notes))
	d.expect(readFile, ask.ByPerson)
}

// A host cannot make what is kept of an agent grow with one event after the other.
func TestReauthOfMoreScopesThanAManifestHolds(t *testing.T) {
	t.Parallel()
	d, changed := changing(t), document(after)
	if err := d.reauth(2, changed, notes, strings.Repeat("x", manifest.MaxSize)); err != nil {
		t.Fatal(err)
	}
	if kept := d.agent("a").reauth.Scopes; len(kept) != 0 {
		t.Errorf("%d scopes are kept", len(kept))
	}
	d.denies(readFile, ask.ScopeNotGranted) // none are all
}

// pair is a manifest whose two tools need notes.
func pair(description string) []byte {
	tool := func(name, description string) string {
		return `{"name":"` + name + `","description_i18n_key":"d","description_fallback":"` + description + `","permission_scope":"` + notes +
			`","input_schema":{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}}`
	}
	return []byte(`{"schema_version":"1.0","agent_version":"1.0.0","capability_flags":{},"tools":[` + tool("first", description) + "," + tool("second", "x") +
		`],"permission_scopes":[{"id":"` + notes + `","label_i18n_key":"l","sensitivity":"low"}]}`)
}

// passes returns which of the tools of pair pass steps 1 to 3, and which are suspended.
func (d *desk) passes() (passing, suspended []string) {
	d.t.Helper()
	for _, tool := range []string{"first", "second"} {
		_, err := d.Check(Call{Caller: ask.Caller{AgentID: "a", ConversationID: "c"}, Tool: tool, Arguments: []byte(`{"path":"/a"}`)})
		var denied *ask.Denied
		switch {
		case err == nil:
			passing = append(passing, tool)
		case errors.As(err, &denied) && denied.Rule.Key == "rule.suspended":
			suspended = append(suspended, tool)
		default:
			d.t.Errorf("%s: %v", tool, err)
		}
	}
	return passing, suspended
}

// An event that names tools stops these alone, beside the scopes that are named.
func TestReauthOfTools(t *testing.T) {
	t.Parallel()
	first, both := []string{"first"}, []string{"first", "second"}
	for name, test := range map[string]struct {
		events    []Reauth
		suspended []string
	}{
		"one tool":                 {[]Reauth{{Tools: first}}, first},
		"a tool and another scope": {[]Reauth{{Tools: first, Scopes: []string{files}}}, first},
		"a tool and its scope":     {[]Reauth{{Tools: first, Scopes: []string{notes}}}, both},
		"one after the other":      {[]Reauth{{Tools: first}, {Tools: []string{"second"}}}, both},
		"a tool, then all":         {[]Reauth{{Tools: first}, {}}, both},
		"all, then a tool":         {[]Reauth{{}, {Tools: first}}, both},
		"a tool, then a scope":     {[]Reauth{{Tools: first}, {Scopes: []string{notes}}}, both},
		"a tool that is not there": {[]Reauth{{Tools: []string{"third"}}}, nil},
		"more than a manifest has": {[]Reauth{{Tools: []string{strings.Repeat("x", manifest.MaxSize+1)}}}, both},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.grants = []string{notes}
			must(t, d.offer("a", 1, pair("x")))
			d.grants = nil
			for i, event := range test.events {
				event.AgentID, event.Version, event.Hash = "a", 2+i, hashOf(t, pair("y"))
				must(t, d.Reauth(event))
			}
			suspended := func() {
				t.Helper()
				if _, got := d.passes(); !slices.Equal(got, test.suspended) {
					t.Errorf("suspended are %v, want %v", got, test.suspended)
				}
				if agent, _ := d.Agent("a"); !slices.Equal(agent.Stopped, test.suspended) {
					t.Errorf("the agent's page says that %v are stopped, want %v", agent.Stopped, test.suspended)
				}
			}
			suspended()
			d.restart(nil)
			suspended()
			must(t, d.offer("a", 1+len(test.events), pair("y")))
			suspended()
			reviews := d.Reviews()
			if len(reviews) != 1 || len(reviews[0].Scopes) != min(1, len(test.suspended)) {
				t.Fatalf("to review: %+v", reviews)
			}
			d.answerReview(reviews[0], []string{notes})
			if passing, _ := d.passes(); !slices.Equal(passing, both) {
				t.Errorf("after the review pass %v", passing)
			}
		})
	}
}

// A tool that is new is stopped by its event, too, although its scope is granted.
func TestReauthOfANewTool(t *testing.T) {
	t.Parallel()
	d, more := newDesk(t), []byte(strings.Replace(string(pair("x")), `"name":"second"`, `"name":"third"`, 1))
	d.grants = []string{notes}
	must(t, d.offer("a", 1, pair("x")))
	d.grants = nil
	must(t, d.Reauth(Reauth{AgentID: "a", Version: 2, Hash: hashOf(t, more), Tools: []string{"third"}}))
	must(t, d.offer("a", 2, more))
	if passing, _ := d.passes(); !slices.Equal(passing, []string{"first", "second"}) {
		t.Errorf("before the review pass %v", passing)
	}
	if r := d.Reviews(); len(r) != 1 || !slices.Equal(r[0].Scopes, []string{notes}) {
		t.Errorf("to review: %+v", r)
	}
}
