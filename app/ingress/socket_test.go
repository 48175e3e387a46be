package ingress

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"assent/app"
	"assent/app/wire"
)

func TestListenChoosesItsPlaceWithCare(t *testing.T) {
	t.Parallel()
	type prepare func(t *testing.T, dir string) (path string)
	at := func(name string) prepare {
		return func(_ *testing.T, dir string) string { return filepath.Join(dir, name) }
	}
	for _, test := range []struct {
		name    string
		prepare prepare
		err     string // what the error says; empty: none
	}{
		{"a folder of ours", at("s"), ""},
		{"a missing folder is made", at("run/s"), ""},
		{"the longest path", func(_ *testing.T, dir string) string {
			return filepath.Join(dir, strings.Repeat("s", len(syscall.RawSockaddrUnix{}.Path)-len(dir)-2))
		}, ""},
		{"a path too long", at(strings.Repeat("s", 108)), "choose a shorter one with --socket"},
		{"a folder open to others", func(t *testing.T, dir string) string {
			must(t, os.Chmod(dir, 0o711))
			return filepath.Join(dir, "s")
		}, "open to other users"},
		{"a file for a folder", func(t *testing.T, dir string) string {
			must(t, os.WriteFile(filepath.Join(dir, "f"), nil, 0o600))
			return filepath.Join(dir, "f", "s")
		}, "f is not a folder"},
		{"a file at the path", func(t *testing.T, dir string) string {
			must(t, os.WriteFile(filepath.Join(dir, "s"), []byte("mine"), 0o600))
			return filepath.Join(dir, "s")
		}, "is not a socket"},
		{"a link at the path", func(t *testing.T, dir string) string {
			must(t, os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(dir, "s")))
			return filepath.Join(dir, "s")
		}, "is not a socket"},
		{"a dead engine's socket", func(t *testing.T, dir string) string {
			dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "s"), Net: "unix"})
			must(t, err)
			dead.SetUnlinkOnClose(false)
			must(t, dead.Close())
			return filepath.Join(dir, "s")
		}, ""},
		{"a live engine's socket", func(t *testing.T, dir string) string {
			live, err := Listen(filepath.Join(dir, "s"))
			must(t, err)
			t.Cleanup(func() { live.Close() })
			return filepath.Join(dir, "s")
		}, "in use by another engine"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := test.prepare(t, shortDir(t))
			before, _ := os.ReadFile(path)
			listener, err := Listen(path)
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("got %v, want %q", err, test.err)
				}
				if after, _ := os.ReadFile(path); string(after) != string(before) {
					t.Error("what was there has changed")
				}
				return
			}
			must(t, err)
			defer listener.Close()
			info, err := os.Stat(path)
			must(t, err)
			folder, err := os.Stat(filepath.Dir(path))
			must(t, err)
			if info.Mode().Perm() != 0o600 || folder.Mode().Perm() != 0o700 {
				t.Errorf("the socket is %v in a folder %v", info.Mode(), folder.Mode())
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestLiveSocketStillAnswers: who tries to take a socket leaves its engine alone.
func TestLiveSocketStillAnswers(t *testing.T) {
	t.Parallel()
	path, _ := newWorld(t, "").serve()
	if _, err := Listen(path); err == nil {
		t.Fatal("the socket was taken")
	}
	h := connect(t, path)
	h.send(hello)
	if line := h.receive(); !strings.HasPrefix(line, `{"type":"hello","protocol":1,"version":"`+app.Version+`","scopes":{"`) {
		t.Errorf("got %s", line)
	}
}

func TestSocketIsGoneAfterwards(t *testing.T) {
	t.Parallel()
	path, stop := newWorld(t, "").serve()
	stop()
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		t.Errorf("the socket is still there: %v", err)
	}
}

// TestOthersAreTurnedAway connects as another user, whom the modes of the socket and
// its folder would let in.
func TestOthersAreTurnedAway(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs to be root to become another user")
	}
	t.Parallel()
	path, _ := newWorld(t, "").serve()
	must(t, os.Chmod(path, 0o666))
	must(t, os.Chmod(filepath.Dir(path), 0o711))
	conn, err := dialAs(65534, path)
	must(t, err)
	defer conn.Close()
	io.WriteString(conn, hello+"\n")
	if answer, _ := io.ReadAll(conn); len(answer) > 0 {
		t.Errorf("another user is told %s", answer)
	}
	h := connect(t, path)
	h.send(hello)
	h.receive()
}

// dialAs connects as another user: the kernel notes whose the connection is when it is
// made.
func dialAs(uid int, path string) (conn net.Conn, err error) {
	err = as(uid, func() (err error) {
		conn, err = net.Dial("unix", path)
		return err
	})
	return conn, err
}

// listenAs listens as another user, in a folder of ours.
func listenAs(uid int, path string) (listener *net.UnixListener, err error) {
	if err := os.Chmod(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	err = as(uid, func() (err error) {
		listener, err = net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		return err
	})
	return listener, err
}

// as calls f on a thread whose effective user is uid.
func as(uid int, f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends here
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, ^uintptr(0), uintptr(uid), ^uintptr(0)); errno != 0 {
			done <- errno
			return
		}
		done <- f()
	}()
	return <-done
}

// Too many open files are no reason to hear nobody any more.
func TestAcceptWaitsForADescriptor(t *testing.T) {
	t.Parallel()
	full := &net.OpError{Op: "accept", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	t.Run("until there is one", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			taken, tries := &net.UnixConn{}, 0
			conn, err := accept(t.Context(), func() (*net.UnixConn, error) {
				if tries++; tries < 3 {
					return nil, full
				}
				return taken, nil
			})
			if conn != taken || err != nil {
				t.Errorf("took %v, %v", conn, err)
			}
		})
	})
	t.Run("until the end", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			if _, err := accept(ctx, func() (*net.UnixConn, error) { return nil, full }); !errors.Is(err, net.ErrClosed) {
				t.Errorf("ended with %v", err)
			}
		})
	})
	t.Run("any other error ends it", func(t *testing.T) {
		t.Parallel()
		if _, err := accept(t.Context(), func() (*net.UnixConn, error) { return nil, io.ErrUnexpectedEOF }); err != io.ErrUnexpectedEOF {
			t.Errorf("ended with %v", err)
		}
	})
}

// TestTooManyHosts: who comes when every place is taken is told so; there is one again when
// somebody went.
func TestTooManyHosts(t *testing.T) {
	t.Parallel()
	path, _ := newWorld(t, "").serve()
	var all []*host
	for range wire.MaxHosts {
		h := connect(t, path)
		h.send(quick)
		h.receive()
		all = append(all, h)
	}
	late := connect(t, path)
	if line := late.receive(); !strings.HasPrefix(line, `{"type":"error","code":"TOO_MANY_HOSTS","message":"256 hosts are connected already: `) {
		t.Errorf("one more is told %s", line)
	}
	late.end()
	all[0].conn.Close()
	awaited(t, func() (string, bool) {
		h := connect(t, path)
		defer h.conn.Close()
		io.WriteString(h.conn, quick+"\n")
		line, _ := h.lines.ReadString('\n')
		return line, strings.HasPrefix(line, `{"type":"control"`)
	})
	all[1].send(quick)
	all[1].receive()
}
