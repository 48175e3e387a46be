package notification

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

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
