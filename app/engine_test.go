package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assent/app/folder"
	"assent/audit"
	"assent/executors"
	"assent/i18n"
)

func TestPanicsAreAnswered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*camera{
		"in Prepare":     {prepare: func() (executors.Plan, error) { panic("secret") }},
		"in Run":         {run: func(context.Context) (any, error) { panic("secret") }},
		"without a plan": {prepare: func() (executors.Plan, error) { return nil, nil }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := openEngine(t, c)
			r := run(t, e, shoot("1"))
			if r.Reason != "internal" || strings.Contains(r.Message, "secret") {
				t.Errorf("answered %+v", r)
			}
			rows, err := e.Calls(t.Context(), audit.Filter{})
			if err != nil || len(rows) != 1 || rows[0].Status != audit.Error || rows[0].Reason != "internal" {
				t.Errorf("recorded %+v, %v", rows, err)
			}
		})
	}
}

// film is a photo whose content must be held first.
type film struct {
	photo
	hold func(ctx context.Context) error
}

func (f film) Hold(ctx context.Context) error { return f.hold(ctx) }

func TestHolding(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		care   []i18n.Text // not empty: a person is asked
		hold   func(ctx context.Context) error
		reason string
	}{
		"takes of the time limit": {nil, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, "tool_timeout"},
		"panics":                  {nil, func(context.Context) error { panic("secret") }, "internal"},
		"panics in a question":    {[]i18n.Text{{Key: "k"}}, func(context.Context) error { panic("secret") }, "internal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &camera{facts: executors.Facts{Care: test.care}}
			c.prepare = func() (executors.Plan, error) { return film{photo{c}, test.hold}, nil }
			e := openEngine(t, c)
			r := run(t, e, shoot("1"))
			if r.Reason != test.reason || strings.Contains(r.Message, "secret") || c.runs != 0 {
				t.Errorf("answered %+v, ran %d times", r, c.runs)
			}
		})
	}
}

func TestWithoutALogNothingRuns(t *testing.T) {
	t.Parallel()
	c := &camera{}
	e := openEngine(t, c)
	if err := e.log.Close(); err != nil {
		t.Fatal(err)
	}
	if r := run(t, e, shoot("1")); r.Status != "error" || r.Reason != "audit_unavailable" || c.runs != 0 {
		t.Errorf("answered %+v, ran %d times", r, c.runs)
	}
}

// What ran cannot be said not to have run; its result stays here all the same.
func TestAnOutcomeThatCannotBeWrittenIsNotTold(t *testing.T) {
	t.Parallel()
	c := &camera{}
	e := openEngine(t, c)
	c.run = func(context.Context) (any, error) { return map[string]any{}, e.log.Close() }
	r := run(t, e, shoot("1"))
	if r.Status != "error" || r.Reason != "audit_unavailable" || r.Result != nil || strings.Contains(r.Message, "nothing was done") {
		t.Errorf("answered %+v", r)
	}
}

