package app

import (
	"container/list"
	"context"
	"sync"
	"time"

	"assent/app/wire"
	"assent/consent/ask"
	"assent/consent/clock"
)

// How long and how much is kept to answer a call seen again (contract §5).
const (
	replayFor   = 10 * time.Minute
	replayBytes = 64 << 20
)

// replays remembers calls in flight and their answers, so that the same call seen
// again is answered with the same response and nothing runs twice.
type replays struct {
	clock clock.Clock

	mu    sync.Mutex
	calls map[ask.CallKey]*replay
	done  list.List // of *replay, oldest first
	bytes int
	alarm bool // expire will be called when the oldest is too old
}

// asked is what makes two calls with one key the same. A group is never told what
// its agent was answered elsewhere.
type asked struct {
	tool, scope, digest string
	group               bool
}

// replay is one call, in flight or answered.
type replay struct {
	key      ask.CallKey
	asked    asked
	waiters  int                // lines of connected hosts that wait for the answer
	hangUp   context.CancelFunc // called when the last of them is gone
	response wire.Response
	answered chan struct{} // closed when response is there
	at       time.Time     // when it was answered
}

func newReplays(clock clock.Clock) *replays {
	return &replays{clock: clock, calls: map[ask.CallKey]*replay{}}
}

// join returns the replay of call and adds a waiter to it. first is true when the
// call is new: the caller then runs it and calls answer. same is false when another
// call used the same id.
func (r *replays) join(call wire.Call, hangUp context.CancelFunc) (entry *replay, first, same bool) {
	key := call.Key()
	what := asked{call.Tool, call.Scope, call.Digest, call.Group}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire()
	entry, known := r.calls[key]
	if known {
		if entry.asked != what {
			return entry, false, false
		}
		entry.waiters++
		return entry, false, true
	}
	entry = &replay{key: key, asked: what, waiters: 1, hangUp: hangUp, answered: make(chan struct{})}
	r.calls[key] = entry
	return entry, true, true
}

// leave says that so many waiters of each call hung up, and returns the calls for which
// nobody waits any more.
func (r *replays) leave(waiters map[*replay]int) (deserted map[ask.CallKey]*replay) {
	r.mu.Lock()
	defer r.mu.Unlock()
	deserted = map[ask.CallKey]*replay{}
	for entry, n := range waiters {
		if entry.waiters -= n; entry.waiters == 0 {
			deserted[entry.key] = entry
		}
	}
	return deserted
}

// answer gives every waiter the response and keeps it for a while.
func (r *replays) answer(entry *replay, response wire.Response) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entry.response, entry.at = response, r.clock.Now()
	close(entry.answered)
	r.done.PushBack(entry)
	r.bytes += size(entry)
	r.expire()
	r.setAlarm()
}

// setAlarm has what is kept forgotten in time, also when no call comes.
func (r *replays) setAlarm() {
	front := r.done.Front()
	if front == nil || r.alarm {
		return
	}
	r.alarm = true
	r.clock.AfterFunc(replayFor-r.clock.Now().Sub(front.Value.(*replay).at), func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.alarm = false
		r.expire()
		r.setAlarm()
	})
}

// inFlight counts the calls in flight and the lines of connected hosts that wait for them.
func (r *replays) inFlight() (calls, waiters int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, entry := range r.calls {
		if entry.at.IsZero() {
			calls++
			waiters += entry.waiters
		}
	}
	return calls, waiters
}

// expire forgets answers that are too old or too many, oldest first.
func (r *replays) expire() {
	now := r.clock.Now()
	for front := r.done.Front(); front != nil; front = r.done.Front() {
		entry := front.Value.(*replay)
		if r.bytes <= replayBytes && now.Sub(entry.at) < replayFor {
			return
		}
		r.bytes -= size(entry)
		r.done.Remove(front)
		delete(r.calls, entry.key)
	}
}

// size is about what entry takes in memory, in bytes.
func size(entry *replay) int {
	const overhead = 512
	return overhead + len(entry.asked.tool) + len(entry.asked.scope) + len(entry.response.Result) + len(entry.response.Message)
}
