package consent_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"assent/consent"
	"assent/consent/clock"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// stage is a queue on a virtual clock, with a screen that a test answers.
type stage struct {
	*consent.Queue
	t      *testing.T
	clock  *clock.Virtual
	screen *screen
}

// onStage runs test in a bubble of its own, which fails if a goroutine is left.
func onStage(t *testing.T, test func(*testing.T, *stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, clock: clock.NewVirtual(noon), screen: &screen{answers: make(chan reply)}}
		s.Queue = consent.NewQueue(s.screen, s.clock)
		t.Cleanup(s.Close)
		test(t, s)
	})
}

// screen is an Asker that shows its question until the test answers.
type screen struct {
	answers chan reply
	dark    bool              // nothing ever gets on screen
	deaf    bool              // it does not heed that the question left
	showing *consent.Question // nil when none
	shown   consent.Shown     // of the last question
	history []string          // the call ids, in the order they were asked
}

type reply struct {
	answer consent.Answer
	err    error
}

func (s *screen) Ask(ctx context.Context, question consent.Question, shown consent.Shown) (consent.Answer, error) {
	s.showing, s.shown = &question, shown
	s.history = append(s.history, question.CallID)
	defer func() { s.showing = nil }()
	if !s.dark {
		shown.Now()
	}
	gone := ctx.Done()
	if s.deaf {
		gone = nil
	}
	select {
	case r := <-s.answers:
		return r.answer, r.err
	case <-gone:
		return consent.Answer{Choice: consent.Allow}, nil // too late to be a yes
	}
}

// asked is one call of Queue.Ask.
type asked struct {
	t        *testing.T
	hangUp   context.CancelFunc
	done     chan struct{}
	decision consent.Decision
	err      error
}

// ask asks a question and waits until the queue has dealt with it.
func (s *stage) ask(question consent.Question) *asked {
	ctx, cancel := context.WithCancel(s.t.Context())
	a := &asked{t: s.t, hangUp: cancel, done: make(chan struct{})}
	go func() {
		defer close(a.done)
		defer cancel()
		a.decision, a.err = s.Ask(ctx, question)
	}()
	synctest.Wait()
	return a
}

// answer answers what is on screen.
func (s *stage) answer(choice consent.Choice) { s.reply(consent.Answer{Choice: choice}, nil) }

func (s *stage) reply(answer consent.Answer, err error) {
	s.screen.answers <- reply{answer, err}
	synctest.Wait()
}

func (s *stage) advance(d time.Duration) {
	s.clock.Advance(d)
	synctest.Wait()
}

// wantOnScreen checks which call is being asked about; "" is none.
func (s *stage) wantOnScreen(callID string) {
	s.t.Helper()
	got := ""
	if s.screen.showing != nil {
		got = s.screen.showing.CallID
	}
	if got != callID {
		s.t.Fatalf("at %v %q is asked, want %q", s.clock.Now().Sub(noon), got, callID)
	}
}

// open reports whether the question has no outcome yet.
func (a *asked) open() bool {
	synctest.Wait()
	select {
	case <-a.done:
		return false
	default:
		return true
	}
}

// want checks how a question ended: reason is empty for a yes.
func (a *asked) want(reason string, by consent.Decider, rule string) {
	a.t.Helper()
	if a.open() {
		a.t.Fatal("the question has no outcome")
	}
	if got := reasonOf(a.err); got != reason || a.decision.By != by || a.decision.Rule.Key != rule {
		a.t.Fatalf("got %q by %q, %q; want %q by %q, %q", got, a.decision.By, a.decision.Rule.Key, reason, by, rule)
	}
	text := a.decision.Rule
	if i18n.New("en").Text(text.Key, text.Args) == text.Key {
		a.t.Errorf("%s has no text", text.Key)
	}
}

func reasonOf(err error) string {
	var denied *consent.Denied
	var failed *executors.Error
	switch {
	case errors.As(err, &denied):
		return string(denied.Reason)
	case errors.As(err, &failed):
		return string(failed.Reason)
	case err != nil:
		return "unknown: " + err.Error()
	}
	return ""
}

// medium and high make a question of an agent, different from all others.
func medium(agentID string, n int) consent.Question {
	id := fmt.Sprintf("%s-%d", agentID, n)
	return consent.Question{
		Caller: consent.Caller{AgentID: agentID, ConversationID: "c-1"},
		CallID: id, Tool: "read_file", Scope: "filesystem:read", Digest: "digest of " + id,
		Sensitivity: manifest.Medium,
	}
}

