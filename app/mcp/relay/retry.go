package relay

import (
	"bytes"
	"slices"
	"sync"
	"time"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// retryTime is how long a yes holds for the retry of a call that needed input.
const retryTime = 10 * time.Minute

// maxRetries is how many yeses wait for their retry; the oldest goes first.
const maxRetries = 256

// retries are the yeses whose call needed input of the client (2026-07-28): the call with
// the answers belongs to the same yes, once (contract §13).
type retries struct {
	mu  sync.Mutex
	all []retry
}

type retry struct {
	session, what string
	state         jsontext.Value
	names         []string
	until         time.Time
}

// what names a request for comparing: its method, name and canonical arguments.
func (m message) what() string {
	parts := [][]byte{[]byte(m.method), []byte(canonical.Digest(m.params["name"])), []byte(canonical.Digest(m.params["uri"])), []byte(canonical.Digest(m.params["arguments"]))}
	return string(bytes.Join(parts, []byte{'\n'}))
}

// keep notes that a call which was agreed to needs input.
func (r *retries) keep(session string, m message, answer reply, now time.Time) {
	state, names, ok := answer.needsInput()
	if !ok {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = slices.DeleteFunc(r.all, func(old retry) bool { return now.After(old.until) })
	if len(r.all) == maxRetries {
		r.all = slices.Delete(r.all, 0, 1)
	}
	r.all = append(r.all, retry{session, m.what(), state, names, now.Add(retryTime)})
}

// take reports whether a request is the retry of a call that was agreed to, and uses
// that yes up.
func (r *retries) take(session string, m message, now time.Time) bool {
	answered, ok := answeredNames(m.params["inputResponses"])
	if !ok {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.all, func(old retry) bool {
		return old.session == session && old.what == m.what() && !now.After(old.until) &&
			bytes.Equal(old.state, m.params["requestState"]) &&
			!slices.ContainsFunc(answered, func(name string) bool { return !slices.Contains(old.names, name) })
	})
	if i < 0 {
		return false
	}
	r.all = slices.Delete(r.all, i, i+1)
	return true
}

// answeredNames returns what a request answers; false for one that answers nothing.
func answeredNames(raw jsontext.Value) (names []string, ok bool) {
	var responses map[string]jsontext.Value
	if len(raw) == 0 || json.Unmarshal(raw, &responses) != nil {
		return nil, false
	}
	for name := range responses {
		names = append(names, name)
	}
	return names, true
}
