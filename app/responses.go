package app

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"
	"unique"

	"assent/app/wire"
	"assent/consent/ask"
	"assent/consent/clock"
	"assent/executors"
)

// How long and how much is kept for a call that is seen again (contract §5).
const (
	keptFor   = 10 * time.Minute
	keptBytes = 64 << 20
)

// responses are those of calls, in flight and for a while after, so that the same call
// seen again gets the same response and nothing runs twice.
type responses struct {
	clock clock.Clock

	mu    sync.Mutex
	calls map[ask.CallKey]*seenCall
	done  []*seenCall // oldest first
	kept  results     // of those
	bytes int
	alarm bool      // expire will be called when the oldest is too old
	open  int       // calls in flight
	given time.Time // when the last response was
	rest  bool      // pack will be called when no call is made
}

// asked is what makes two calls with one key the same. A group is never told what
// its agent got elsewhere.
type asked struct {
	tool, scope unique.Handle[string]
	digest      [2 * sha256.Size]byte
	group       bool
	runs        wire.Runs
}

// askedBy returns what a call asks.
func askedBy(call wire.Call) asked {
	what := asked{tool: unique.Make(call.Tool), scope: unique.Make(call.Scope), group: call.Group, runs: call.Runs}
	copy(what.digest[:], call.Digest)
	return what
}

// seenCall is one call, in flight or answered. What calls have in common is in memory once:
// very many are kept, through which the garbage collector looks again and again.
type seenCall struct {
	key     ask.CallKey
	common  [2]unique.Handle[string] // the agent and the conversation of key
	asked   asked
	waiters int                     // lines of connected hosts that wait for the response
	repeats int                     // lines that wait but keep no question open
	hangUp  context.CancelCauseFunc // called when the last of them is gone, or took it back; nil once answered
	once    bool                    // the response is for the first line alone
	answer  wire.Response           // without its result
	result  *result
	ready   chan struct{} // closed when the response is there
	at      time.Time     // when it was there
}

func newResponses(clock clock.Clock) *responses {
	return &responses{clock: clock, calls: map[ask.CallKey]*seenCall{}}
}

// join returns what is known of call and adds a waiter to it. first is true when the
// call is new: the caller then runs it and calls give. same is false when another
// call used the same id. A repeat of a call that runs elsewhere keeps no question open:
// it gets no yes (contract §12).
func (r *responses) join(call wire.Call, hangUp context.CancelCauseFunc) (entry *seenCall, first, same bool) {
	key, what := call.CallKey, askedBy(call)
	common := [2]unique.Handle[string]{unique.Make(key.AgentID), unique.Make(key.ConversationID)}
	key.AgentID, key.ConversationID = common[0].Value(), common[1].Value()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire()
	entry, known := r.calls[key]
	if known {
		if entry.asked != what {
			return entry, false, false
		}
		if call.Runs == wire.RunsElsewhere {
			entry.repeats++
		} else {
			entry.waiters++
		}
		return entry, false, true
	}
	entry = &seenCall{key: key, common: common, asked: what, waiters: 1, hangUp: hangUp, ready: make(chan struct{})}
	r.calls[key] = entry
	r.open++
	return entry, true, true
}

// leave says that so many waiters of each call hung up, and returns the calls for which
// nobody waits any more.
func (r *responses) leave(waiters map[*seenCall]int) (deserted map[ask.CallKey]*seenCall) {
	r.mu.Lock()
	defer r.mu.Unlock()
	deserted = map[ask.CallKey]*seenCall{}
	for entry, n := range waiters {
		if entry.waiters -= n; entry.waiters == 0 {
			deserted[entry.key] = entry
		}
	}
	return deserted
}

// give gives every waiter the response, or once the first one alone, and keeps it for a
// while.
func (r *responses) give(entry *seenCall, response wire.Response, once bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var more int
	entry.result, more = r.kept.keep(response.Result)
	response.Result = nil
	entry.answer, entry.once, entry.at = response, once, r.clock.Now()
	entry.hangUp = nil
	close(entry.ready)
	r.done = append(r.done, entry)
	r.open--
	r.given = entry.at
	r.bytes += size(entry) + more
	r.expire()
	r.setAlarm()
	r.setRest()
}

// hangUp ends the wait of a call's question, with the cause, unless the call was answered.
func (r *responses) hangUp(entry *seenCall, cause error) {
	r.mu.Lock()
	hangUp := entry.hangUp
	r.mu.Unlock()
	if hangUp != nil {
		hangUp(cause)
	}
}

// response returns the response to a call once it is ready.
func (r *responses) response(entry *seenCall) wire.Response {
	<-entry.ready
	if entry.result == nil {
		return entry.answer
	}
	r.mu.Lock()
	value, size := entry.result.value, entry.result.size
	r.mu.Unlock()
	result, err := inflate(value, size)
	if err != nil {
		return wire.Failed(&executors.Error{Reason: executors.Internal, Message: "The answer was kept, but cannot be read any more.", Err: err})
	}
	response := entry.answer
	response.Result = result
	return response
}

// setAlarm has what is kept forgotten in time, also when no call comes.
func (r *responses) setAlarm() {
	if len(r.done) == 0 || r.alarm {
		return
	}
	r.alarm = true
	r.clock.AfterFunc(keptFor-r.clock.Now().Sub(r.done[0].at), func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.alarm = false
		r.expire()
		r.setAlarm()
	})
}

// alone reports whether nobody waits for entry's response but so many lines.
func (r *responses) alone(entry *seenCall, lines int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return entry.waiters <= lines
}

// inFlight counts the calls in flight and the lines of connected hosts that wait for them.
func (r *responses) inFlight() (calls, waiters int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, entry := range r.calls {
		if entry.at.IsZero() {
			calls++
			waiters += entry.waiters + entry.repeats
		}
	}
	return calls, waiters
}

// expire forgets responses that are too old or too many, oldest first.
func (r *responses) expire() {
	now := r.clock.Now()
	for len(r.done) > 0 {
		entry := r.done[0]
		if r.bytes <= keptBytes && now.Sub(entry.at) < keptFor {
			return
		}
		r.bytes -= size(entry) + r.kept.letGo(entry.result)
		r.done[0], r.done = nil, r.done[1:]
		delete(r.calls, entry.key)
	}
}

// size is about what entry takes in memory beside its result, in bytes.
func size(entry *seenCall) int {
	const overhead = 512
	return overhead + len(entry.asked.tool.Value()) + len(entry.asked.scope.Value()) + len(entry.answer.Message) + len(entry.answer.Details)
}
