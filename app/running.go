package app

import "sync"

// running is what an engine waits for before it closes. Nothing begins once it ended.
type running struct {
	mu    sync.Mutex
	ended bool
	group sync.WaitGroup
}

// begin reports whether something may begin; done is to be called when it is over.
func (r *running) begin() (done func(), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return nil, false
	}
	r.group.Add(1)
	return r.group.Done, true
}

// start runs f in a goroutine of its own, unless it ended.
func (r *running) start(f func()) {
	if done, ok := r.begin(); ok {
		go func() {
			defer done()
			f()
		}()
	}
}

// end lets nothing begin any more and waits for the rest.
func (r *running) end() {
	r.mu.Lock()
	r.ended = true
	r.mu.Unlock()
	r.group.Wait()
}
