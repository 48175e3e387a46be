package consent

import (
	"sync"

	"assent/consent/ask"
)

// announcements are calls to be made outside every lock, in the order of what they
// tell. Whoever tells them tells them all; a call may bring more of them.
type announcements struct {
	mu      sync.Mutex
	pending []func()
	telling bool
}

func (a *announcements) add(call func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pending = append(a.pending, call)
}

// tell makes the calls. It returns at once when another goroutine, or one of the
// calls, is at it.
func (a *announcements) tell() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.telling {
		return
	}
	a.telling = true
	defer func() { a.telling = false }()
	for len(a.pending) > 0 {
		call := a.pending[0]
		a.pending = a.pending[1:]
		a.mu.Unlock()
		call()
		a.mu.Lock()
	}
}

// withdraw answers the waiting questions of an agent that may not be asked any
// more, each with its own reason.
func (k *Keeper) withdraw(agentID string) {
	k.announcements.add(func() {
		gone := map[string]*ask.Denied{} // by rule
		for _, w := range k.queue.Waiting() {
			if denied := k.refuses(agentID, w.Question); denied != nil {
				gone[denied.Rule.Key] = denied
			}
		}
		for rule, denied := range gone {
			k.queue.Withdraw(func(q ask.Question) bool {
				now := k.refuses(agentID, q)
				return now != nil && now.Rule.Key == rule
			}, denied)
		}
	})
}

// refuses returns why a question of the agent may not be asked any more, else nil.
func (k *Keeper) refuses(agentID string, q ask.Question) *ask.Denied {
	if q.Caller.AgentID != agentID {
		return nil
	}
	_, denied := k.agent(agentID).stands(q.Tool, q.Scope)
	return denied
}

// relate tells the hosts what an agent may use.
func (k *Keeper) relate(a *agent) {
	relation := a.relation(func(scope string) bool { return k.options.Serves(scope) || k.options.ServesAgent(a.id, scope) })
	k.announcements.add(func() { k.options.Related(relation) })
}
