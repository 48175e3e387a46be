package loopback

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"
)

// Bounds of what clients may hold.
const (
	maxConnections = 256
	headerTime     = 10 * time.Second
	idleTime       = 2 * time.Minute
	headerBytes    = 64 << 10
	closingTime    = 3 * time.Second
)

// Serve serves handler at listener until ctx ends, which ends the context of every
// request too; those that go on have three seconds more.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(closed)
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
		defer cancel()
		if server.Shutdown(closing) != nil {
			server.Close()
		}
	})
	err := server.Serve(netutil.LimitListener(listener, maxConnections))
	if !stop() {
		<-closed
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
