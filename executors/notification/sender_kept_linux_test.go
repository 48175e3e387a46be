package notification

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// address is a place for a bus's socket.
func address(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "bus")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return "unix:path=" + filepath.Join(dir, "bus")
}

func newSender(t *testing.T) *Sender {
	t.Helper()
	s := NewSender("io.assent.Test")
	t.Cleanup(func() { s.Close() })
	return s
}

func mustSend(t *testing.T, s *Sender, n Notification) uint32 {
	t.Helper()
	id, err := s.Send(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// left returns a channel that is closed when a connection is no longer on the bus.
func left(t *testing.T, address, connection string) <-chan struct{} {
	t.Helper()
	bus, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close() })
	changes, gone := make(chan *dbus.Signal, 8), make(chan struct{})
	bus.Signal(changes)
	if err := bus.AddMatchSignal(dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, connection), dbus.WithMatchArg(2, "")); err != nil {
		t.Fatal(err)
	}
	go func() {
		for change := range changes {
			if change.Body[0] == connection {
				close(gone)
				return
			}
		}
	}()
	return gone
}

// TestOneConnection: all notifications go over one connection, and the service is asked
// once what it can do.
func TestOneConnection(t *testing.T) {
	at := address(t)
	startBus(t, at)
	f := newService(t, at, "body")
	f.own(t)
	s := newSender(t)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for range 20 {
				if _, err := s.Send(t.Context(), Notification{Title: "a", Body: "<b>"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got, asked := f.seen()
	if len(got) != 320 || asked != 1 {
		t.Errorf("got %d notifications, asked %d times for capabilities", len(got), asked)
	}
	for _, n := range got {
		if n != (taken{from: got[0].from, title: "a", body: "<b>", urgency: 1}) {
			t.Errorf("got %+v", n)
		}
	}
	gone := left(t, at, got[0].from)
	s.Close()
	<-gone
	mustSend(t, s, Notification{Title: "again"})
}

// TestOwnWord: Assent's own notification has its icon and replaces the one before.
func TestOwnWord(t *testing.T) {
	at := address(t)
	startBus(t, at)
	f := newService(t, at, "body", "body-markup")
	f.own(t)
	s := newSender(t)
	id := mustSend(t, s, Notification{Title: "<1>", Body: "<2> & 3", Own: true})
	mustSend(t, s, Notification{Title: "b", Own: true, Replaces: id})
	got, _ := f.seen()
	first := taken{from: got[0].from, icon: "io.assent.Test", entry: "io.assent.Test", title: "<1>", body: "&lt;2&gt; &amp; 3", urgency: 1}
	if got[0] != first || got[1].replaces != id || id != 1 {
		t.Errorf("got %+v, id %d", got, id)
	}
}

// TestOwnerChanges: another service takes the name. What it can do is asked anew, and
// the old connection is closed once the call on it has its answer.
func TestOwnerChanges(t *testing.T) {
	at := address(t)
	startBus(t, at)
	old, next := newService(t, at, "body"), newService(t, at, "body", "body-markup")
	old.own(t)
	next.own(t) // waits in the queue
	s := newSender(t)
	mustSend(t, s, Notification{Title: "a", Body: "<a>"})
	got, _ := old.seen()
	gone := left(t, at, got[0].from)

	answer := make(chan error)
	go func() {
		_, err := s.Send(t.Context(), Notification{Title: slow, Body: "<b>"})
		answer <- err
	}()
	<-old.began
	if _, err := old.bus.ReleaseName(service); err != nil {
		t.Fatal(err)
	}
	for { // until it is noticed that the old service has its name no more
		mustSend(t, s, Notification{Title: "c", Body: "<c>"})
		if got, _ := next.seen(); len(got) > 0 {
			break
		}
	}
	if got, asked := next.seen(); asked != 1 || got[0].body != "&lt;c&gt;" {
		t.Errorf("asked %d times, got %+v", asked, got)
	}
	select {
	case <-gone:
		t.Error("the connection was closed with a call on it")
	default:
	}
	close(old.answer)
	if err := <-answer; err != nil {
		t.Errorf("the call that was on its way: %v", err)
	}
	<-gone
	got, _ = old.seen()
	for _, n := range got {
		if n.body == "&lt;c&gt;" {
			t.Errorf("the old service got %+v", n)
		}
	}
}

// TestServiceReplaced: a service ends and another begins, with a call right after. It
// reaches the new one, escaped as that needs.
func TestServiceReplaced(t *testing.T) {
	at := address(t)
	startBus(t, at)
	s := newSender(t)
	for i := range 50 {
		f := newService(t, at, [][]string{{"body"}, {"body", "body-markup"}}[i%2]...)
		f.own(t)
		mustSend(t, s, Notification{Title: "a", Body: "<a>"})
		got, asked := f.seen()
		if want := []string{"<a>", "&lt;a&gt;"}[i%2]; len(got) != 1 || got[0].body != want || asked != 1 {
			t.Fatalf("service %d got %+v, asked %d times", i, got, asked)
		}
		f.bus.Close()
	}
}

// TestBusDies: what comes after is sent over the next bus.
func TestBusDies(t *testing.T) {
	at := address(t)
	bus := startBus(t, at)
	newService(t, at, "body").own(t)
	s := newSender(t)
	mustSend(t, s, Notification{Title: "a"})
	s.mu.Lock()
	over := s.kept.bus.Context()
	s.mu.Unlock()
	bus.Kill()
	<-over.Done()
	if _, err := s.Send(t.Context(), Notification{Title: "b"}); err == nil {
		t.Error("sent without a bus")
	}
	os.Remove(at[len("unix:path="):])
	startBus(t, at)
	f := newService(t, at, "body")
	f.own(t)
	mustSend(t, s, Notification{Title: "c"})
	if got, _ := f.seen(); len(got) != 1 || got[0].title != "c" {
		t.Errorf("got %+v", got)
	}
}

// TestBusStops: a bus that reads nothing any more, as one under a debugger, keeps no
// call longer than its limit, not even those that fill the socket.
func TestBusStops(t *testing.T) {
	at := address(t)
	bus := startBus(t, at)
	f := newService(t, at, "body")
	f.own(t)
	s := newSender(t)
	mustSend(t, s, Notification{Title: "a"})
	bus.Signal(syscall.SIGSTOP)
	const limit, grace = 200 * time.Millisecond, 2 * time.Second // many at once, on a busy machine
	var all sync.WaitGroup
	for range 1000 {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			start := time.Now()
			_, err := s.Send(ctx, Notification{Title: "b", Body: strings.Repeat("x", 2000)})
			if took := time.Since(start); took > limit+grace || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("returned %v after %v", err, took)
			}
		})
	}
	all.Wait()
	bus.Signal(syscall.SIGCONT)
	mustSend(t, s, Notification{Title: "c"})
}

// TestGivenUp: calls that are given up do not take others with them.
func TestGivenUp(t *testing.T) {
	at := address(t)
	startBus(t, at)
	f := newService(t, at, "body")
	f.own(t)
	s := newSender(t)
	answer := make(chan error)
	go func() {
		_, err := s.Send(t.Context(), Notification{Title: slow})
		answer <- err
	}()
	<-f.began
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, err := s.Send(ctx, Notification{Title: slow})
		answer <- err
	}()
	<-f.began
	cancel()
	if err := <-answer; !errors.Is(err, context.Canceled) {
		t.Errorf("the call that was given up: %v", err)
	}
	close(f.answer)
	if err := <-answer; err != nil {
		t.Errorf("the other: %v", err)
	}
}
