package script

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
)

func TestScriptAnswers(t *testing.T) {
	t.Parallel()
	question := func(agent, conversation, tool, scope string, s manifest.Sensitivity) ask.Question {
		return ask.Question{
			Caller: ask.Caller{AgentID: agent, ConversationID: conversation},
			Tool:   tool, Scope: scope, Sensitivity: s,
		}
	}
	tests := []struct {
		name     string
		question ask.Question
		want     ask.Answer
	}{
		{"by tool", question("agent-9", "c-9", "read_file", "filesystem:read", manifest.Medium),
			ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}},
		{"the first entry that fits", question("agent-3", "c-9", "read_file", "filesystem:read", manifest.Medium),
			ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}},
		{"for the target", question("agent-3", "c-9", "other", "filesystem:read", manifest.Medium),
			ask.Answer{Choice: ask.Allow}},
		{"by scope, later", question("agent-9", "c-9", "where", "location:read", manifest.High),
			ask.Answer{Choice: ask.Deny}},
		{"by several", question("agent-2", "c-2", "other", "clipboard:read", manifest.High),
			ask.Answer{Choice: ask.AllowOnce}},
		{"closed", question("agent-2", "c-9", "close", "clipboard:read", manifest.High),
			ask.Answer{Choice: ask.Closed}},
		{"always denied", question("agent-2", "c-2", "always", "clipboard:read", manifest.Medium),
			ask.Answer{Choice: ask.AlwaysDeny}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				got := askScript(t, exampleAnswers, test.question)
				test.want.By = ask.ByScript
				if got.err != nil || got.answer != test.want || !got.shown {
					t.Errorf("got %+v", got)
				}
			})
		})
	}
}

type scripted struct {
	answer ask.Answer
	err    error
	shown  bool
	took   time.Duration
}

// askScript asks the file, inside a bubble; after an hour the question is withdrawn.
func askScript(t *testing.T, file string, question ask.Question) (s scripted) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	person := &Person{Answers: readAnswers(t, file), Clock: clock.NewFlowing(time.Now())}
	began := time.Now()
	s.answer, s.err = person.Ask(ctx, question, ask.Shown{Now: func() { s.shown = true }})
	s.took = time.Since(began)
	return s
}

func TestScriptTakesItsTime(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file string
		took       time.Duration
		err        error
	}{
		{"at once", `{"answers":[{"answer":"allow"}]}`, 0, nil},
		{"after 1500 ms", `{"answers":[{"answer":"allow","after_ms":1500}]}`, 1500 * time.Millisecond, nil},
		{"later than it is asked", `{"answers":[{"answer":"allow","after_ms":3600001}]}`, time.Hour, context.DeadlineExceeded},
		{"never", `{"answers":[{"answer":"none"}]}`, time.Hour, context.DeadlineExceeded},
		{"nothing fits", `{"answers":[{"tool":"other","answer":"allow"}]}`, time.Hour, context.DeadlineExceeded},
		{"an empty name fits nothing", `{"answers":[{"tool":"","answer":"allow"}]}`, time.Hour, context.DeadlineExceeded},
		{"an empty file", `{}`, time.Hour, context.DeadlineExceeded},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				got := askScript(t, test.file, ask.Question{Tool: "read_file"})
				if got.took != test.took || !errors.Is(got.err, test.err) {
					t.Errorf("took %v, %v", got.took, got.err)
				}
				if got.err != nil && got.answer.Choice != ask.Deny {
					t.Error("no answer is a yes")
				}
			})
		})
	}
}

// The script answers through the queue as a person would, and it is told apart.
func TestScriptIsAskedByTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		virtual := clock.NewVirtual(time.Now())
		person := &Person{Answers: readAnswers(t, exampleAnswers), Clock: virtual}
		queue := ask.NewQueue(person, virtual)
		defer queue.Close()
		put := func(q ask.Question) (d ask.Decision, reason ask.Reason) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				var err error
				var denied *ask.Denied
				if d, err = queue.Ask(t.Context(), q, ask.DefaultLimits(), ask.Hooks{}); errors.As(err, &denied) {
					reason = denied.Reason
				}
			}()
			for range 40 { // seconds, one by one: the limit of a question is 30
				synctest.Wait()
				virtual.Advance(time.Second)
			}
			<-done
			return d, reason
		}
		if d, reason := put(ask.Question{Tool: "read_file", Sensitivity: manifest.Medium}); d.By != ask.ByScript || reason != "" {
			t.Errorf("allowed by %q, %q", d.By, reason)
		}
		if d, reason := put(ask.Question{Scope: "location:read", Sensitivity: manifest.High}); d.By != ask.ByScript || reason != ask.UserRefused {
			t.Errorf("denied by %q, %q", d.By, reason)
		}
		if d, reason := put(ask.Question{Tool: "other", Sensitivity: manifest.High}); d.By != ask.ByTimeout || reason != ask.UserTimeout {
			t.Errorf("not answered: %q, %q", d.By, reason)
		}
	})
}

