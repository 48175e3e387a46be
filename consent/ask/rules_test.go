package ask_test

import (
	"testing"
	"testing/synctest"
	"time"

	"assent/consent/ask"
)

func TestQueue500CallsAtOnce(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		all := make([]*asked, 500)
		for n := range all {
			all[n] = s.ask(high("a", n%40)) // some of them the same
		}
		other := s.ask(medium("b", 1))
		refused, waiting := 0, 0
		for _, a := range all {
			if a.open() {
				waiting++
				continue
			}
			a.want("too_many_questions", ask.ByRule, "rule.too_many_questions")
			refused++
		}
		if waiting != 64 || refused != 436 || len(s.Waiting()) != 65 {
			t.Errorf("%d wait, %d were told that they cannot", waiting, refused)
		}
		s.DenyAll("a")
		for _, a := range all[:64] {
			a.want("user_refused", ask.ByPerson, "rule.deny_all")
		}
		s.wantOnScreen("b-1")
		s.answer(ask.Allow)
		other.want("", ask.ByPerson, "rule.allow")
		s.ask(high("a", 99)) // there is room again
		s.wantOnScreen("a-99")
	})
}

func TestQueueAllAtOnceFromManyGoroutines(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		for n := range 200 {
			go s.Ask(t.Context(), medium("a", n), ask.Hooks{})
			go s.Ask(t.Context(), medium("b", n), ask.Hooks{})
		}
		synctest.Wait()
		waiting := s.Waiting()
		if len(waiting) != 128 {
			t.Errorf("%d wait", len(waiting))
		}
		current := 0
		for _, w := range waiting {
			if w.Current {
				current++
			}
			if !w.Since.Equal(noon) {
				t.Errorf("waits since %v", w.Since)
			}
		}
		if current != 1 {
			t.Errorf("%d questions are asked at once", current)
		}
	})
}

func TestQueueDeniesTheSameAgain(t *testing.T) {
	t.Parallel()
	same := medium("a", 1)
	another := func(change func(*ask.Question)) ask.Question {
		question := same
		change(&question)
		return question
	}
	tests := []struct {
		name     string
		question ask.Question
		after    time.Duration
		asked    bool
	}{
		{"at once", another(func(q *ask.Question) { q.CallID = "again" }), 0, false},
		{"after 29 s", same, 29 * time.Second, false},
		{"after 30 s", same, 30 * time.Second, true},
		{"from another agent", another(func(q *ask.Question) { q.Caller.AgentID = "b" }), 0, true},
		{"in another conversation", another(func(q *ask.Question) { q.Caller.ConversationID = "c-2" }), 0, true},
		{"by another tool", another(func(q *ask.Question) { q.Tool = "list" }), 0, true},
		{"in another scope", another(func(q *ask.Question) { q.Scope = "clipboard:read" }), 0, true},
		{"with other arguments", another(func(q *ask.Question) { q.Digest = "other" }), 0, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			onStage(t, func(t *testing.T, s *stage) {
				first := s.ask(same)
				s.answer(ask.Deny)
				first.want("user_refused", ask.ByPerson, "rule.deny")
				s.advance(test.after)
				again := s.ask(test.question)
				if again.open() != test.asked {
					t.Fatalf("asked: %v", again.open())
				}
				if !test.asked {
					again.want("user_refused", ask.ByRule, "rule.repeated")
				}
			})
		})
	}
}

func TestQueueDeniesTheSameThatWaits(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		s.ask(medium("a", 1))
		same, other := s.ask(medium("a", 1)), s.ask(medium("a", 2))
		s.answer(ask.Closed)
		same.want("user_refused", ask.ByRule, "rule.repeated")
		s.wantOnScreen("a-2")
		s.answer(ask.Allow)
		other.want("", ask.ByPerson, "rule.allow")
		s.ask(medium("a", 2))
		s.wantOnScreen("a-2") // an allow denies nothing
	})
}

func TestQueueATimeoutIsNoDeny(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		s.ask(high("a", 1))
		s.advance(30 * time.Second)
		s.ask(high("a", 1))
		s.wantOnScreen("a-1")
	})
}

