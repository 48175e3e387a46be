package chooser

import (
	"context"
	"testing"

	"github.com/godbus/dbus/v5"

	"assent/executors/desktoptest"
)

// portal is a desktop's portal that answers at once, or not at all.
type portal struct {
	bus     *dbus.Conn
	answers chan []any // of the next time that it is asked; nil: none
	asked   chan map[string]dbus.Variant
}

// OpenFile implements org.freedesktop.portal.FileChooser.
func (p *portal) OpenFile(sender dbus.Sender, parent, title string, options map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	options["title"] = dbus.MakeVariant(title + " above " + parent)
	p.asked <- options
	token, _ := options["handle_token"].Value().(string)
	request := dbus.ObjectPath(portalPath + "/request/" + mangled(string(sender)) + "/" + token)
	if answer := <-p.answers; answer != nil {
		p.bus.Emit(request, requestAnswer, answer...) // before its call returns: nothing may be missed
	}
	return request, nil
}

func TestPortal(t *testing.T) {
	d := desktoptest.Start(t)
	d.Setenv()
	wanted := Wanted{Title: "A file", Begin: "/srv"}
	if _, err := Portal(t.Context(), "", wanted); err != ErrNone {
		t.Fatalf("without a portal: %v", err)
	}
	bus, err := dbus.Connect(d.Bus)
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	p := &portal{bus: bus, answers: make(chan []any, 1), asked: make(chan map[string]dbus.Variant, 8)}
	if _, err := bus.RequestName(portalName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	if _, err := Portal(t.Context(), "", wanted); err != ErrNone {
		t.Fatalf("without a chooser: %v", err)
	}
	if err := bus.Export(p, portalPath, "org.freedesktop.portal.FileChooser"); err != nil {
		t.Fatal(err)
	}
	uris := func(all ...string) map[string]dbus.Variant {
		return map[string]dbus.Variant{"uris": dbus.MakeVariant(all)}
	}
	for name, c := range map[string]struct {
		answer []any
		want   string
	}{
		"chosen":     {[]any{uint32(0), uris("file:///srv/a%20b+c%25.json")}, "/srv/a b+c%.json"},
		"cancelled":  {[]any{uint32(1), map[string]dbus.Variant{}}, ""},
		"nothing":    {[]any{uint32(0), uris()}, ""},
		"far away":   {[]any{uint32(0), uris("file://server/share")}, ""},
		"no file":    {[]any{uint32(0), uris("https://example.org/a")}, ""},
		"other kind": {[]any{uint32(0), map[string]dbus.Variant{"uris": dbus.MakeVariant(7)}}, ""},
		"no results": {[]any{"yes"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p.answers <- c.answer
			got, err := Portal(t.Context(), "x11:1f", wanted)
			if err != nil || got != c.want {
				t.Errorf("chose %q, %v; want %q", got, err, c.want)
			}
			asked := <-p.asked
			if title := asked["title"].Value(); title != "A file above x11:1f" {
				t.Errorf("asked for %v", title)
			}
			if folder := asked["current_folder"].Value(); string(folder.([]byte)) != "/srv\x00" {
				t.Errorf("began at %q", folder)
			}
		})
	}
	t.Run("given up", func(t *testing.T) {
		p.answers <- nil
		ctx, stop := context.WithCancel(t.Context())
		go func() {
			<-p.asked
			stop()
		}()
		if _, err := Portal(ctx, "", wanted); err == nil {
			t.Error("something was chosen")
		}
	})
}
