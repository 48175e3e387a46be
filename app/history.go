package app

import (
	"container/list"
	"sync"
	"time"

	"assent/app/wire"
	"assent/audit"
	"assent/consent/ask"
	"assent/consent/clock"
	"assent/executors/projectcli"
	"assent/executors/projectcli/uihint"
	"assent/i18n"
)

// historyKept is how many calls are kept in memory with their steps and target.
const historyKept = 2000

// history keeps in memory, until quit, what the log must not hold: each call's target
// and its way through the chain, for the person who looks at it.
type history struct {
	clock clock.Clock

	mu    sync.Mutex
	calls map[ask.CallKey]*list.Element // of *way
	byAge list.List                     // oldest first
	hints []*way                        // those with one, oldest first
}

// way is that of one call through the chain: how far it came, to be put into words when
// somebody looks.
type way struct {
	all     *history
	key     ask.CallKey
	started time.Time

	scope    string // empty until steps 1 to 3 were passed
	prepared bool
	target   string
	rules    []i18n.Text // that decided, one for each question
	status   string      // empty until it was answered
	reason   string
	took     time.Duration
	hint     *uihint.Hint // what its result looks like, nil where that is not known
}

// steps are the way in words.
func (w *way) steps() (steps []i18n.Text) {
	add := func(key string, args map[string]any) { steps = append(steps, i18n.Text{Key: key, Args: args}) }
	if w.scope != "" {
		add("step.checked", map[string]any{"Scope": w.scope})
	}
	if w.prepared {
		add("step.planned", map[string]any{"Target": w.target})
	}
	steps = append(steps, w.rules...)
	switch ms := w.took.Milliseconds(); {
	case w.status == "":
	case w.reason == "":
		add("step.answered", map[string]any{"Status": w.status, "MS": ms})
	default:
		add("step.answered_reason", map[string]any{"Status": w.status, "Reason": w.reason, "MS": ms})
	}
	return steps
}

// hintsKept is how many calls' hints are kept of those.
const hintsKept = 100

func newHistory(clock clock.Clock) *history {
	return &history{clock: clock, calls: map[ask.CallKey]*list.Element{}}
}

// start begins the way of call and forgets the oldest when there are too many.
func (h *history) start(call wire.Call) *way {
	begun := &way{all: h, key: call.CallKey, started: h.clock.Now()}
	h.mu.Lock()
	defer h.mu.Unlock()
	if old, ok := h.calls[begun.key]; ok {
		h.byAge.Remove(old)
	}
	h.calls[begun.key] = h.byAge.PushBack(begun)
	if h.byAge.Len() > historyKept {
		oldest := h.byAge.Remove(h.byAge.Front()).(*way)
		delete(h.calls, oldest.key)
	}
	return begun
}

// of returns the steps and the target of a recorded call, as far as they are kept.
func (h *history) of(row audit.Row) (steps []i18n.Text, target string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	element, ok := h.calls[ask.CallKey{AgentID: row.AgentID, ConversationID: row.ConversationID, CallID: row.CallID}]
	if !ok {
		return nil, ""
	}
	kept := element.Value.(*way)
	return kept.steps(), kept.target
}

// hint returns what the result of a call looks like, as far as it is kept.
func (h *history) hint(call ask.CallKey) (hint uihint.Hint, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if element, kept := h.calls[call]; kept && element.Value.(*way).hint != nil {
		return *element.Value.(*way).hint, true
	}
	return hint, false
}

// look keeps what a project CLI's result looks like.
func (w *way) look(hint uihint.Hint) {
	w.all.mu.Lock()
	defer w.all.mu.Unlock()
	w.hint = &hint
	if w.all.hints = append(w.all.hints, w); len(w.all.hints) > hintsKept {
		w.all.hints[0].hint = nil
		w.all.hints = w.all.hints[1:]
	}
}

// check notes that the call passed steps 1 to 3, with a scope.
func (w *way) check(scope string) {
	w.all.mu.Lock()
	defer w.all.mu.Unlock()
	w.scope = scope
}

// aim notes the target that the plan holds.
func (w *way) aim(target string) {
	w.all.mu.Lock()
	defer w.all.mu.Unlock()
	w.prepared, w.target = true, target
}

// decide notes the rule by which the call was decided.
func (w *way) decide(rule i18n.Text) {
	w.all.mu.Lock()
	defer w.all.mu.Unlock()
	w.rules = append(w.rules, rule)
}

// end notes the response to a call of scope.
func (w *way) end(scope string, r wire.Response) {
	if scope == projectcli.Scope {
		if hint, ok := uihint.Read(w.key.CallID, r.Result); ok {
			w.look(hint)
		}
	}
	w.all.mu.Lock()
	defer w.all.mu.Unlock()
	w.status, w.reason, w.took = r.Status, r.Reason, w.all.clock.Now().Sub(w.started)
}