func high(agentID string, n int) consent.Question {
	question := medium(agentID, n)
	question.Sensitivity = manifest.High
	return question
}

func TestQueueOnlyAClearYesIsOne(t *testing.T) {
	t.Parallel()
	broken := errors.New("no display")
	tests := []struct {
		name         string
		answer       consent.Answer
		err          error
		reason, rule string
		by           consent.Decider
	}{
		{"allow", consent.Answer{Choice: consent.Allow}, nil, "", "rule.allow", consent.ByPerson},
		{"allow once", consent.Answer{Choice: consent.AllowOnce}, nil, "", "rule.allow_once", consent.ByPerson},
		{"the zero answer", consent.Answer{}, nil, "user_refused", "rule.deny", consent.ByPerson},
		{"always deny", consent.Answer{Choice: consent.AlwaysDeny}, nil, "user_refused", "rule.always_deny", consent.ByPerson},
		{"window closed", consent.Answer{Choice: consent.Closed}, nil, "user_refused", "rule.closed", consent.ByPerson},
		{"no such choice", consent.Answer{Choice: 77}, nil, "user_refused", "rule.deny", consent.ByPerson},
		{"allowed by a script", consent.Answer{Choice: consent.Allow, By: consent.ByScript}, nil, "", "rule.script", consent.ByScript},
		{"denied by a script", consent.Answer{By: consent.ByScript}, nil, "user_refused", "rule.script", consent.ByScript},
		{"nobody there", consent.Answer{Choice: consent.Allow}, consent.ErrNoOneToAsk, "no_one_to_ask", "rule.no_one_to_ask", consent.ByRule},
		{"display fails", consent.Answer{Choice: consent.Allow}, broken, "internal", "rule.not_displayed", consent.ByRule},
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
		waiting.want("user_refused", consent.ByRule, "rule.hung_up")
		s.wantOnScreen("a-1")
		current.hangUp()
		current.want("user_refused", consent.ByRule, "rule.hung_up")
		if current.decision.Answer.Choice != consent.Closed {
			t.Error("a hang-up closes its question")
		}
		s.wantOnScreen("a-3")
		last := s.ask(medium("b", 1))
		s.Close()
		other.want("user_refused", consent.ByRule, "rule.quit")
		last.want("user_refused", consent.ByRule, "rule.quit")
		s.ask(medium("b", 2)).want("user_refused", consent.ByRule, "rule.quit")
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
		_, err := s.Ask(ctx, medium("a", 1))
		if reasonOf(err) != "user_refused" || len(s.screen.history) != 0 {
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
		first.want("user_timeout", consent.ByTimeout, "rule.timeout")
		s.answer(consent.Allow) // meant for the first
		if !second.open() {
			t.Fatal("the answer to one question decided another")
		}
		s.wantOnScreen("b-1")
		s.answer(consent.AllowOnce)
		second.want("", consent.ByPerson, "rule.allow_once")
	})
}

func TestQueueWithdraw(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		current, waiting, other := s.ask(medium("a", 1)), s.ask(medium("a", 2)), s.ask(high("b", 1))
		revoked := &consent.Denied{Reason: consent.PermissionRevoked, Rule: i18n.Text{Key: "rule.withdrawn"}}
		s.Withdraw(func(question consent.Question) bool { return question.Caller.AgentID == "a" }, revoked)
		current.want("permission_revoked", consent.ByRule, "rule.withdrawn")
		waiting.want("permission_revoked", consent.ByRule, "rule.withdrawn")
		s.wantOnScreen("b-1")
		s.Withdraw(func(consent.Question) bool { return true }, executors.Errorf(executors.Paused, "Assent is paused."))
		other.want("paused", consent.ByRule, "rule.withdrawn")
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
		s.HangUp(func(q consent.Question) bool { return q.Caller.AgentID == "a" })
		current.want("user_refused", consent.ByRule, "rule.hung_up")
		waiting.want("user_refused", consent.ByRule, "rule.hung_up")
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
		current.want("paused", consent.ByRule, "rule.paused")
		waiting.want("paused", consent.ByRule, "rule.paused")
		s.wantOnScreen("")
		s.ask(medium("a", 2)).want("paused", consent.ByRule, "rule.paused")
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
		s.answer(consent.Allow)
		wantChange("one was answered")
		s.Mute("b", time.Minute)
		wantChange("an agent is muted")
		s.advance(time.Minute)
		wantChange("it is no longer muted")
	})
}
