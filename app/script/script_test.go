package script

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
)

const exampleAnswers = `{"review":{"agent-1":["filesystem:read"], "*":"all"},
 "answers":[{"tool":"read_file","answer":"allow","breadth":"scope"},{"scope":"location:read","answer":"deny","after_ms":1500},
            {"agent":"agent-2","conversation":"c-2","sensitivity":"high","answer":"allow_once"},
            {"agent":"agent-3","answer":"allow","breadth":"target"},
            {"tool":"close","answer":"close"},{"tool":"always","answer":"always_deny"},
            {"answer":"none"}]}`

func readAnswers(t *testing.T, data string) *Answers {
	t.Helper()
	a, err := Read([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestReadAnswersRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, file, want string }{
		{"no JSON", `{`, "unexpected EOF"},
		{"an array", `[]`, "/: has the wrong type"},
		{"a member unknown", `{"anwsers":[]}`, "anwsers"},
		{"a member of an entry unknown", `{"answers":[{"answer":"deny"},{"tol":"x","answer":"allow"}]}`, "/answers/1/tol"},
		{"names in another case", `{"Answers":[]}`, "Answers"},
		{"a member twice", `{"answers":[],"answers":[]}`, "duplicate"},
		{"no answer", `{"answers":[{"tool":"x"}]}`, "/answers/0/answer: must be allow"},
		{"an answer unknown", `{"answers":[{"answer":"Allow"}]}`, "/answers/0/answer: must be allow"},
		{"a breadth unknown", `{"answers":[{"answer":"allow","breadth":"folder"}]}`, "/answers/0/breadth: must be scope or target"},
		{"a sensitivity unknown", `{"answers":[{"answer":"allow","sensitivity":"hi"}]}`, "/answers/0/sensitivity: must be low"},
		{"a delay below zero", `{"answers":[{"answer":"allow","after_ms":-1}]}`, "/answers/0/after_ms: must be"},
		{"a delay without end", `{"answers":[{"answer":"allow","after_ms":9007199254740991}]}`, "/answers/0/after_ms: must be"},
		{"a delay as text", `{"answers":[{"answer":"allow","after_ms":"1"}]}`, "/answers/0/after_ms: has the wrong type"},
		{"a review as text", `{"review":{"agent-1":"some"}}`, `/review/agent-1: must be "all"`},
		{"a review of numbers", `{"review":{"agent-1":[1]}}`, "/review/agent-1/0: has the wrong type"},
		{"more after the end", `{} {}`, "after top-level value"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := Read([]byte(test.file)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want it to say %q", err, test.want)
			}
		})
	}
}

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
		queue := ask.NewQueue(person, virtual, ask.DefaultLimits())
		defer queue.Close()
		put := func(q ask.Question) (d ask.Decision, reason ask.Reason) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				var err error
				var denied *ask.Denied
				if d, err = queue.Ask(t.Context(), q, ask.Hooks{}); errors.As(err, &denied) {
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
		by         ask.Decider
		shown      time.Duration
	}{
		{"before the limit", `{"answers":[{"answer":"deny","after_ms":1500}]}`, ask.ByScript, 1500 * time.Millisecond},
		{"at the limit", `{"answers":[{"answer":"deny","after_ms":30000}]}`, ask.ByTimeout, 30 * time.Second},
		{"after the limit", `{"answers":[{"answer":"deny","after_ms":30001}]}`, ask.ByTimeout, 30 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				virtual := clock.NewVirtual(time.Now())
				queue := ask.NewQueue(&Person{Answers: readAnswers(t, test.file), Clock: virtual}, virtual, ask.DefaultLimits())
				defer queue.Close()
				var d ask.Decision
				done := make(chan struct{})
				go func() {
					defer close(done)
					d, _ = queue.Ask(t.Context(), ask.Question{Sensitivity: manifest.High}, ask.Hooks{})
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

func TestReviews(t *testing.T) {
	t.Parallel()
	asked := []string{"filesystem:read", "clipboard:read"}
	tests := []struct {
		name     string
		reviewer *Person
		agent    string
		want     []string
	}{
		{"by name", &Person{Answers: readAnswers(t, exampleAnswers)}, "agent-1", asked[:1]},
		{"any other", &Person{Answers: readAnswers(t, exampleAnswers)}, "agent-7", asked},
		{"not named", &Person{Answers: readAnswers(t, `{"review":{"agent-1":"all"}}`)}, "agent-7", nil},
		{"what is not asked", &Person{Answers: readAnswers(t, `{"review":{"*":["location:read"]}}`)}, "agent-7", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answered := 0
			test.reviewer.Review(consent.Review{Agent: consent.Agent{ID: test.agent}, Scopes: asked}, func(got []string) {
				answered++
				if !slices.Equal(got, test.want) {
					t.Errorf("granted %v, want %v", got, test.want)
				}
			})
			if answered != 1 {
				t.Errorf("answered %d times", answered)
			}
		})
	}
}

func FuzzReadAnswers(f *testing.F) {
	f.Add([]byte(exampleAnswers))
	f.Add([]byte(`{"review":{"a":[]},"answers":[{"answer":"none","agent":null}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Read(data)
		if (a == nil) == (err == nil) {
			t.Fatalf("got %v, %v", a, err)
		}
		if err != nil {
			return
		}
		for _, entry := range a.Answers {
			if _, known := ask.ParseChoice(entry.Answer); !known && entry.Answer != noAnswer {
				t.Errorf("took the answer %q", entry.Answer)
			}
		}
	})
}
