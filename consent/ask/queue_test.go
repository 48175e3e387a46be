package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

func TestQueueOnlyAClearYesIsOne(t *testing.T) {
	t.Parallel()
	broken := errors.New("no display")
	tests := []struct {
		name         string
		answer       ask.Answer
		err          error
		reason, rule string
		by           ask.Decider
	}{
		{"allow", ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}, nil, "", "rule.allow", ask.ByPerson},
		{"allow once", ask.Answer{Choice: ask.AllowOnce}, nil, "", "rule.allow_once", ask.ByPerson},
		{"the zero answer", ask.Answer{}, nil, "user_refused", "rule.deny", ask.ByPerson},
		{"always deny", ask.Answer{Choice: ask.AlwaysDeny}, nil, "user_refused", "rule.always_deny", ask.ByPerson},
		{"window closed", ask.Answer{Choice: ask.Closed}, nil, "user_refused", "rule.closed", ask.ByPerson},
		{"no such choice", ask.Answer{Choice: 77}, nil, "user_refused", "rule.deny", ask.ByPerson},
		{"allowed by a script", ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope, By: ask.ByScript}, nil, "", "rule.script", ask.ByScript},
		{"denied by a script", ask.Answer{By: ask.ByScript}, nil, "user_refused", "rule.script", ask.ByScript},
		{"nobody there", ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}, ask.ErrNoOneToAsk, "no_one_to_ask", "rule.no_one_to_ask", ask.ByRule},
		{"display fails", ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}, broken, "internal", "rule.not_displayed", ask.ByRule},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(t *testing.T, s *stage) {
				a := s.ask(high("agent", 1))
				s.clock.Advance(1500 * time.Millisecond)
				s.reply(test.answer, test.err)
				a.want(test.reason, test.by, test.rule)
				if test.err == nil && a.decision.Answer != test.answer {
					t.Errorf("the decision holds the answer %v", a.decision.Answer)
				}
				if a.decision.Shown != 1500*time.Millisecond || a.decision.Sensitivity != manifest.High {
					t.Errorf("shown for %v at %v", a.decision.Shown, a.decision.Sensitivity)
				}
			})
		})
	}
}

func TestQueueHangUpAndClose(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		current, waiting, other := s.ask(medium("a", 1)), s.ask(medium("a", 2)), s.ask(medium("a", 3))
		waiting.hangUp()
		waiting.want("interrupted", ask.ByRule, "rule.hung_up")
		s.wantOnScreen("a-1")
		current.hangUp()
		current.want("interrupted", ask.ByRule, "rule.hung_up")
		if current.decision.Answer != (ask.Answer{}) {
			t.Errorf("a hang-up is told as the person's %+v", current.decision.Answer)
		}
		s.wantOnScreen("a-3")
		last := s.ask(medium("b", 1))
		s.Close()
		other.want("interrupted", ask.ByRule, "rule.quit")
		last.want("interrupted", ask.ByRule, "rule.quit")
		s.ask(medium("b", 2)).want("interrupted", ask.ByRule, "rule.quit")
		if len(s.Waiting()) != 0 {
			t.Error("something waits in a closed queue")
		}
	})
}

func TestQueueDoesNotShowWhatWasHungUpBefore(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := s.Ask(ctx, medium("a", 1), ask.Hooks{})
		if reasonOf(err) != "interrupted" || len(s.screen.history) != 0 {
			t.Errorf("got %v, asked %v", err, s.screen.history)
		}
	})
}

func TestQueueIgnoresAnAnswerToAQuestionThatLeft(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		s.screen.deaf = true
		first, second := s.ask(high("a", 1)), s.ask(high("b", 1))
		s.advance(30 * time.Second)
		first.want("user_timeout", ask.ByTimeout, "rule.timeout")
		s.answer(ask.Allow) // meant for the first
		if !second.open() {
			t.Fatal("the answer to one question decided another")
		}
		s.wantOnScreen("b-1")
		s.answer(ask.AllowOnce)
		second.want("", ask.ByPerson, "rule.allow_once")
	})
}

func TestQueueWithdraw(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		current, waiting, other := s.ask(medium("a", 1)), s.ask(medium("a", 2)), s.ask(high("b", 1))
		revoked := &ask.Denied{Reason: ask.PermissionRevoked, Rule: i18n.Text{Key: "rule.withdrawn"}}
		s.Withdraw(func(question ask.Question) bool { return question.Caller.AgentID == "a" }, revoked)
		current.want("permission_revoked", ask.ByRule, "rule.withdrawn")
		waiting.want("permission_revoked", ask.ByRule, "rule.withdrawn")
		s.wantOnScreen("b-1")
		s.Withdraw(func(ask.Question) bool { return true }, executors.Errorf(executors.Paused, "Assent is paused."))
		other.want("paused", ask.ByRule, "rule.withdrawn")
		s.wantOnScreen("")
	})
}

