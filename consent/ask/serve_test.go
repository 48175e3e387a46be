package ask_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

func TestQueueHoldsContentWhenItsTurnComes(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		calls := 0
		hold := func(context.Context) (executors.Facts, error) {
			calls++
			return executors.Facts{Target: "held"}, nil
		}
		s.ask(medium("a", 1))
		s.askWith(medium("a", 2), ask.Hooks{Hold: hold})
		if calls != 0 {
			t.Fatal("held before its turn")
		}
		s.advance(30 * time.Second)
		s.wantOnScreen("a-2")
		if s.screen.showing.Facts.Target != "held" {
			t.Error("the new facts are not shown")
		}
		s.advance(30 * time.Second)
		s.wantOnScreen("a-1")
		s.answer(ask.Allow)
		s.wantOnScreen("a-2")
		if calls != 1 || s.screen.showing.Facts.Target != "held" {
			t.Errorf("held %d times, shown %q", calls, s.screen.showing.Facts.Target)
		}
	})
}

func TestQueueHoldingFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		hold   func(context.Context) error
		reason string
	}{
		{"with a reason", func(context.Context) error {
			return executors.Errorf(executors.ClipboardUnreadable, "The clipboard is empty.")
		}, "clipboard_unreadable"},
		{"without one", func(context.Context) error { return errors.New("secret") }, "internal"},
		{"by taking too long", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, "internal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(t *testing.T, s *stage) {
				hold := func(ctx context.Context) (executors.Facts, error) { return executors.Facts{}, test.hold(ctx) }
				a := s.askWith(medium("a", 1), ask.Hooks{Hold: hold})
				<-a.done
				a.want(test.reason, ask.ByRule, "rule.not_held")
				if len(s.screen.history) != 0 {
					t.Error("asked without its content")
				}
			})
		})
	}
}

func TestQueueContentThatNeedsCareIsHigh(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		hold := func(context.Context) (executors.Facts, error) {
			return executors.Facts{Care: []i18n.Text{{Key: "care.any"}}}, nil
		}
		a := s.askWith(medium("a", 1), ask.Hooks{Hold: hold})
		if s.screen.showing.Sensitivity != manifest.High {
			t.Error("shown as medium")
		}
		s.advance(30 * time.Second)
		a.want("user_timeout", ask.ByTimeout, "rule.timeout")
		if a.decision.Sensitivity != manifest.High {
			t.Errorf("decided as %v", a.decision.Sensitivity)
		}
	})
}

// What was found in the content may bar the window that the person chose.
func TestQueueNoWindowMakesAnAllowOnce(t *testing.T) {
	t.Parallel()
	for _, barred := range []bool{true, false} {
		onStage(t, func(t *testing.T, s *stage) {
			kept := ask.Deny
			a := s.askWith(medium("a", 1), ask.Hooks{
				Hold:     func(context.Context) (executors.Facts, error) { return executors.Facts{NoWindow: barred}, nil },
				Answered: func(d ask.Decision, _ error) error { kept = d.Answer.Choice; return nil },
			})
			s.answer(ask.Allow)
			want, rule := ask.Allow, "rule.allow"
			if barred {
				want, rule = ask.AllowOnce, "rule.allow_once"
			}
			a.want("", ask.ByPerson, rule)
			if kept != want || a.decision.Answer.Choice != want {
				t.Errorf("barred %v: kept %v, decided %v, want %v", barred, kept, a.decision.Answer.Choice, want)
			}
		})
	}
}

// A yes that opens a window settles the questions that the window covers before
// any of them gets on screen.
func TestQueueKeepsAnAnswerBeforeTheNextQuestion(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		open := false
		hooks := ask.Hooks{
			Settled: func() (ask.Decision, bool) { return ask.Decision{By: ask.ByWindow}, open },
			Answered: func(d ask.Decision, err error) error {
				open = d.Answer.Choice == ask.Allow && err == nil
				return nil
			},
		}
		first, second, third := s.askWith(medium("a", 1), hooks), s.askWith(medium("a", 2), hooks), s.askWith(medium("a", 3), hooks)
		s.answer(ask.Allow)
		first.want("", ask.ByPerson, "rule.allow")
		for _, a := range []*asked{second, third} {
			if a.open() || a.err != nil || a.decision.By != ask.ByWindow {
				t.Errorf("the window did not settle what waited: %v %v", a.decision, a.err)
			}
		}
		if !slices.Equal(s.screen.history, []string{"a-1"}) {
			t.Errorf("asked %v", s.screen.history)
		}
	})
}

func TestQueueAnAnswerThatCannotBeKeptIsNoYes(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		kept := make(chan struct{})
		a := s.askWith(medium("a", 1), ask.Hooks{
			Answered: func(ask.Decision, error) error { <-kept; return errors.New("database unwritable") },
		})
		s.advance(time.Minute)
		s.answer(ask.Allow)
		s.DenyAll("a") // too late: the person has answered
		a.hangUp()
		s.ask(medium("b", 1)) // does not send an answered question to the back
		if n := len(s.Waiting()); n != 1 {
			t.Errorf("%d wait", n)
		}
		close(kept)
		synctest.Wait()
		a.want("internal", ask.ByPerson, "rule.allow")
	})
}

// "Always deny" ends what waits in its scope before any of it is asked about.
func TestQueueAnAnswerMayWithdrawWhatWaits(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		always := func(ask.Decision, error) error {
			s.Withdraw(func(q ask.Question) bool { return q.Caller.AgentID == "a" }, &ask.Denied{Reason: ask.PermissionRevoked})
			return nil
		}
		first, second, other := s.askWith(medium("a", 1), ask.Hooks{Answered: always}), s.ask(medium("a", 2)), s.ask(medium("b", 1))
		s.answer(ask.AlwaysDeny)
		first.want("user_refused", ask.ByPerson, "rule.always_deny")
		second.want("permission_revoked", ask.ByRule, "rule.withdrawn")
		if !slices.Equal(s.screen.history, []string{"a-1", "b-1"}) || !other.open() {
			t.Errorf("asked %v", s.screen.history)
		}
	})
}