func TestTheTimeLimitIsTheSmallerOne(t *testing.T) {
	t.Parallel()
	var limit time.Duration
	c := &camera{run: func(ctx context.Context) (any, error) {
		deadline, _ := ctx.Deadline()
		limit = time.Until(deadline)
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	e := openEngine(t, c)
	for callID, test := range map[string]struct{ own, most time.Duration }{
		"none": {0, 50 * time.Millisecond}, "smaller": {10 * time.Millisecond, 10 * time.Millisecond}, "larger": {time.Hour, 50 * time.Millisecond},
	} {
		call := shoot(callID)
		call.Timeout = test.own
		if r := run(t, e, call); r.Reason != "tool_timeout" {
			t.Errorf("%s: answered %+v", callID, r)
		}
		if limit > test.most {
			t.Errorf("%s: the limit was %v, want at most %v", callID, limit, test.most)
		}
	}
}

// The content asks for a second question; with the yes of it the call runs once more.
func TestContentIsAskedAboutOnce(t *testing.T) {
	t.Parallel()
	c := &camera{}
	c.run = func(context.Context) (any, error) {
		if c.runs == 1 {
			return nil, &executors.AskAgain{Care: []i18n.Text{{Key: "care.secret"}}}
		}
		return map[string]any{}, nil
	}
	e := openEngine(t, c)
	if r := run(t, e, shoot("1")); r.Status != "ok" || c.runs != 2 {
		t.Fatalf("answered %+v after %d runs", r, c.runs)
	}
	rows, err := e.Calls(t.Context(), audit.Filter{})
	if err != nil || len(rows) != 1 || rows[0].Sensitivity != "high" || rows[0].Decision != "script" {
		t.Errorf("recorded %+v, %v", rows, err)
	}
}

// A call that would run unasked is asked about at high when what it holds is care: a
// password on the clipboard.
func TestHeldContentIsAskedAbout(t *testing.T) {
	t.Parallel()
	c := &camera{}
	c.prepare = func() (executors.Plan, error) {
		return film{photo{c}, func(context.Context) error {
			c.facts.Care = []i18n.Text{{Key: "care.secret"}}
			return nil
		}}, nil
	}
	e := openEngine(t, c)
	if r := run(t, e, shoot("1")); r.Status != "ok" || c.runs != 1 {
		t.Fatalf("answered %+v after %d runs", r, c.runs)
	}
	rows, err := e.Calls(t.Context(), audit.Filter{})
	if err != nil || len(rows) != 1 || rows[0].Sensitivity != "high" || rows[0].Decision != "script" {
		t.Errorf("recorded %+v, %v", rows, err)
	}
}

func TestTheWayOfACallIsKeptInMemory(t *testing.T) {
	t.Parallel()
	e := openEngine(t, &camera{facts: executors.Facts{Target: "the front camera"}})
	run(t, e, shoot("1"))
	rows, err := e.Calls(t.Context(), audit.Filter{})
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	steps, target := e.Steps(rows[0])
	var keys []string
	for _, step := range steps {
		keys = append(keys, step.Key)
	}
	if got, want := strings.Join(keys, " "), "step.checked step.planned rule.silent step.answered"; got != want || target != "the front camera" {
		t.Errorf("steps %s of %q, want %s", got, target, want)
	}
	unknown := rows[0]
	unknown.CallID = "2"
	if steps, target := e.Steps(unknown); steps != nil || target != "" {
		t.Errorf("an unknown call has steps %v of %q", steps, target)
	}
}

func TestAClosingEngineRunsNothing(t *testing.T) {
	t.Parallel()
	c := &camera{}
	e := openEngine(t, c)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if r, _, _ := e.respond(t.Context(), nil, shoot("1"), e.order.take("agent-1")); r.Status == "ok" || c.runs != 0 {
		t.Errorf("answered %+v, ran %d times", r, c.runs)
	}
}

// TestPauseStopsWhatIsOnItsWay: a call that came before the pause and did not begin to
// run, though nobody is asked about it, is answered as those that come later.
func TestPauseStopsWhatIsOnItsWay(t *testing.T) {
	t.Parallel()
	c := &camera{}
	var e *Engine
	c.prepare = func() (executors.Plan, error) {
		e.Pause(true)
		return photo{c}, nil
	}
	e = openEngine(t, c)
	if r := run(t, e, shoot("1")); r.Reason != "paused" || c.runs != 0 {
		t.Errorf("answered %+v, ran %d times", r, c.runs)
	}
	rows, err := e.Calls(t.Context(), audit.Filter{})
	if err != nil || len(rows) != 1 || rows[0].Status != audit.Error || rows[0].Reason != "paused" {
		t.Errorf("recorded %+v, %v", rows, err)
	}
}

// The log says that it set a corrupt database aside while the engine is still being
// opened; the race detector looks on.
func TestACorruptDatabaseIsSetAsideAtStart(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	places := folder.Places{Data: data, Socket: filepath.Join(data, "s")}
	if err := folder.Own(data); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(places.Database(), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	told := make(chan Notice, 8)
	e, err := Open(Options{
		Places: places, Program: "test", Notice: func(n Notice) { told <- n },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	close(told)
	var keys []string
	for n := range told {
		keys = append(keys, n.Key)
	}
	if !slices.Equal(keys, []string{"notice.log_set_aside"}) {
		t.Errorf("told %q", keys)
	}
}
