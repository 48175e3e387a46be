package script

import (
	"context"
	"sync"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
)

// Person answers what is asked from an answers file, after_ms by the clock.
type Person struct {
	Answers *Answers
	Clock   clock.Clock
	Home    string // what ~/ is in a target; empty: nothing is below it

	// Asked, when not nil, is told of every question on screen and of the entry that
	// will answer it; back says that another one came first and this one is back.
	// undecided reports whether only the clock, or the end of the question, can bring an
	// answer about.
	Asked func(q ask.Question, back bool, entry Entry, undecided func() bool)

	// Slow, when not nil, says how much longer the answer about a call takes than its entry
	// says.
	Slow func(call ask.CallKey) time.Duration

	// Unmatched, when not nil, is told once of a question that no entry is for.
	Unmatched func(q ask.Question)

	mu     sync.Mutex
	uses   map[int]int    // of the entries with times
	chosen map[screen]int // the entry for each question that was not answered yet, -1: none
	failed int
}

// screen is a question on screen, which may come there more than once.
type screen struct {
	call  ask.CallKey
	again bool
}

// Ask answers q as the file says.
func (p *Person) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	entry := p.entryFor(q)
	if p.Slow != nil {
		entry.AfterMS += p.Slow(q.Key()).Milliseconds()
	}
	due, stop := p.due(ctx, entry)
	defer stop()
	if p.Asked != nil {
		p.Asked(q, shown.Back, entry, func() bool {
			select {
			case <-due:
				return false
			default:
				return ctx.Err() == nil
			}
		})
	}
	select {
	case <-due:
	case <-ctx.Done():
		return ask.Answer{}, ctx.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.chosen, screenOf(q))
	if entry.Answer == Fail {
		p.failed++
		return ask.Answer{}, ask.ErrNoOneToAsk
	}
	return entry.reply(), nil
}

// Failed returns how many questions failed because no entry was for them (see Fail).
func (p *Person) Failed() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// due is closed when it is time to give the entry's answer; never when it has none. The
// clock then stands until the question of ctx is over: what an advance of it passes on
// the way, such as the question's own limit, comes after the answer.
func (p *Person) due(ctx context.Context, entry Entry) (due <-chan struct{}, stop func() bool) {
	over := make(chan struct{})
	stop = func() bool { return true }
	switch {
	case entry.Answer == NoAnswer:
	case entry.AfterMS == 0:
		close(over)
	default:
		stop = p.Clock.AfterFunc(time.Duration(entry.AfterMS)*time.Millisecond, func() {
			close(over)
			<-ctx.Done()
		})
	}
	return over, stop
}

// entryFor returns the entry that answers the question, the same one each time it comes
// on screen.
func (p *Person) entryFor(q ask.Question) Entry {
	p.mu.Lock()
	at, asked := p.chosen[screenOf(q)]
	if !asked {
		at = p.choose(q)
	}
	p.mu.Unlock()
	if at >= 0 {
		return p.Answers.Answers[at]
	}
	if !asked && p.Unmatched != nil {
		p.Unmatched(q)
	}
	switch p.Answers.Unanswered {
	case Deny, Fail:
		return Entry{Answer: p.Answers.Unanswered}
	}
	return Entry{Answer: NoAnswer}
}

// choose takes the first entry for the question that may be used once more, -1 when
// there is none.
func (p *Person) choose(q ask.Question) (at int) {
	if p.chosen == nil {
		p.uses, p.chosen = map[int]int{}, map[screen]int{}
	}
	p.chosen[screenOf(q)] = -1
	for at, entry := range p.Answers.Answers {
		if !entry.fits(q, p.Home) || entry.Times != nil && p.uses[at] >= *entry.Times {
			continue
		}
		if entry.Times != nil {
			p.uses[at]++
		}
		p.chosen[screenOf(q)] = at
		return at
	}
	return -1
}

func screenOf(q ask.Question) screen { return screen{q.Key(), q.Again} }
