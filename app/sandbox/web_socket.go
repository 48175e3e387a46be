package sandbox

import (
	"context"
	"net/http"
	"strings"
	"time"

	"assent/app/sandbox/store"

	"github.com/coder/websocket"
)

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
