package app

import "sync"

// subscribers are told that something changed that a page may show.
type subscribers struct {
	mu  sync.Mutex
	all []func()
}

// Subscribe has f called, from any goroutine, after something changed that a page
// may show. f returns at once.
func (e *Engine) Subscribe(f func()) {
	e.subscribers.mu.Lock()
	defer e.subscribers.mu.Unlock()
	e.subscribers.all = append(e.subscribers.all, f)
}

func (w *subscribers) changed() {
	w.mu.Lock()
	all := w.all
	w.mu.Unlock()
	for _, f := range all {
		f()
	}
}
