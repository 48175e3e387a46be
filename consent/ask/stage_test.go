package ask_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// stage is a queue on a virtual clock, with a screen that a test answers.
type stage struct {
	*ask.Queue
	t      *testing.T
	clock  *clock.Virtual
	screen *screen
	limits ask.Limits // of the questions to come
}

// Ask asks under the limits that hold on the stage now.
func (s *stage) Ask(ctx context.Context, question ask.Question, hooks ask.Hooks) (ask.Decision, error) {
	return s.Queue.Ask(ctx, question, s.limits, hooks)
}

// onStage runs test in a bubble of its own, which fails if a goroutine is left.
func onStage(t *testing.T, test func(*testing.T, *stage)) {
	t.Helper()
	onStageWith(t, ask.DefaultLimits(), test)
}

func onStageWith(t *testing.T, limits ask.Limits, test func(*testing.T, *stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, clock: clock.NewVirtual(noon), screen: &screen{answers: make(chan reply)}, limits: limits}
		s.Queue = ask.NewQueue(s.screen, s.clock)
		t.Cleanup(s.Close)
		test(t, s)
	})
}

// screen is an Asker that shows its question until the test answers.
type screen struct {
	answers chan reply
	dark    bool          // nothing ever gets on screen
	deaf    bool          // it does not heed that the question left
	showing *ask.Question // nil when none
	shown   ask.Shown     // of the last question
	history []string      // the call ids, in the order they were asked
}

type reply struct {
	answer ask.Answer
	err    error
}

func (s *screen) Ask(ctx context.Context, question ask.Question, shown ask.Shown) (ask.Answer, error) {
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
		return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}, nil // too late to be a yes
	}
}

// asked is one call of Queue.Ask.
type asked struct {
	t        *testing.T
	hangUp   context.CancelFunc
	done     chan struct{}
	decision ask.Decision
	err      error
}

// ask asks a question and waits until the queue has dealt with it.
func (s *stage) ask(question ask.Question) *asked { return s.askWith(question, ask.Hooks{}) }

func (s *stage) askWith(question ask.Question, hooks ask.Hooks) *asked {
	ctx, cancel := context.WithCancel(s.t.Context())
	a := &asked{t: s.t, hangUp: cancel, done: make(chan struct{})}
	go func() {
		defer close(a.done)
		defer cancel()
		a.decision, a.err = s.Ask(ctx, question, hooks)
	}()
	synctest.Wait()
	return a
}

// answer answers what is on screen.
func (s *stage) answer(choice ask.Choice) {
	s.reply(ask.Answer{Choice: choice, Breadth: ask.WholeScope}, nil)
}

func (s *stage) reply(answer ask.Answer, err error) {
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

// open reports whether the question has no ending yet.
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
func (a *asked) want(reason string, by ask.Decider, rule string) {
	a.t.Helper()
	if a.open() {
		a.t.Fatal("the question has no ending")
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
	var denied *ask.Denied
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
func medium(agentID string, n int) ask.Question {
	id := fmt.Sprintf("%s-%d", agentID, n)
	return ask.Question{
		Caller: ask.Caller{AgentID: agentID, ConversationID: "c-1"},
		CallID: id, Tool: "read_file", Scope: "filesystem:read", Digest: "digest of " + id,
		Sensitivity: manifest.Medium,
	}
}

func high(agentID string, n int) ask.Question {
	question := medium(agentID, n)
	question.Sensitivity = manifest.High
	return question
}
