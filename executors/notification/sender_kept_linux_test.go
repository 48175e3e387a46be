package notification

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// taken is a notification as a service got it.
type taken struct {
	from        string // the connection it came by
	replaces    uint32
	icon, entry string
	title, body string
	urgency     byte
}

// slow is the title of a notification that is not answered at once.
const slow = "slow"

// fakeService is a notification service that notes what it gets.
type fakeService struct {
	bus          *dbus.Conn
	capabilities []string
	began        chan struct{} // one value for each slow notification that came
	answer       chan struct{} // closed: those are answered

	mu    sync.Mutex
	asked int // for its capabilities
	got   []taken
}

// GetCapabilities implements org.freedesktop.Notifications.
func (f *fakeService) GetCapabilities() ([]string, *dbus.Error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked++
	return f.capabilities, nil
}

// Notify implements org.freedesktop.Notifications.
func (f *fakeService) Notify(from dbus.Sender, _ string, replaces uint32, icon, title, body string, _ []string, hints map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	n := taken{from: string(from), replaces: replaces, icon: icon, title: title, body: body}
	n.entry, _ = hints["desktop-entry"].Value().(string)
	n.urgency, _ = hints["urgency"].Value().(byte)
	f.mu.Lock()
	f.got = append(f.got, n)
	id := uint32(len(f.got))
	f.mu.Unlock()
	if title == slow {
		f.began <- struct{}{}
		<-f.answer
	}
	return id, nil
}

// seen returns what came so far, and how often the capabilities were asked for.
func (f *fakeService) seen() (got []taken, asked int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append(got, f.got...), f.asked
}

// own takes the service's name, or waits for it in the bus's queue.
func (f *fakeService) own(t testing.TB) {
	t.Helper()
	if _, err := f.bus.RequestName(service, 0); err != nil {
		t.Fatal(err)
	}
}

// newService puts a service on the bus, which does not have its name yet.
func newService(t testing.TB, address string, capabilities ...string) *fakeService {
	t.Helper()
	bus, err := dbus.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close() })
	f := &fakeService{bus: bus, capabilities: capabilities, began: make(chan struct{}), answer: make(chan struct{})}
	if err := bus.Export(f, path, service); err != nil {
		t.Fatal(err)
	}
	return f
}

// startBus starts a session bus at address, and makes it the test's.
func startBus(t *testing.T, address string) *os.Process {
	t.Helper()
	const config = `<busconfig><type>session</type><listen>%s</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`
	file := filepath.Join(t.TempDir(), "bus.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, address), 0o600); err != nil {
		t.Fatal(err)
	}
	ready, written, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer ready.Close()
	cmd := exec.Command("dbus-daemon", "--config-file="+file, "--nofork", "--nopidfile", "--print-address=3")
	cmd.ExtraFiles = []*os.File{written}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	written.Close()
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	if n, err := ready.Read(make([]byte, 1024)); n == 0 {
		t.Fatalf("the bus did not start: %v", err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	return cmd.Process
}

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
