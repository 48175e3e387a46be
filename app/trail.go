package app

import (
	"container/list"
	"sync"
	"time"

	"assent/app/wire"
	"assent/audit"
	"assent/consent/ask"
	"assent/consent/clock"
	"assent/i18n"
)

// trailsKept is how many calls are kept in memory with their steps and target.
const trailsKept = 2000

// trails keep in memory, until quit, what the log must not hold: each call's target
// and its way through the chain, for the person who looks at it.
type trails struct {
	clock clock.Clock

	mu    sync.Mutex
	calls map[ask.CallKey]*list.Element // of *trail
	order list.List                     // oldest first
}

// trail is the way of one call.
type trail struct {
	all     *trails
	key     ask.CallKey
	started time.Time
	steps   []i18n.Text
	target  string
}

func newTrails(clock clock.Clock) *trails {
	return &trails{clock: clock, calls: map[ask.CallKey]*list.Element{}}
}

// start begins the trail of call and forgets the oldest when there are too many.
func (t *trails) start(call wire.Call) *trail {
	new := &trail{all: t, key: call.Key(), started: t.clock.Now()}
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.calls[new.key]; ok {
		t.order.Remove(old)
	}
	t.calls[new.key] = t.order.PushBack(new)
	if t.order.Len() > trailsKept {
		oldest := t.order.Remove(t.order.Front()).(*trail)
		delete(t.calls, oldest.key)
	}
	return new
}

// of returns the steps and the target of a recorded call, as far as they are kept.
func (t *trails) of(row audit.Row) (steps []i18n.Text, target string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	element, ok := t.calls[ask.CallKey{AgentID: row.AgentID, ConversationID: row.ConversationID, CallID: row.CallID}]
	if !ok {
		return nil, ""
	}
	kept := element.Value.(*trail)
	return append(steps, kept.steps...), kept.target
}

// step notes that the call passed, or stopped at, a step. Args may be nil.
func (t *trail) step(key string, args map[string]any) {
	t.add(i18n.Text{Key: key, Args: args})
}

func (t *trail) add(step i18n.Text) {
	t.all.mu.Lock()
	defer t.all.mu.Unlock()
	t.steps = append(t.steps, step)
}

// aim notes the target that the plan holds.
func (t *trail) aim(target string) {
	t.step("step.planned", map[string]any{"Target": target})
	t.all.mu.Lock()
	defer t.all.mu.Unlock()
	t.target = target
}

// end notes the answer.
func (t *trail) end(r wire.Response) {
	ms := t.all.clock.Now().Sub(t.started).Milliseconds()
	if r.Reason == "" {
		t.step("step.answered", map[string]any{"Status": r.Status, "MS": ms})
		return
	}
	t.step("step.answered_reason", map[string]any{"Status": r.Status, "Reason": r.Reason, "MS": ms})
}
