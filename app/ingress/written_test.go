package ingress

import (
	"bytes"
	"io"
	"net"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// silent is an engine that says only what the test has it say.
type silent struct{ send func([]byte, func()) }

func (s *silent) Connect(send func([]byte, func())) *silent {
	s.send = send
	return s
}
func (*silent) From(path, parent string)    {}
func (*silent) Receive([]byte) func(func()) { return nil }
func (*silent) EndOfInput()                 {}
func (*silent) HangUp()                     {}

// TestWhatIsWrittenIsLetGo: of every line the engine hears, once, that the host has it or
// never will.
func TestWhatIsWrittenIsLetGo(t *testing.T) {
	t.Parallel()
	const lines = 100
	line := bytes.Repeat([]byte("x"), 64<<10) // more than a socket holds
	for name, end := range map[string]func(host *net.UnixConn) int{
		"a host that reads": func(host *net.UnixConn) int {
			host.CloseWrite()
			n, _ := io.Copy(io.Discard, host)
			return int(n) / (len(line) + 1)
		},
		"a host that goes away": func(host *net.UnixConn) int {
			io.CopyN(io.Discard, host, int64(len(line)))
			host.Close()
			return lines
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(shortDir(t), "s"), Net: "unix"})
			must(t, err)
			defer listener.Close()
			host, err := net.DialUnix("unix", nil, listener.Addr().(*net.UnixAddr))
			must(t, err)
			defer host.Close()
			conn, err := listener.AcceptUnix()
			must(t, err)
			defer conn.Close()
			engine := &silent{}
			s := newStream(conn, engine)
			var letGo atomic.Int64
			for range lines {
				engine.send(line, func() { letGo.Add(1) })
			}
			left, served := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(left)
				afterHangUp(conn, s.hangUp)
			}()
			go func() {
				defer close(served)
				s.serve(conn)
				shut(conn)
			}()
			if got := end(host); got != lines {
				t.Errorf("%d lines came", got)
			}
			<-served
			host.Close()
			<-left
			engine.send(line, func() { letGo.Add(1) }) // too late
			if got := letGo.Load(); got != lines+1 {
				t.Errorf("%d of %d lines were let go", got, lines+1)
			}
		})
	}
}
