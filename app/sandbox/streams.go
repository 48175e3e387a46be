package sandbox

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"

	"assent/app/sandbox/store"
)

// maxStreams is how many streams one holder may have open.
const maxStreams = 32

// streams counts the open ones by their holders. The zero value is ready.
type streams struct {
	mu   sync.Mutex
	open map[string]int
}

func (s *streams) begin(holder string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[string]int{}
	}
	if s.open[holder] >= maxStreams {
		p := newProblem(http.StatusTooManyRequests, "TOO_MANY_STREAMS", "This token has 32 streams open: close one of them.")
		p.retryAfter = "1"
		return p
	}
	s.open[holder]++
	return nil
}

func (s *streams) end(holder string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[holder]--; s.open[holder] == 0 {
		delete(s.open, holder)
	}
}

// listener takes what a stream has to say, each within the time that it has.
type listener interface {
	event(store.Event) error
	here() error // shows that the stream goes on
}

// follow gives a listener the events of the caller after since, then those that come,
// until ctx ends or the listener does not take one.
func (r *request) follow(ctx context.Context, since int64, l listener) error {
	quiet := make(chan struct{}, 1)
	for {
		changed := r.store.Changed()
		e, err := r.store.Next(r.caller.ID, since)
		switch {
		case err == nil:
			if err := l.event(e); err != nil {
				return err
			}
			since = e.Seq
			continue
		case !errors.Is(err, store.ErrNotFound):
			return err
		}
		stop := r.clock.AfterFunc(r.limits.quiet, func() {
			select {
			case quiet <- struct{}{}:
			default:
			}
		})
		select {
		case <-changed:
			err = nil
		case <-quiet:
			err = l.here()
		case <-ctx.Done():
			err = ctx.Err()
		}
		stop()
		if err != nil {
			return err
		}
	}
}

// since returns where a stream is to go on: after an event, or with what comes next.
func (r *request) since() (int64, error) {
	if r.caller.Kind == store.Owner {
		return 0, forbidden("Events are heard by agents and users: use their tokens.")
	}
	given := r.http.URL.Query().Get("since")
	if given == "" {
		given = r.http.Header.Get("Last-Event-ID")
	}
	if given == "" {
		return r.store.Latest()
	}
	seq, err := strconv.ParseInt(given, 10, 64)
	if err != nil || seq < 0 {
		return 0, badRequest("since is not the seq of an event, or 0.")
	}
	return seq, nil
}
