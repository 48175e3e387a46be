package consent

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
	"assent/executors"

	"github.com/go-json-experiment/json/jsontext"
)

var start = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// desk is a Keeper in a folder of its own, with everything around it.
type desk struct {
	*Keeper
	t         *testing.T
	path      string
	options   Options
	terms     Terms // of the calls to come
	clock     *clock.Virtual
	answer    func(ask.Question) ask.Answer // nil: allow
	asked     []ask.Question
	relations []Relation
	reviews   []Review // put to the Reviewer
	grants    []string // what a review is answered with at once; nil: not answered
	answers   []func([]string)
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, path: filepath.Join(t.TempDir(), "assent.db"), clock: clock.NewVirtual(start),
		terms: Terms{Limits: ask.DefaultLimits(), WindowCap: 7 * 24 * time.Hour}}
	d.options = Options{
		Clock: d.clock, Asker: d, Reviewer: d,
		Related: func(r Relation) { d.relations = append(d.relations, r) },
	}
	d.open()
	return d
}

func (d *desk) open() {
	d.t.Helper()
	keeper, err := Open(d.path, d.options)
	if err != nil {
		d.t.Fatal(err)
	}
	d.Keeper = keeper
	d.t.Cleanup(func() { keeper.Close() })
}

// restart closes and opens; between runs in between.
func (d *desk) restart(between func()) {
	d.t.Helper()
	if err := d.Close(); err != nil {
		d.t.Fatal(err)
	}
	if between != nil {
		between()
	}
	d.open()
}

// crash goes on with the database as a crash now would leave it.
func (d *desk) crash() {
	d.t.Helper()
	left := left(d.t, d.path, "", "-wal", journalEnd)
	d.Close()
	d.path = left
	d.open()
}

// readOnly makes every write fail from now on.
func (d *desk) readOnly() {
	d.t.Helper()
	if _, err := d.store.db.Exec("PRAGMA query_only = 1"); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) Ask(_ context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	d.asked = append(d.asked, q)
	if d.answer == nil {
		return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}, nil
	}
	return d.answer(q), nil
}

func (d *desk) Review(r Review, answer func([]string)) {
	d.reviews = append(d.reviews, r)
	d.answers = append(d.answers, answer)
	if d.grants != nil {
		answer(d.grants)
	}
}

// scopes is what a test manifest declares: its sensitivity by scope. Each scope has
// a tool of its own, named as toolOf says.
type scopes map[string]string

func toolOf(scope string) string { return strings.ReplaceAll(scope, ":", "_") }

// document returns a manifest that differs with each schema.
func document(s scopes, schema ...string) []byte {
	properties := `{"path":{"type":"string"}}`
	if len(schema) > 0 {
		properties = schema[0]
	}
	var tools, declared []string
	for scope, sensitivity := range s {
		tools = append(tools, `{"name":"`+toolOf(scope)+`","description_i18n_key":"d","permission_scope":"`+scope+
			`","input_schema":{"type":"object","properties":`+properties+`,"additionalProperties":false}}`)
		declared = append(declared, `{"id":"`+scope+`","label_i18n_key":"l","label_fallback":"L","sensitivity":"`+sensitivity+`"}`)
	}
	slices.Sort(tools)
	slices.Sort(declared)
	return []byte(`{"schema_version":"1.0","agent_version":"1.0.0","capability_flags":{},"tools":[` + strings.Join(tools, ",") +
		`],"permission_scopes":[` + strings.Join(declared, ",") + `]}`)
}

func hashOf(t *testing.T, document []byte) string {
	t.Helper()
	m, err := manifest.Parse(document)
	if err != nil {
		t.Fatal(err)
	}
	return m.Hash
}

// offer gives a manifest as a host would.
func (d *desk) offer(agentID string, version int, document []byte) error {
	d.t.Helper()
	return d.Offer(Offer{AgentID: agentID, Version: version, Hash: hashOf(d.t, document), Manifest: document})
}

// known makes an agent known, with all of its scopes granted.
func (d *desk) known(agentID string, s scopes) {
	d.t.Helper()
	before := d.grants
	defer func() { d.grants = before }()
	d.grants = make([]string, 0)
	for scope := range s {
		d.grants = append(d.grants, scope)
	}
	if err := d.offer(agentID, 1, document(s)); err != nil {
		d.t.Fatal(err)
	}
}

// call is a call of the tool for scope.
type call struct {
	agent, conversation, scope, breadth, arguments string
	noWindow                                       bool
}

func (d *desk) check(c call) (Permit, error) {
	if c.arguments == "" {
		c.arguments = `{"path":"/a"}`
	}
	return d.Check(Call{
		Caller: ask.Caller{AgentID: c.agent, ConversationID: c.conversation}, Tool: toolOf(c.scope), Arguments: jsontext.Value(c.arguments),
		Terms: d.terms,
	})
}

// Windows returns those that hold by the desk's terms.
func (d *desk) Windows() []Window { return d.Keeper.Windows(d.terms.WindowCap) }

// run takes a call through steps 1 to 6.
func (d *desk) run(c call) (ask.Decision, error) {
	p, err := d.check(c)
	if err != nil {
		return ask.Decision{}, err
	}
	decision, err := d.Decide(context.Background(), p, ask.Question{CallID: "x", Digest: d.clock.Now().String(), Facts: executors.Facts{Breadth: c.breadth, NoWindow: c.noWindow}}, ask.Hooks{})
	if err != nil {
		return decision, err
	}
	return decision, d.Recheck(p)
}

// expect runs a call and says how it must be decided.
func (d *desk) expect(c call, by ask.Decider) {
	d.t.Helper()
	if decision, err := d.run(c); err != nil || decision.By != by {
		d.t.Errorf("%+v: decided by %q, %v, want %q", c, decision.By, err, by)
	}
}

// denies runs a call and says why it must be denied.
func (d *desk) denies(c call, want ask.Reason) {
	d.t.Helper()
	var denied *ask.Denied
	if _, err := d.run(c); !errors.As(err, &denied) || denied.Reason != want {
		d.t.Errorf("%+v: %v, want %s", c, err, want)
	}
}

func code(err error) string {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	if err != nil {
		return "error: " + err.Error()
	}
	return ""
}

func (d *desk) granted(agentID string) []string {
	granted := []string{}
	agent, _ := d.Agent(agentID)
	for _, g := range agent.Grants {
		if g.Granted && !g.Suspended {
			granted = append(granted, g.Scope)
		}
	}
	return granted
}

// told checks what hosts were told since the last time.
func (d *desk) told(want ...Relation) {
	d.t.Helper()
	got := d.relations
	d.relations = nil
	for i := range got {
		got[i].Warnings = nil
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if string(a) != string(b) && len(got)+len(want) > 0 {
		d.t.Errorf("hosts were told %s, want %s", a, b)
	}
}

// Agent returns one agent, and false when it is unknown.
func (k *Keeper) Agent(id string) (Agent, bool) {
	a := k.agent(id)
	if a == nil {
		return Agent{}, false
	}
	return a.public(), true
}

// Reviews returns what waits for the user's review.
func (k *Keeper) Reviews() (all []Review) {
	for _, a := range k.sorted() {
		if r, ok := a.pending(); ok {
			all = append(all, r)
		}
	}
	return all
}