func TestQueueOffersToMute(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		offered := func() bool { return s.screen.showing.OfferMute }
		refuse := func(n int) {
			t.Helper()
			s.ask(high("a", n))
			if offered() {
				t.Errorf("offered at question %d", n)
			}
		}
		refuse(1)
		s.answer(ask.Deny)
		refuse(2)
		s.advance(30 * time.Second)
		refuse(3)
		s.answer(ask.AllowOnce) // not in a row
		refuse(4)
		s.answer(ask.Deny)
		refuse(5)
		s.answer(ask.Closed)
		refuse(6)
		s.advance(30 * time.Second)
		a := s.ask(high("a", 7))
		if !offered() {
			t.Error("not offered after three in a row")
		}
		b := s.ask(high("b", 1))
		s.Mute("a", ask.MuteTime)
		a.want("user_refused", ask.ByPerson, "rule.muted")
		s.wantOnScreen("b-1")
		if offered() {
			t.Error("offered for another agent")
		}
		s.answer(ask.AllowOnce)
		b.want("", ask.ByPerson, "rule.allow_once")
	})
}

func TestQueueMute(t *testing.T) {
	t.Parallel()
	onStage(t, func(t *testing.T, s *stage) {
		s.Mute("a", ask.MuteTime)
		s.Mute("b", time.Minute)
		s.advance(30 * time.Second)
		s.Mute("b", ask.MuteTime) // the first one's end is no longer its end
		rules := s.Mutes()
		if len(rules) != 2 || rules[0].AgentID != "a" || !rules[0].Until.Equal(noon.Add(10*time.Minute)) {
			t.Fatalf("the rules are %v", rules)
		}
		s.advance(9*time.Minute + 29*time.Second)
		s.ask(medium("a", 1)).want("user_refused", ask.ByRule, "rule.muted")
		s.advance(time.Second)
		s.ask(medium("b", 1)).want("user_refused", ask.ByRule, "rule.muted")
		s.ask(medium("a", 2))
		s.wantOnScreen("a-2")
		s.answer(ask.Allow)
		s.Unmute("b")
		s.ask(medium("b", 2))
		s.wantOnScreen("b-2")
		if len(s.Mutes()) != 0 {
			t.Error("a mute outlived its end")
		}
	})
}

func TestQueueLimitsAreSettings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		limits ask.Limits
		test   func(*testing.T, *stage)
	}{
		{"no repeat rule", ask.Limits{QuestionsPerAgent: 64}, func(t *testing.T, s *stage) {
			first, second := s.ask(medium("a", 1)), s.ask(medium("a", 1))
			for _, a := range []*asked{first, second} {
				s.wantOnScreen("a-1")
				s.answer(ask.Deny)
				a.want("user_refused", ask.ByPerson, "rule.deny")
			}
			if !s.ask(medium("a", 1)).open() {
				t.Error("denied without asking")
			}
		}},
		{"a short repeat rule", ask.Limits{RepeatDenial: 2 * time.Second, QuestionsPerAgent: 64}, func(t *testing.T, s *stage) {
			s.ask(medium("a", 1))
			s.answer(ask.Deny)
			s.advance(1999 * time.Millisecond)
			again := s.ask(medium("a", 1))
			again.want("user_refused", ask.ByRule, "rule.repeated")
			if again.decision.Rule.Args["Count"] != 2 {
				t.Errorf("told as %v", again.decision.Rule)
			}
			s.advance(time.Millisecond)
			if !s.ask(medium("a", 1)).open() {
				t.Error("denied without asking")
			}
		}},
		{"two questions of an agent", ask.Limits{QuestionsPerAgent: 2}, func(t *testing.T, s *stage) {
			first, second := s.ask(medium("a", 1)), s.ask(medium("a", 2))
			s.ask(medium("a", 3)).want("too_many_questions", ask.ByRule, "rule.too_many_questions")
			if !first.open() || !second.open() || !s.ask(medium("b", 1)).open() {
				t.Error("what fits is not asked")
			}
		}},
		{"none is still one", ask.Limits{}, func(t *testing.T, s *stage) {
			if !s.ask(medium("a", 1)).open() {
				t.Error("not asked")
			}
			s.ask(medium("a", 2)).want("too_many_questions", ask.ByRule, "rule.too_many_questions")
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			onStageWith(t, test.limits, test.test)
		})
	}
}
