package ask_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
)

// Whatever happens in whatever order: a call runs only if its own question was on
// screen when somebody said yes, nothing is asked too long, and all gets an ending.
func TestQueueInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(100) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			onStage(t, func(t *testing.T, s *stage) { playAtRandom(t, s, rand.New(rand.NewPCG(seed, 0))) })
		})
	}
}

func playAtRandom(t *testing.T, s *stage, random *rand.Rand) {
	all := map[string]*asked{}
	yes := map[string]bool{}
	agent := func() string { return string(rune('a' + random.IntN(3))) }
	for n := range 150 {
		switch random.IntN(12) {
		default:
			question := medium(agent(), n)
			question.Sensitivity += manifest.Sensitivity(random.IntN(2))
			question.Digest = fmt.Sprint(random.IntN(30))
			all[question.CallID] = s.ask(question)
		case 0, 1, 2:
			s.advance(time.Duration(random.IntN(40)) * time.Second)
		case 3, 4, 5:
			if showing := s.screen.showing; showing != nil {
				choice := ask.Choice(random.IntN(6))
				yes[showing.CallID] = choice == ask.Allow || choice == ask.AllowOnce
				s.answer(choice)
			}
		case 6:
			for _, a := range all {
				a.hangUp()
				break
			}
		case 7:
			s.DenyAll(agent())
		case 8:
			s.Mute(agent(), time.Minute)
		case 9:
			s.Withdraw(func(q ask.Question) bool { return q.Sensitivity == manifest.High }, executors.Errorf(executors.Paused, "Paused."))
		}
		checkWaiting(t, s, all)
	}
	s.Close()
	for id, a := range all {
		switch {
		case a.open():
			t.Errorf("%s has no ending", id)
		case (a.err == nil) != yes[id]:
			t.Errorf("%s: %v, but yes was said: %v", id, a.err, yes[id])
		}
	}
}

// checkWaiting checks that something is asked when something waits, and that no
// high question outlives its limits.
func checkWaiting(t *testing.T, s *stage, all map[string]*asked) {
	t.Helper()
	synctest.Wait()
	waiting := s.Waiting()
	if (len(waiting) > 0) != (s.screen.showing != nil) {
		t.Fatalf("%d wait, asked: %v", len(waiting), s.screen.showing)
	}
	for _, w := range waiting {
		if age := s.clock.Now().Sub(w.Since); w.Question.Sensitivity == manifest.High && age > 5*time.Minute+30*time.Second {
			t.Errorf("%s waits for %v", w.Question.CallID, age)
		}
		if w.Current != (s.screen.showing.CallID == w.Question.CallID) || !all[w.Question.CallID].open() {
			t.Errorf("%s is listed wrongly", w.Question.CallID)
		}
	}
}
