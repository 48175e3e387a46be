package main

import (
	"context"
	"time"

	"assent/consent"
)

// everything goes through all there is to see.
func (p *photographer) everything() {
	for _, s := range samples() {
		p.question(s)
	}
}

// question shows one question and takes its picture once Allow is armed.
func (p *photographer) question(s sample) {
	ctx, cancel := context.WithCancel(context.Background())
	shown := make(chan time.Time, 1)
	var deadline time.Time
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.ui.Asker().Ask(ctx, s.question, consent.Shown{
			Now:      func() { deadline = time.Now().Add(30 * time.Second); shown <- deadline },
			Deadline: func() (time.Time, bool) { return deadline, !deadline.IsZero() },
			Waiting:  func() int { return s.waiting },
		})
	}()
	start := time.Now()
	<-shown
	println(s.name, time.Since(start).Milliseconds(), "ms")
	settle(time.Second)
	p.shoot(p.questionTitle(), s.name)
	cancel()
	<-done
	settle(700 * time.Millisecond)
}

// questionTitle is the title of the question's window.
func (p *photographer) questionTitle() string {
	for _, w := range p.app.Driver().AllWindows() {
		if w.Title() != "Assent" {
			return w.Title()
		}
	}
	return ""
}
