package ingress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"assent/app/folder"
	"assent/app/wire"
)

// Listen opens the socket at path, mode 0600, in a folder that only this user can
// enter. It replaces a dead process's socket: call it only while holding the lock of
// the data folder (contract §2). A live one of another data folder is left alone.
func Listen(path string) (*net.UnixListener, error) {
	if longest := len(syscall.RawSockaddrUnix{}.Path) - 1; len(path) > longest {
		return nil, fmt.Errorf("the path of the socket is longer than %d bytes: %s; choose a shorter one with --socket", longest, path)
	}
	if err := folder.Own(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if conn, err := net.Dial("unix", path); err == nil {
		conn.Close()
		return nil, fmt.Errorf("the socket %s is in use by another engine; choose another one with --socket", path)
	}
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != os.ModeSocket {
			return nil, fmt.Errorf("%s is not a socket; choose another one with --socket", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("replacing the socket of an ended engine: %w", err)
		}
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("listening on %s: %w", path, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		listener.Close()
		return nil, fmt.Errorf("closing %s to other users: %w", path, err)
	}
	return listener, nil
}

// turnAway tells a host, if it is this user's, that there is no place for it.
func turnAway(conn *net.UnixConn) {
	defer conn.Close()
	if ours(conn) {
		conn.SetWriteDeadline(time.Now().Add(lastWords))
		conn.Write(append(wire.NoPlace().Line(), '\n'))
	}
}

// ours reports whether the process at the other end is this user's.
func ours(conn *net.UnixConn) bool {
	uid, err := PeerUID(conn)
	return err == nil && uid == os.Geteuid()
}

// Serve takes hosts from listener, wire.MaxHosts at a time, until ctx is done, then closes it, reads no more,
// and returns when every host has its answers. Close the engine's questions before.
func Serve[S Session](ctx context.Context, listener *net.UnixListener, engine Engine[S]) error {
	var hosts sync.WaitGroup
	defer hosts.Wait()
	defer listener.Close()
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	places := make(chan struct{}, wire.MaxHosts)
	for {
		conn, err := accept(ctx, listener.AcceptUnix)
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("accepting a host: %w", err)
		}
		select {
		case places <- struct{}{}:
			hosts.Go(func() {
				defer func() { <-places }()
				serveConn(ctx, conn, engine)
			})
		default:
			turnAway(conn)
		}
	}
}

// acceptPause is how long a host waits to be taken that there was no descriptor for.
const acceptPause = 100 * time.Millisecond

// accept takes the next host. Where this process or the machine has no descriptor left
// for it, it tries again until ctx is done: the hosts that are served give theirs back.
func accept(ctx context.Context, next func() (*net.UnixConn, error)) (*net.UnixConn, error) {
	for {
		conn, err := next()
		if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) {
			return conn, err
		}
		select {
		case <-time.After(acceptPause):
		case <-ctx.Done():
			return nil, net.ErrClosed
		}
	}
}

// serveConn serves one host, if it is this user's.
func serveConn[S Session](ctx context.Context, conn *net.UnixConn, engine Engine[S]) {
	defer conn.Close()
	if !ours(conn) {
		return
	}
	s := newStream(conn, engine)
	s.session.From(peerProgram(conn))
	stop := context.AfterFunc(ctx, func() {
		conn.CloseRead()
		s.quit()
		conn.SetWriteDeadline(time.Now().Add(lastWords))
	})
	defer stop()
	go afterHangUp(conn, s.hangUp)
	s.serve(conn)
	drain(conn)
}

// lastWords is how long a host may take to read its last answers, once they are there.
const lastWords = time.Second

// drain ends a connection so that the host can still read the last answer, even
// while it is writing what nobody will read.
func drain(conn *net.UnixConn) {
	conn.CloseWrite()
	conn.SetReadDeadline(time.Now().Add(lastWords))
	io.Copy(io.Discard, conn)
	shut(conn)
}

// shut ends both directions, which also wakes afterHangUp.
func shut(conn *net.UnixConn) {
	conn.CloseRead()
	conn.CloseWrite()
}

// ServeStdio serves one host on in and out and returns when in ended and every
// answer went out. A host that stops taking answers has hung up. Where out is a file,
// a goroutine watches it for that until the process ends.
func ServeStdio[S Session](in io.Reader, out io.Writer, engine Engine[S]) {
	s := newStream(out, engine)
	s.session.From(program(os.Getppid()), "")
	if file, ok := out.(syscall.Conn); ok {
		go afterHangUp(file, s.hangUp)
	}
	s.serve(in)
}
