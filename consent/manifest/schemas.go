package manifest

import (
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxHeld is how many bytes the schemas take that are kept for their next use.
	maxHeld = 32 << 20
	// idleAfter is how long a schema is kept after its last use: at least this
	// long, and less than twice as long.
	idleAfter = time.Minute
)

// Schemas judges arguments by the schemas of their tools. A schema is compiled when
// it is first used, and let go when it is not used any more or others need the room.
// The zero value is ready; its methods are safe for concurrent use.
type Schemas struct {
	// AfterFunc is that of a clock.Clock. Without it, what is not used any more stays
	// until others need the room.
	AfterFunc func(d time.Duration, f func()) (stop func() bool)

	mu    sync.Mutex
	held  map[*Tool]*holding
	size  int    // of all that is held, in bytes
	uses  uint64 // until now
	idle  uint64 // uses until the last look for what is idle
	looks bool   // for what is idle, before long
}

// holding is a schema that is used, or was not long ago.
type holding struct {
	compiled func() *compiled // by whoever comes first
	size     int              // 0 until it is compiled
	users    int              // now
	used     uint64           // when last
}

// Arguments judges a call's arguments, which are strict JSON, by the tool's
// input_schema, fills in the defaults of its top-level properties and judges
// them again (contract §4, step 3). What it returns may share raw's memory. The
// error is a *Misfit.
func (s *Schemas) Arguments(t *Tool, raw jsontext.Value) (filled jsontext.Value, err error) {
	h := s.take(t)
	defer s.release(h)
	return h.compiled().arguments(raw)
}

// take returns the schema of a tool, to be released after use.
func (s *Schemas) take(t *Tool) *holding {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.held[t]
	if h == nil {
		h = &holding{compiled: sync.OnceValue(t.compile)}
		if s.held == nil {
			s.held = map[*Tool]*holding{}
		}
		s.held[t] = h
		s.look()
	}
	s.uses++
	h.users++
	h.used = s.uses
	return h
}

// release ends a use, and makes room.
func (s *Schemas) release(h *holding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h.users--
	if h.size == 0 {
		h.size = h.compiled().size
		s.size += h.size
	}
	for s.size > maxHeld && s.drop(s.oldest()) {
	}
}

// oldest returns the tool whose schema was not used for longest, nil when all are in
// use.
func (s *Schemas) oldest() (oldest *Tool) {
	for t, h := range s.held {
		if h.users == 0 && (oldest == nil || h.used < s.held[oldest].used) {
			oldest = t
		}
	}
	return oldest
}

// drop lets the schema of a tool go, which may be nil.
func (s *Schemas) drop(t *Tool) (dropped bool) {
	if t == nil {
		return false
	}
	s.size -= s.held[t].size
	delete(s.held, t)
	return true
}

// look has what is idle let go before long.
func (s *Schemas) look() {
	if s.looks || s.AfterFunc == nil || len(s.held) == 0 {
		return
	}
	s.looks = true
	s.AfterFunc(idleAfter, s.dropIdle)
}

// dropIdle lets go what was not used since it was called last.
func (s *Schemas) dropIdle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for t, h := range s.held {
		if h.users == 0 && h.used <= s.idle {
			s.drop(t)
		}
	}
	s.idle, s.looks = s.uses, false
	s.look()
}
