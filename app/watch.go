package app

import "sync"

// watchers are told that something changed that a page may show.
type watchers struct {
	mu  sync.Mutex
	all []func()
}

// Subscribe has f called, from any goroutine, after something changed that a page
// may show. f returns at once.
func (e *Engine) Subscribe(f func()) {
	e.watchers.mu.Lock()
	defer e.watchers.mu.Unlock()
	e.watchers.all = append(e.watchers.all, f)
}

func (w *watchers) changed() {
	w.mu.Lock()
	all := w.all
	w.mu.Unlock()
	for _, f := range all {
		f()
	}
}
