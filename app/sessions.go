package app

import (
	"container/list"
	"sync"

	"assent/app/wire"
	"assent/consent"
)

// sessions are the hosts connected now.
type sessions struct {
	mu  sync.Mutex
	all map[*Session]struct{}
}

func (l *sessions) add(s *Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[*Session]struct{}{}
	}
	l.all[s] = struct{}{}
}

func (l *sessions) remove(s *Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, s)
}

// related tells the hosts that named the agent what it may use now.
func (l *sessions) related(r consent.Relation) {
	l.mu.Lock()
	var listening []*Session
	for s := range l.all {
		if s.names(r.AgentID) {
			listening = append(listening, s)
		}
	}
	l.mu.Unlock()
	for _, s := range listening {
		s.relate(wire.Relation(r))
	}
}

// handedOver counts the calls that hosts were told to run.
func (l *sessions) handedOver() (calls int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for s := range l.all {
		s.mu.Lock()
		for _, run := range s.runs {
			if run.told {
				calls++
			}
		}
		s.mu.Unlock()
	}
	return calls
}

// recentSize is how many of the agents that a host names are remembered: it hears of
// the grants of those it named last.
const recentSize = 1000

// recent are the names that came last, at most recentSize. The zero value is empty.
type recent struct {
	known map[string]*list.Element
	order list.List // of string, the one that came last at the back
}

func (r *recent) add(name string) {
	if r.known == nil {
		r.known = map[string]*list.Element{}
	}
	if element, ok := r.known[name]; ok {
		r.order.MoveToBack(element)
		return
	}
	r.known[name] = r.order.PushBack(name)
	if r.order.Len() > recentSize {
		delete(r.known, r.order.Remove(r.order.Front()).(string))
	}
}

func (r *recent) has(name string) bool { return r.known[name] != nil }
