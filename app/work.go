package app

import "sync"

// work is what an engine waits for before it closes. Nothing begins once it ended.
type work struct {
	mu    sync.Mutex
	ended bool
	group sync.WaitGroup
}

// begin reports whether something may begin; done is to be called when it is over.
func (w *work) begin() (done func(), ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return nil, false
	}
	w.group.Add(1)
	return w.group.Done, true
}

// start runs f in a goroutine of its own, unless the work ended.
func (w *work) start(f func()) {
	if done, ok := w.begin(); ok {
		go func() {
			defer done()
			f()
		}()
	}
}

// end lets nothing begin any more and waits for the rest.
func (w *work) end() {
	w.mu.Lock()
	w.ended = true
	w.mu.Unlock()
	w.group.Wait()
}
