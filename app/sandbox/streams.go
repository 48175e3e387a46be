package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"assent/app/sandbox/store"

	"github.com/coder/websocket"
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

// eventStream answers GET /events.
func eventStream(r *request) error {
	since, err := r.since()
	if err != nil {
		return err
	}
	if err := r.streams.begin(r.caller.ID); err != nil {
		return err
	}
	defer r.streams.end(r.caller.ID)
	r.w.Header().Set("Content-Type", "text/event-stream")
	r.w.Header().Set("Cache-Control", "no-store")
	r.w.WriteHeader(http.StatusOK)
	l := &eventLines{w: r.w, limit: r.limits.answer}
	if l.begin(since) == nil { // so that the listener knows at once that it is heard, and from where
		r.follow(r.http.Context(), since, l)
	}
	return nil
}

// eventLines writes text/event-stream.
type eventLines struct {
	w     http.ResponseWriter
	limit time.Duration
}

func (l *eventLines) event(e store.Event) error {
	return l.write("id: %d\ndata: %s\n\n", e.Seq, e.JSON)
}

// begin says which event the stream begins after: without data it is no event itself.
func (l *eventLines) begin(since int64) error { return l.write("id: %d\n\n", since) }

func (l *eventLines) here() error { return l.write(":\n\n") }

func (l *eventLines) write(format string, args ...any) error {
	controller := http.NewResponseController(l.w)
	controller.SetWriteDeadline(time.Now().Add(l.limit))
	if _, err := fmt.Fprintf(l.w, format, args...); err != nil {
		return err
	}
	return controller.Flush()
}

// webSocket answers GET /ws.
func webSocket(r *request) error {
	since, err := r.since()
	if err != nil {
		return err
	}
	if !strings.EqualFold(r.http.Header.Get("Upgrade"), "websocket") {
		r.w.Header().Set("Connection", "Upgrade")
		r.w.Header().Set("Upgrade", "websocket")
		return newProblem(http.StatusUpgradeRequired, "UPGRADE_REQUIRED", "This is a WebSocket: /events has the same for plain HTTP.")
	}
	if err := r.streams.begin(r.caller.ID); err != nil {
		return err
	}
	defer r.streams.end(r.caller.ID)
	conn, err := websocket.Accept(r.w, r.http, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the Guard judged the Origin
	if err != nil {
		return nil // and it was answered
	}
	defer conn.CloseNow()
	ctx := conn.CloseRead(r.http.Context()) // what the client says ends it
	if r.follow(ctx, since, &socketMessages{conn: conn, ctx: ctx, limit: r.limits.answer}); r.http.Context().Err() != nil {
		conn.Close(websocket.StatusGoingAway, "the sandbox ends")
	}
	return nil
}

// socketMessages sends an event as one text message.
type socketMessages struct {
	conn  *websocket.Conn
	ctx   context.Context // of the connection
	limit time.Duration
}

func (l *socketMessages) event(e store.Event) error {
	ctx, cancel := context.WithTimeout(l.ctx, l.limit)
	defer cancel()
	return l.conn.Write(ctx, websocket.MessageText, e.JSON)
}

func (l *socketMessages) here() error {
	ctx, cancel := context.WithTimeout(l.ctx, l.limit)
	defer cancel()
	return l.conn.Ping(ctx)
}
