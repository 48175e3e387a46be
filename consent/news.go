package consent

import "sync"

// news are calls to be made outside every lock, in the order of what they tell.
// Whoever tells them makes them all; a call may bring more of them.
type news struct {
	mu      sync.Mutex
	pending []func()
	telling bool
}

func (n *news) add(call func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.pending = append(n.pending, call)
}

// tell makes the calls. It returns at once when another goroutine, or one of the
// calls, is at it.
func (n *news) tell() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.telling {
		return
	}
	n.telling = true
	defer func() { n.telling = false }()
	for len(n.pending) > 0 {
		call := n.pending[0]
		n.pending = n.pending[1:]
		n.mu.Unlock()
		call()
		n.mu.Lock()
	}
}
