package ask_test

import (
	"slices"
	"testing"
	"time"

	"assent/consent/ask"
)

func TestQueueHighTimesOut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		frame time.Duration // when the first frame is on screen; 0 for never
		limit time.Duration
	}{
		{"from the first frame", time.Second, 31 * time.Second},
		{"a frame that never comes", 0, 32 * time.Second},
		{"a frame that comes late", 20 * time.Second, 32 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(t *testing.T, s *stage) {
				s.screen.dark = true
				a := s.ask(high("a", 1))
				if test.frame > 0 {
					s.advance(test.frame)
					s.screen.shown.Now()
				}
				s.advance(test.limit - test.frame - time.Millisecond)
				if !a.open() {
					t.Fatal("timed out early")
				}
				deadline, ok := s.screen.shown.Deadline()
				if !ok || !deadline.Equal(noon.Add(test.limit)) {
					t.Errorf("the dialog was told %v %v", deadline, ok)
				}
				s.advance(time.Millisecond)
				a.want("user_timeout", ask.ByTimeout, "rule.timeout")
				if want := test.limit - test.frame; test.frame > 0 && a.decision.Shown != want {
					t.Errorf("shown for %v, want %v", a.decision.Shown, want)
				}
			})
		})
	}
}

// The 30 s of a high question stand still while it cannot be answered, but not for ever.
func TestQueueTimeStandsStillWhileOutOfView(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		a := s.ask(high("a", 1))
		s.advance(20 * time.Second)
		s.screen.shown.Lost(true)
		s.advance(2 * time.Minute)
		deadline, ok := s.screen.shown.Deadline()
		if left := deadline.Sub(noon.Add(140 * time.Second)); !ok || left != 10*time.Second || !a.open() {
			t.Fatalf("%v are left, %v, open %v", left, ok, a.open())
		}
		s.screen.shown.Lost(false)
		s.advance(10*time.Second - time.Millisecond)
		if !a.open() {
			t.Fatal("timed out early")
		}
		s.advance(time.Millisecond)
		a.want("user_timeout", ask.ByTimeout, "rule.timeout")
	})
	onStage(t, func(t *testing.T, s *stage) {
		s.screen.dark = true
		a := s.ask(high("a", 1))
		s.screen.shown.Lost(true) // before its first frame
		s.advance(5*time.Minute + 2*time.Second - time.Millisecond)
		if !a.open() {
			t.Fatal("timed out early")
		}
		s.advance(time.Millisecond)
		a.want("user_timeout", ask.ByTimeout, "rule.timeout")
	})
	onStage(t, func(t *testing.T, s *stage) {
		s.ask(medium("a", 1))
		s.ask(medium("b", 1))
		s.screen.shown.Lost(true)
		s.advance(30 * time.Second)
		s.wantOnScreen("b-1") // what is out of view keeps nobody waiting
	})
}

func TestQueueHighIsShownWithinFiveMinutesOrNever(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		var all []*asked
		for n := range 12 {
			all = append(all, s.ask(high("a", n)))
		}
		for range 5*60 + 1 {
			s.advance(time.Second)
		}
		for _, a := range all[:10] {
			a.want("user_timeout", ask.ByTimeout, "rule.timeout")
		}
		// The eleventh got its turn in the same moment in which the twelfth was late.
		all[11].want("user_timeout", ask.ByTimeout, "rule.not_shown")
		s.advance(time.Minute)
		if len(s.Waiting()) != 0 || all[10].open() {
			t.Error("a high question waits for ever")
		}
	})
}

func TestQueueMediumWaitsWithoutLimitWhenAlone(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		a := s.ask(medium("a", 1))
		s.advance(48 * time.Hour)
		s.wantOnScreen("a-1")
		if _, ok := s.screen.shown.Deadline(); ok {
			t.Error("a medium question has a deadline")
		}
		s.answer(ask.Allow)
		a.want("", ask.ByPerson, "rule.allow")
	})
}

func TestQueueMediumYields(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		a1, a2 := s.ask(medium("a", 1)), s.ask(medium("a", 2))
		b1 := s.ask(high("b", 1))
		if n := s.screen.shown.Waiting(); n != 2 {
			t.Errorf("%d wait behind", n)
		}
		s.advance(29 * time.Second)
		s.wantOnScreen("a-1")
		s.advance(time.Second)
		s.wantOnScreen("b-1")
		s.answer(ask.AllowOnce)
		b1.want("", ask.ByPerson, "rule.allow_once")
		s.wantOnScreen("a-2") // the first went to the back
		s.answer(ask.Allow)
		a2.want("", ask.ByPerson, "rule.allow")
		s.wantOnScreen("a-1")
		s.advance(31 * time.Second) // alone again: it stays until another comes
		s.wantOnScreen("a-1")
		c1 := s.ask(medium("c", 1))
		s.wantOnScreen("c-1")
		s.answer(ask.Deny)
		c1.want("user_refused", ask.ByPerson, "rule.deny")
		s.wantOnScreen("a-1")
		s.advance(time.Second)
		s.answer(ask.Allow)
		a1.want("", ask.ByPerson, "rule.allow")
		if a1.decision.Shown != 62*time.Second {
			t.Errorf("on screen for %v in all", a1.decision.Shown)
		}
	})
}

func TestQueueTakesTurnsBetweenAgents(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		for n := range 4 {
			s.ask(medium("a", n))
		}
		s.ask(medium("b", 0))
		s.ask(medium("c", 0))
		s.ask(medium("b", 1))
		for range 7 {
			s.answer(ask.Allow)
		}
		want := []string{"a-0", "b-0", "c-0", "a-1", "b-1", "a-2", "a-3"}
		if !slices.Equal(s.screen.history, want) {
			t.Errorf("asked in the order %v, want %v", s.screen.history, want)
		}
	})
}

func TestQueueAgentThatSendsOneByOneDoesNotOvertake(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		for n := range 3 {
			s.ask(medium("a", n))
		}
		for n := range 3 {
			s.ask(medium("b", n)) // as soon as its last one was answered
			s.answer(ask.Allow)
			s.answer(ask.Allow)
		}
		want := []string{"a-0", "b-0", "a-1", "b-1", "a-2", "b-2"}
		if !slices.Equal(s.screen.history, want) {
			t.Errorf("asked in the order %v, want %v", s.screen.history, want)
		}
	})
}

// What was chosen in a question waits with it while others are asked.
func TestQueueKeepsTheDraftOfAQuestion(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		draft := func(callID string, back bool) *ask.Draft {
			t.Helper()
			s.wantOnScreen(callID)
			if s.screen.shown.Back != back {
				t.Errorf("%s came back: %v", callID, s.screen.shown.Back)
			}
			return s.screen.shown.Draft
		}
		s.ask(medium("a", 1))
		s.ask(medium("b", 1))
		draft("a-1", false).Choices = "only this folder"
		s.advance(30 * time.Second)
		if draft("b-1", false).Choices != nil {
			t.Error("another question has its choices")
		}
		s.advance(30 * time.Second)
		if got := draft("a-1", true); got.Choices != "only this folder" {
			t.Errorf("came back with %v", got.Choices)
		}
		s.answer(ask.Deny)
		draft("b-1", true)
	})
}

// A question that never got a frame was not seen: it does not come back.
func TestQueueWhatWasNotSeenDoesNotComeBack(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		s.screen.dark = true
		s.ask(medium("a", 1))
		s.ask(medium("b", 1))
		s.advance(32 * time.Second)
		s.advance(32 * time.Second)
		s.wantOnScreen("a-1")
		if s.screen.shown.Back {
			t.Error("it came back")
		}
	})
}
