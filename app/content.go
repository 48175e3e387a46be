package app

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	"assent/app/wire"
	"assent/executors"

	"golang.org/x/sync/semaphore"
)

// How much content of calls is held, from when a call runs until the last byte of its
// line is with the host. What does not fit waits.
const (
	contentOfAll  = 64 << 20       // bytes, of all hosts
	contentOfHost = wire.MaxUnsent // bytes, of one, whatever it has not taken yet

	// How often content stands in memory: while it is read, looked at and made a line, and
	// while what is kept is made one.
	copies       = 4
	copiesOfLine = 2

	// smallContent is what nothing waits for.
	smallContent = 16 << 10

	// stall is how long a host may leave a line before what it holds counts against its
	// own bound alone: others do not wait for who does not read.
	stall = 2 * time.Second

	// restAfter is how long nothing is held before its memory goes back to the system.
	restAfter = time.Second
)

// content bounds what is held of all hosts.
type content struct {
	all *semaphore.Weighted

	mu   sync.Mutex
	held int64       // now
	used int64       // since memory went back
	rest *time.Timer // gives it back, nil while something is held
}

func newContent() *content { return &content{all: semaphore.NewWeighted(contentOfAll)} }

// newHostContent bounds what is held of one host.
func newHostContent() *semaphore.Weighted { return semaphore.NewWeighted(contentOfHost) }

// share is the content of one call: what it takes of the bounds. A nil share takes
// nothing. Its methods are safe for concurrent use.
type share struct {
	content *content
	host    *semaphore.Weighted

	mu          sync.Mutex
	all, ofHost int64
	stalled     *time.Timer
}

// take waits until there is room for size bytes of a host's content, each standing in
// memory so many times, and returns what was taken, nil where that is little. A nil host
// has no bound of its own. The error is ctx's.
func (c *content) take(ctx context.Context, host *semaphore.Weighted, size, times int64) (*share, error) {
	if size < smallContent {
		return nil, nil
	}
	if host == nil {
		host = newHostContent()
	}
	s := &share{content: c, host: host, all: min(size*times, contentOfAll), ofHost: min(size, contentOfHost)}
	if err := host.Acquire(ctx, s.ofHost); err != nil {
		return nil, err
	}
	if err := c.all.Acquire(ctx, s.all); err != nil {
		host.Release(s.ofHost)
		return nil, err
	}
	c.count(s.all)
	return s, nil
}

// handOver says that the content is a line of so many bytes now, which its host is to
// take.
func (s *share) handOver(size int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep(int64(size), int64(size))
	s.stalled = time.AfterFunc(stall, func() { // real time, whatever the clock: what a host takes is real
		s.mu.Lock()
		defer s.mu.Unlock()
		s.keep(0, s.ofHost)
	})
}

// release gives everything back. It may be called more than once.
func (s *share) release() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stalled != nil {
		s.stalled.Stop()
	}
	s.keep(0, 0)
}

// keep gives back what is more than so much.
func (s *share) keep(all, ofHost int64) {
	if less := s.all - all; less > 0 {
		s.all = all
		s.content.all.Release(less)
		s.content.count(-less)
	}
	if less := s.ofHost - ofHost; less > 0 {
		s.ofHost = ofHost
		s.host.Release(less)
	}
}

// count notes that more is held, or less, and has memory go back to the system once
// much was held and nothing is any more: the runtime alone would keep it for minutes.
func (c *content) count(more int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held += more
	c.used += max(more, 0)
	if c.rest != nil {
		c.rest.Stop()
		c.rest = nil
	}
	if c.held == 0 && c.used >= contentOfAll {
		c.rest = time.AfterFunc(restAfter, func() {
			c.mu.Lock()
			c.used = 0
			c.mu.Unlock()
			debug.FreeOSMemory()
		})
	}
}

// sizeOf returns at most how many bytes of content a plan's result has.
func sizeOf(plan executors.Plan) int64 {
	if sizer, ok := plan.(executors.Sizer); ok {
		return sizer.Size()
	}
	return executors.MaxContent
}