// However far the clock is advanced at once, an answer comes before the limits that are
// passed on the way.
func TestScriptIsInTimeWhenMuchTimePasses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, file string
		slow       time.Duration
		by         ask.Decider
		shown      time.Duration
	}{
		{"before the limit", `{"answers":[{"answer":"deny","after_ms":1500}]}`, 0, ask.ByScript, 1500 * time.Millisecond},
		{"at the limit", `{"answers":[{"answer":"deny","after_ms":30000}]}`, 0, ask.ByTimeout, 30 * time.Second},
		{"after the limit", `{"answers":[{"answer":"deny","after_ms":30001}]}`, 0, ask.ByTimeout, 30 * time.Second},
		{"slower than it says", `{"answers":[{"answer":"deny","after_ms":1500}]}`, 20 * time.Second, ask.ByScript, 21500 * time.Millisecond},
		{"too slow", `{"answers":[{"answer":"deny"}]}`, 45 * time.Second, ask.ByTimeout, 30 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				virtual := clock.NewVirtual(time.Now())
				person := &Person{Answers: readAnswers(t, test.file), Clock: virtual, Slow: func(ask.CallKey) time.Duration { return test.slow }}
				queue := ask.NewQueue(person, virtual)
				defer queue.Close()
				var d ask.Decision
				done := make(chan struct{})
				go func() {
					defer close(done)
					d, _ = queue.Ask(t.Context(), ask.Question{Sensitivity: manifest.High}, ask.DefaultLimits(), ask.Hooks{})
				}()
				synctest.Wait()
				virtual.Advance(25 * time.Hour)
				<-done
				if d.By != test.by || d.Shown != test.shown {
					t.Errorf("decided by %q after %v, want %q after %v", d.By, d.Shown, test.by, test.shown)
				}
			})
		})
	}
}

// An entry is used as often as it says, and by one question once, however often that
// comes on screen.
func TestTimes(t *testing.T) {
	t.Parallel()
	var unmatched []string
	person := &Person{
		Answers:   readAnswers(t, `{"answers":[{"answer":"allow_once","times":2},{"tool":"x","answer":"none","times":1}],"unanswered":"deny"}`),
		Unmatched: func(q ask.Question) { unmatched = append(unmatched, q.CallID) },
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for i, test := range []struct {
		ctx  context.Context
		id   string
		want string
	}{
		{t.Context(), "1", "allow_once"}, {t.Context(), "2", "allow_once"},
		{gone, "3", ""}, {gone, "3", ""}, // the one nobody answers comes back
		{t.Context(), "4", "deny"}, {t.Context(), "5", "deny"},
	} {
		got, err := person.Ask(test.ctx, ask.Question{CallID: test.id, Tool: "x"}, ask.Shown{Now: func() {}})
		if test.want == "" && err == nil || test.want != "" && (err != nil || got.Choice.String() != test.want) {
			t.Errorf("%d: got %v, %v, want %q", i, got, err, test.want)
		}
	}
	if !slices.Equal(unmatched, []string{"4", "5"}) {
		t.Errorf("unmatched were %q", unmatched)
	}
}

func TestUnanswered(t *testing.T) {
	t.Parallel()
	for unanswered, test := range map[string]struct {
		err    error
		failed int
	}{"wait": {context.DeadlineExceeded, 0}, "deny": {nil, 0}, "fail": {ask.ErrNoOneToAsk, 1}} {
		t.Run(unanswered, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				said := 0
				person := &Person{Answers: readAnswers(t, `{"unanswered":"`+unanswered+`"}`), Unmatched: func(ask.Question) { said++ }}
				for range 2 { // it comes on screen again where nobody answered
					got, err := person.Ask(ctx, ask.Question{CallID: "1"}, ask.Shown{Now: func() {}})
					if !errors.Is(err, test.err) || got.Choice != ask.Deny {
						t.Errorf("got %v, %v", got, err)
					}
					if ctx.Err() == nil {
						break // it was answered
					}
				}
				if said != 1 || person.Failed() != test.failed {
					t.Errorf("said %d times, failed %d", said, person.Failed())
				}
			})
		})
	}
}

func TestAMessageGoesWithTheNo(t *testing.T) {
	t.Parallel()
	person := &Person{Answers: readAnswers(t, `{"answers":[{"answer":"deny","message":"not now"}]}`)}
	if got, err := person.Ask(t.Context(), ask.Question{}, ask.Shown{Now: func() {}}); err != nil || got.Message != "not now" {
		t.Errorf("got %+v, %v", got, err)
	}
}