// TestQueueHangUp: of a host's questions none comes on screen because the one before it
// went with the host.
func TestQueueHangUp(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		current, waiting := s.ask(medium("a", 1)), s.ask(high("a", 2))
		s.ask(medium("b", 1))
		s.HangUp(func(q ask.Question) bool { return q.Caller.AgentID == "a" })
		current.want("interrupted", ask.ByRule, "rule.hung_up")
		waiting.want("interrupted", ask.ByRule, "rule.hung_up")
		s.wantOnScreen("b-1")
		if len(s.screen.history) != 2 {
			t.Errorf("%v came on screen", s.screen.history)
		}
	})
}

func TestQueuePause(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		current, waiting := s.ask(medium("a", 1)), s.ask(high("b", 1))
		s.Pause(true)
		current.want("paused", ask.ByRule, "rule.paused")
		waiting.want("paused", ask.ByRule, "rule.paused")
		s.wantOnScreen("")
		s.ask(medium("a", 2)).want("paused", ask.ByRule, "rule.paused")
		s.Pause(false)
		s.ask(medium("a", 1))
		s.wantOnScreen("a-1")
	})
}

func TestQueueTellsOfChanges(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		changes := make(chan struct{}, 100)
		s.Changed = func() { s.Waiting(); changes <- struct{}{} }
		wantChange := func(what string) {
			t.Helper()
			if len(changes) == 0 {
				t.Errorf("nobody was told: %s", what)
			}
			for len(changes) > 0 {
				<-changes
			}
		}
		s.ask(medium("a", 1))
		wantChange("a question came")
		s.ask(medium("b", 1))
		wantChange("another waits")
		s.advance(30 * time.Second)
		wantChange("they changed places")
		s.answer(ask.Allow)
		wantChange("one was answered")
		s.Mute("b", time.Minute)
		wantChange("an agent is muted")
		s.advance(time.Minute)
		wantChange("it is no longer muted")
	})
}

// A few words go with every no of the person's, and with nothing else.
func TestQueueTheWordsOfANo(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		answer ask.Answer
		want   string
	}{
		{"deny", ask.Answer{Message: "not now"}, "not now"},
		{"always deny", ask.Answer{Choice: ask.AlwaysDeny, Message: "never"}, "never"},
		{"closed", ask.Answer{Choice: ask.Closed, Message: " use the copy\n"}, "use the copy"},
		{"by a script", ask.Answer{By: ask.ByScript, Message: "no"}, "no"},
		{"allow", ask.Answer{Choice: ask.Allow, Message: "fine"}, ""},
		{"allow once", ask.Answer{Choice: ask.AllowOnce, Message: "fine"}, ""},
		{"as long as it may be", ask.Answer{Message: strings.Repeat("不", 280)}, strings.Repeat("不", 280)},
		{"longer", ask.Answer{Message: strings.Repeat("不", 281)}, strings.Repeat("不", 280)},
		{"no text", ask.Answer{Message: "a\xffb"}, "ab"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(t *testing.T, s *stage) {
				a := s.ask(medium("a", 1))
				s.reply(test.answer, nil)
				var denied *ask.Denied
				if errors.As(a.err, &denied) != (test.want != "") || denied != nil && denied.Message != test.want {
					t.Errorf("got %+v", a.err)
				}
				if a.decision.Answer.Message != "" {
					t.Error("the decision holds the words")
				}
			})
		})
	}
}

// The zero breadth is the narrowest: it never opens more than what it is for.
func TestQueueAnAllowForThisTargetIsOnceWhereThereIsNone(t *testing.T) {
	t.Parallel()
	for breadth, want := range map[string]ask.Choice{"": ask.AllowOnce, "/home": ask.Allow} {
		onStage(t, func(t *testing.T, s *stage) {
			question := medium("a", 1)
			question.Facts.Breadth = breadth
			a := s.ask(question)
			s.reply(ask.Answer{Choice: ask.Allow}, nil)
			if got := a.decision.Answer; a.err != nil || got != (ask.Answer{Choice: want}) {
				t.Errorf("%q: decided %+v, %v", breadth, got, a.err)
			}
		})
	}
}
