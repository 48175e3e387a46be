package notification

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"assent/executors"
	"assent/executors/desktoptest"
	"assent/executors/executortest"

	"github.com/go-json-experiment/json"
	"github.com/godbus/dbus/v5"
)

// shown is what dunst's history holds of one notification.
type shown struct{ app, title, body, icon string }

// history returns what dunst showed, newest first.
func history(t *testing.T, d *desktoptest.Desktop) (all []shown) {
	t.Helper()
	d.Run("dunstctl", "close-all")
	var out struct {
		Data [][]map[string]struct {
			Data any `json:"data"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(d.Run("dunstctl", "history")), &out); err != nil {
		t.Fatal(err)
	}
	for _, list := range out.Data {
		for _, n := range list {
			text := func(name string) string { s, _ := n[name].Data.(string); return s }
			all = append(all, shown{text("appname"), text("summary"), text("body"), text("icon_path")})
		}
	}
	return all
}

func send(t *testing.T, arguments string) error {
	t.Helper()
	plan, err := New(NewSender("io.assent.Test")).Prepare(t.Context(), request("DemoBot", arguments))
	if err != nil {
		t.Fatal(err)
	}
	_, err = plan.Run(t.Context())
	return err
}

func TestDunst(t *testing.T) {
	d := desktoptest.Start(t, desktoptest.Notifications)
	d.Setenv()
	if err := New(NewSender("io.assent.Test")).Available(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := send(t, `{"title":"<b>Done</b> & more","body":"<img src=\"/etc/passwd\"> <a href=\"http://x\">1 < 2</a> &amp;","icon":"/etc/icon.png"}`); err != nil {
		t.Fatal(err)
	}
	all := history(t, d)
	if len(all) != 1 {
		t.Fatalf("dunst showed %d notifications, want 1", len(all))
	}
	n := all[0]
	if n.app != "Assent" || n.title != "DemoBot: <b>Done</b> & more" || n.icon != "" {
		t.Errorf("dunst showed %+v", n)
	}
	// Dunst keeps the body as it came, markup escaped.
	if want := `&lt;img src="/etc/passwd"&gt; &lt;a href="http://x"&gt;1 &lt; 2&lt;/a&gt; &amp;amp;`; n.body != want {
		t.Errorf("dunst got the body %q, want %q", n.body, want)
	}
}

func TestConform(t *testing.T) {
	desktop := desktoptest.Start(t, desktoptest.Notifications)
	desktop.Setenv()
	start := func(*testing.T) executors.Executor { return New(NewSender("io.assent.Test")) }
	executortest.Conform(t, start, []executortest.Case{
		{Name: "title", Request: request("DemoBot", `{"title":"A title of a message","body":"The body of a message"}`)},
		{Name: "message", Request: request("", `{"message":"A message without a title"}`)},
		{Name: "empty", Request: request("", `{}`), Reason: executors.InvalidArguments},
	})
}

// answering puts a service on the bus that answers a Notify as notify does.
func answering(t *testing.T, d *desktoptest.Desktop, notify func() *dbus.Error) {
	t.Helper()
	bus, err := dbus.Connect(d.Bus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close() })
	err = bus.ExportMethodTable(map[string]any{
		"GetCapabilities": func() ([]string, *dbus.Error) { return []string{"body"}, nil },
		"Notify": func(string, uint32, string, string, string, []string, map[string]dbus.Variant, int32) (uint32, *dbus.Error) {
			return 1, notify()
		},
	}, path, service)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(service, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
}

// TestServiceHangs stops dunst, as a debugger would: it stays on the bus and
// answers nothing.
func TestServiceHangs(t *testing.T) {
	d := desktoptest.Start(t, desktoptest.Notifications)
	d.Setenv()
	bus, err := dbus.Connect(d.Bus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close() })
	var pid uint32
	if err := bus.BusObject().Call("org.freedesktop.DBus.GetConnectionUnixProcessID", 0, service).Store(&pid); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(int(pid), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	start := func(*testing.T) executors.Executor { return New(NewSender("io.assent.Test")) }
	executortest.Conform(t, start, []executortest.Case{
		{Name: "hangs", Request: request("DemoBot", `{"title":"A title of a message"}`), Stalls: true, Reason: executors.ToolTimeout},
	})
}

func TestServiceRefuses(t *testing.T) {
	const name = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
	for words, want := range map[string]string{
		"Created too many similar notifications": "Created too many similar notifications (" + name + ")",
		"I do not show DemoBot: secret words":    "refused: " + name + ".",
	} {
		d := desktoptest.Start(t)
		d.Setenv()
		answering(t, d, func() *dbus.Error { return dbus.NewError(name, []any{words}) })
		err := send(t, `{"title":"secret words"}`)
		var e *executors.Error
		if !errors.As(err, &e) || e.Reason != executors.NotificationFailed || !strings.Contains(e.Message, want) || strings.Contains(e.Message, "secret") {
			t.Errorf("%s: got %v", words, err)
		}
	}
}

func TestServiceMissing(t *testing.T) {
	missing := func(what, want string) {
		t.Helper()
		for _, err := range []error{New(NewSender("io.assent.Test")).Available(t.Context()), send(t, `{"title":"a"}`)} {
			var e *executors.Error
			if !errors.As(err, &e) || e.Reason != executors.ServiceMissing || !strings.Contains(e.Message, want) {
				t.Errorf("%s: got %v", what, err)
			}
		}
	}
	startBus(t, address(t)) // which knows no service to start
	missing("no service", "dunst")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
	missing("no bus", "session bus")
}
