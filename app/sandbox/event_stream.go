package sandbox

import (
	"fmt"
	"net/http"
	"time"

	"assent/app/sandbox/store"
)

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
