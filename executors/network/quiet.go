package network

import (
	"context"
	"net"
	"sync"
)

// quiet is a connection that hears nothing before it has said something. Of a site
// that talks before it is asked, package http would write the words to the log.
type quiet struct {
	net.Conn
	raw  net.Conn // under TLS, else the same
	once sync.Once
	said chan struct{} // closed at the first Write, or by Close
}

// newQuiet returns conn as a quiet one that is closed at the end of ctx.
func newQuiet(ctx context.Context, conn, raw net.Conn) *quiet {
	q := &quiet{Conn: conn, raw: raw, said: make(chan struct{})}
	context.AfterFunc(ctx, func() { q.Close() })
	return q
}

func (q *quiet) Read(b []byte) (int, error) {
	<-q.said
	return q.Conn.Read(b)
}

func (q *quiet) Write(b []byte) (int, error) {
	q.once.Do(func() { close(q.said) })
	return q.Conn.Write(b)
}

// Close closes what is under TLS without saying goodbye, for which a site that
// does not read could make it wait.
func (q *quiet) Close() error {
	q.once.Do(func() { close(q.said) })
	return q.raw.Close()
}
