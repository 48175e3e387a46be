package app

import (
	"context"
	"slices"
	"sync"
)

// order keeps the questions of one agent in the order in which its calls came
// (contract §7), although each call makes its way in a goroutine of its own.
type order struct {
	mu    sync.Mutex
	lines map[string][]*turn // by agent, in order of arrival
}

// turn is a call's place in its agent's line.
type turn struct {
	all     *order
	agentID string
	first   chan struct{} // closed when no earlier call is in the line any more
	left    bool
}

// take gives a call that just came its place.
func (o *order) take(agentID string) *turn {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lines == nil {
		o.lines = map[string][]*turn{}
	}
	last := &turn{all: o, agentID: agentID, first: make(chan struct{})}
	o.lines[agentID] = append(o.lines[agentID], last)
	if len(o.lines[agentID]) == 1 {
		close(last.first)
	}
	return last
}

// wait returns when every earlier call of the agent left the line, or ctx is done.
func (t *turn) wait(ctx context.Context) {
	select {
	case <-t.first:
	case <-ctx.Done():
	}
}

// leave says that the call asks no question any more, or that its question has its
// place in the queue. It may be called more than once.
func (t *turn) leave() {
	t.all.mu.Lock()
	defer t.all.mu.Unlock()
	if t.left {
		return
	}
	t.left = true
	line := t.all.lines[t.agentID]
	line = line[max(0, slices.IndexFunc(line, func(other *turn) bool { return !other.left })):]
	switch {
	case line[0].left:
		delete(t.all.lines, t.agentID)
	case line[0] != t.all.lines[t.agentID][0]:
		t.all.lines[t.agentID] = line
		close(line[0].first)
	}
}
