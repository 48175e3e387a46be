package question

import (
	"errors"
	"strings"
	"testing"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"
)

// allowed is a person who just allowed ~/Documents for a day.
func (p *person) allowed() ask.Question {
	p.t.Helper()
	p.asker.options.Opened = func(q ask.Question, a ask.Answer) (time.Time, bool) {
		return time.Now().Add(24 * time.Hour), a.Choice == ask.Allow && a.Breadth == ask.ThisTarget
	}
	p.asker.options.Undo = func(q ask.Question) error {
		p.undone = append(p.undone, q.CallID)
		return p.stuck
	}
	q := question(manifest.Medium)
	p.ask(q)
	p.looks(time.Second)
	p.click("Allow ~/Documents for 24 h")
	p.asker.Ended(q.Key(), "ok", "")
	p.Drain()
	return q
}

func (p *person) says(want string) {
	p.t.Helper()
	if all := strings.Join(p.texts(), "\n"); !strings.Contains(all, want) {
		p.t.Errorf("%q is not said:\n%s", want, all)
	}
}

// TestYesThatOpenedAWindowCanBeUndone: it is confirmed with its place and its time, and
// taken back by one press, for five seconds.
func TestYesThatOpenedAWindowCanBeUndone(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.allowed()
		p.says("Done. Not asked again for ~/Documents until tomorrow " + time.Now().Format("15:04"))
		p.waits(undoStays - 100*time.Millisecond)
		p.click("Undo")
		p.says("Undone: it is as it was before")
		if len(p.undone) != 1 || p.undone[0] != "call-1" {
			t.Errorf("undone %q", p.undone)
		}
		p.waits(endStays)
		if p.asker.card != nil {
			t.Error("it stays on screen")
		}
	})
	sit(t, "en", func(p *person) {
		p.allowed()
		p.waits(undoStays + 100*time.Millisecond)
		if p.asker.card != nil || len(p.undone) > 0 {
			t.Errorf("on screen %v, undone %q", p.asker.card != nil, p.undone)
		}
	})
	sit(t, "en", func(p *person) {
		p.stuck = errors.New("changed")
		p.allowed()
		p.click("Undo")
		p.says("That could not be undone: something changed meanwhile")
	})
}

// TestAnotherQuestionIsNotKeptWaiting: it comes after the outcome could be read.
func TestAnotherQuestionIsNotKeptWaiting(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.allowed()
		other := question(manifest.Medium)
		other.CallID = "call-2"
		p.ask(other)
		p.says("Not asked again")
		p.waits(endStays)
		if p.asker.card.question.CallID != "call-2" || p.find("Undo") != nil {
			t.Error("the next question did not come")
		}
	})
}

func TestAlwaysDenyCanBeUndone(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.asker.options.Undo = func(q ask.Question) error { p.undone = append(p.undone, q.CallID); return nil }
		a := p.ask(question(manifest.High))
		p.click("Always deny")
		if a.answer.Choice != ask.AlwaysDeny {
			t.Fatalf("answered %+v", a.answer)
		}
		p.says("Always denied: Read local files")
		p.click("Undo")
		if len(p.undone) != 1 {
			t.Error("not undone")
		}
	})
}

// TestOnceOffersNoUndo: what ran once cannot be taken back.
func TestOnceOffersNoUndo(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.allowed()
		p.waits(undoStays + time.Second)
		q := question(manifest.Medium)
		p.ask(q)
		p.looks(time.Second)
		p.click("Allow once")
		p.asker.Ended(q.Key(), "ok", "")
		p.Drain()
		if p.find("Undo") != nil {
			t.Error("offered")
		}
	})
}
