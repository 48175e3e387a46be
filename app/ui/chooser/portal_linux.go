package chooser

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// The portal's names (org.freedesktop.portal.FileChooser, version 3).
const (
	portalName    = "org.freedesktop.portal.Desktop"
	portalPath    = "/org/freedesktop/portal/desktop"
	openFile      = "org.freedesktop.portal.FileChooser.OpenFile"
	requestAnswer = "org.freedesktop.portal.Request.Response"
)

// portalLimit is how long the portal may take until it asks; where it must be started
// first, it takes a moment.
const portalLimit = 5 * time.Second

// Portal asks by the desktop's chooser portal. It is a Desktop.
func Portal(ctx context.Context, parent string, w Wanted) (string, error) {
	bus, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return "", ErrNone
	}
	defer bus.Close() // which ends what is asked, too
	if bus.Auth(nil) != nil || bus.Hello() != nil {
		return "", ErrNone
	}
	return ask(ctx, bus, parent, w)
}

// ask asks above a window, whose handle may be empty.
func ask(ctx context.Context, bus *dbus.Conn, parent string, w Wanted) (string, error) {
	token := fmt.Sprintf("assent%d", rand.Uint64())
	request := dbus.ObjectPath(portalPath + "/request/" + mangled(bus.Names()[0]) + "/" + token)
	answers := make(chan *dbus.Signal, 8)
	bus.Signal(answers)
	limited, stop := context.WithTimeout(ctx, portalLimit)
	defer stop()
	if bus.AddMatchSignalContext(limited, dbus.WithMatchObjectPath(request)) != nil {
		return "", ErrNone
	}
	options := map[string]dbus.Variant{
		"handle_token":   dbus.MakeVariant(token),
		"directory":      dbus.MakeVariant(w.Folder),
		"current_folder": dbus.MakeVariant(append([]byte(w.Begin), 0)),
	}
	portal := bus.Object(portalName, portalPath)
	if portal.CallWithContext(limited, openFile, 0, parent, w.Title, options).Err != nil {
		return "", ErrNone
	}
	for {
		select {
		case answer, ok := <-answers:
			if !ok {
				return "", nil // the bus went, and the chooser with it
			}
			if answer.Path == request && answer.Name == requestAnswer {
				return chosen(answer.Body), nil
			}
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// mangled is a connection's name as the portal writes it into a path.
func mangled(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, ":"), ".", "_")
}

// chosen returns the path in a portal's answer, empty where nothing on this machine's disks
// was chosen.
func chosen(answer []any) string {
	var status uint32
	var results map[string]dbus.Variant
	var uris []string
	if dbus.Store(answer, &status, &results) != nil || status != 0 || results["uris"].Store(&uris) != nil || len(uris) == 0 {
		return ""
	}
	u, err := url.Parse(uris[0])
	if err != nil || u.Scheme != "file" || u.Host != "" || !filepath.IsAbs(u.Path) {
		return ""
	}
	return u.Path
}
