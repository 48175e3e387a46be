package ui

import (
	"sync/atomic"

	"fyne.io/fyne/v2"
)

// loop has the toolkit's goroutine do things for as long as there are windows. What
// comes after their end, as a timer may, is not done: the toolkit would panic.
type loop struct{ over atomic.Bool }

// do has f done soon. It may be called from any goroutine.
func (l *loop) do(f func()) {
	if l.over.Load() {
		return
	}
	fyne.Do(func() {
		if !l.over.Load() {
			f()
		}
	})
}

// end says that the windows are going. Call it on the toolkit's goroutine.
func (l *loop) end() { l.over.Store(true) }
