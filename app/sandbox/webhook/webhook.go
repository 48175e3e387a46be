// Package webhook sends agents their events as Standard Webhooks says: signed, tried again
// with growing pauses, and in the end kept as a dead letter.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package webhook

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"assent/app/sandbox/store"
	"assent/consent/clock"
)

// pauses are how long an event waits after each attempt that failed; after the last one
// it is dead.
var pauses = []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour}

// Bounds of one attempt.
const (
	patience    = 15 * time.Second
	answerBytes = 64 << 10 // of which nothing is kept
	maxURL      = 2048
)

// Sender sends what is due, one event of an agent at a time.
type Sender struct {
	store  *store.Store
	clock  clock.Clock
	log    *slog.Logger
	client *http.Client

	wake chan struct{} // takes one when something may be due
	mu   sync.Mutex
	busy map[string]bool // agents to whom something is being sent
}

// NewSender returns a Sender of what is kept in s.
func NewSender(s *store.Store, c clock.Clock, log *slog.Logger) *Sender {
	transport := &http.Transport{MaxResponseHeaderBytes: answerBytes, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute} // no proxy
	return &Sender{
		store: s, clock: c, log: log, wake: make(chan struct{}, 1), busy: map[string]bool{},
		client: &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// Run sends until ctx ends. What is on its way then is sent again at the next start.
func (s *Sender) Run(ctx context.Context) {
	var sending sync.WaitGroup
	defer sending.Wait()
	for {
		changed := s.store.Changed()
		next, err := s.begin(ctx, &sending)
		if err != nil {
			s.log.Error("looking for what webhooks are to get", "error", err)
		}
		stop := s.at(next)
		select {
		case <-changed:
		case <-s.wake:
		case <-ctx.Done():
		}
		stop()
		if ctx.Err() != nil {
			return
		}
	}
}

// at wakes the sender at a time, unless that is zero.
func (s *Sender) at(next time.Time) (stop func() bool) {
	if next.IsZero() {
		return func() bool { return false }
	}
	stop = s.clock.AfterFunc(next.Sub(s.clock.Now()), s.again)
	if !s.clock.Now().Before(next) { // the clock was moved meanwhile
		s.again()
	}
	return stop
}

func (s *Sender) again() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// begin sends what is due to agents that are not being sent to, and returns when more
// will be, zero when nothing is to come.
func (s *Sender) begin(ctx context.Context, sending *sync.WaitGroup) (next time.Time, err error) {
	deliveries, err := s.store.Due()
	if err != nil {
		return time.Time{}, err
	}
	now := s.clock.Now()
	for _, d := range deliveries {
		switch {
		case d.Due.After(now):
			if next.IsZero() || d.Due.Before(next) {
				next = d.Due
			}
		case s.occupy(d.AgentID):
			sending.Go(func() {
				defer s.release(d.AgentID)
				s.send(ctx, d)
			})
		}
	}
	return next, nil
}

func (s *Sender) occupy(agentID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	free := !s.busy[agentID]
	s.busy[agentID] = true
	return free
}

func (s *Sender) release(agentID string) {
	s.mu.Lock()
	delete(s.busy, agentID)
	s.mu.Unlock()
	s.again()
}
