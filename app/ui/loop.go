package ui

import (
	"sync"

	"fyne.io/fyne/v2"
)

// loop has the toolkit's goroutine do things for as long as there are windows. What
// comes before waits; what comes after their end, as a timer may, is not done: at both
// times the toolkit would do it on the caller's goroutine, or panic. The zero loop has
// not begun.
type loop struct {
	mu     sync.Mutex
	begun  bool
	over   bool
	before []func()
}

// do has f done soon. It may be called from any goroutine.
func (l *loop) do(f func()) {
	l.mu.Lock()
	over, begun := l.over, l.begun
	if !begun && !over {
		l.before = append(l.before, f)
	}
	l.mu.Unlock()
	if begun && !over {
		fyne.Do(func() { l.still(f) })
	}
}

// still does f unless the windows went meanwhile.
func (l *loop) still(f func()) {
	l.mu.Lock()
	over := l.over
	l.mu.Unlock()
	if !over {
		f()
	}
}

// begin says that the toolkit's goroutine is at work. Call it there.
func (l *loop) begin() {
	l.mu.Lock()
	l.begun = true
	waiting := l.before
	l.before = nil
	l.mu.Unlock()
	for _, f := range waiting {
		l.do(f)
	}
}

// end says that the windows are going. Call it on the toolkit's goroutine.
func (l *loop) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
}
