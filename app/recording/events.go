package recording

import (
	"context"
	"io"
	"sync"
	"time"

	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
	"assent/i18n"
)

// Events writes what a person would have seen, in their words, and what was said, for a
// test to read (contract §11). Targets and arguments are in it. Its methods are safe for
// concurrent use.
type Events struct {
	clock clock.Clock
	words *i18n.Catalog
	lines *lines
}

// NewEvents returns events that are written to out, in English. fails is told, once, when
// out cannot be written any more, or is full.
func NewEvents(out io.WriteCloser, clock clock.Clock, fails func(i18n.Text)) *Events {
	return &Events{clock: clock, words: i18n.New("en"), lines: newLines(out, fails)}
}

// End closes the file. The error says that it is not whole.
func (e *Events) End() error { return e.lines.end() }

// stamp is what every event has.
type stamp struct {
	At    time.Time `json:"at"`
	Event string    `json:"event"` // question, answer, withdrawn, review, end
}

// add writes what line makes of a stamp.
func (e *Events) add(event string, line func(stamp) any) {
	e.lines.add(func() any { return line(stamp{e.clock.Now().UTC(), event}) })
}

// withdrawn is a question that left the screen without an answer.
type withdrawn struct {
	stamp
	ask.CallKey
}

// saying is what is said to a question.
type saying struct {
	stamp
	ask.CallKey
	Answer  string `json:"answer"`
	Breadth string `json:"breadth,omitzero"`
	Coarse  bool   `json:"coarse,omitzero"`
	Message string `json:"message,omitzero"`
}

// end is how a call ended.
type end struct {
	stamp
	ask.CallKey
	Status string `json:"status"`
	Reason string `json:"reason,omitzero"`
}

// Ended writes how a call ended.
func (e *Events) Ended(key ask.CallKey, status, reason string) {
	e.add("end", func(s stamp) any { return end{s, key, status, reason} })
}

// Watch returns a person who does what asker and reviewer do, and whose sight and words
// are written; nil where there is no one.
func (e *Events) Watch(asker ask.Asker, reviewer consent.Reviewer) (ask.Asker, consent.Reviewer) {
	w := &watched{e, asker, reviewer}
	if asker != nil {
		asker = w
	}
	if reviewer != nil {
		reviewer = w
	}
	return asker, reviewer
}

// watched is a person whose sight and words are written.
type watched struct {
	events   *Events
	asker    ask.Asker
	reviewer consent.Reviewer
}

// Ask writes the question when it is on screen, and then what is said or that it left.
func (w *watched) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	var once sync.Once
	now, seen := shown.Now, false
	shown.Now = func() {
		now()
		once.Do(func() {
			seen = true
			w.events.add("question", func(s stamp) any { return w.events.sight(s, q, shown) })
		})
	}
	answer, err := w.asker.Ask(ctx, q, shown)
	switch {
	case err == nil:
		w.events.add("answer", func(s stamp) any { return said(s, q, answer) })
	case seen:
		w.events.add("withdrawn", func(s stamp) any { return withdrawn{s, q.Key()} })
	}
	return answer, err
}

// said is an answer, in the words of an answers file.
func said(s stamp, q ask.Question, answer ask.Answer) any {
	line := saying{stamp: s, CallKey: q.Key(), Answer: answer.Choice.String(), Coarse: answer.Coarse, Message: answer.Message}
	if answer.Choice == ask.Allow {
		line.Breadth = map[ask.Breadth]string{ask.ThisTarget: "target", ask.WholeScope: "scope"}[answer.Breadth]
	}
	return line
}

// ReviewServers writes what is to be started or spoken to, and then what is said.
func (w *watched) ReviewServers(r consent.ServerReview, answer func(yes bool)) {
	reviewer, ok := w.reviewer.(consent.ServerReviewer)
	if !ok {
		answer(false)
		return
	}
	w.events.add("review", func(s stamp) any { return reviewedServers(s, r, nil) })
	reviewer.ReviewServers(r, func(yes bool) {
		w.events.add("review", func(s stamp) any { return reviewedServers(s, r, &yes) })
		answer(yes)
	})
}

// Review writes what is to be reviewed, and then what is granted.
func (w *watched) Review(r consent.Review, grant func(scopes []string)) {
	w.events.add("review", func(s stamp) any { return w.events.reviewed(s, r, nil) })
	w.reviewer.Review(r, func(scopes []string) {
		w.events.add("review", func(s stamp) any { return w.events.reviewed(s, r, &scopes) })
		grant(scopes)
	})
}
