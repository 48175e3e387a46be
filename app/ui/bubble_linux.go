package ui

import (
	"context"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"github.com/godbus/dbus/v5"
)

// bubble is the desktop notification that someone asks. Where the toolkit asks for
// one that stays until it is put away, and for another beside it the next time, this
// one goes when the desktop thinks it should, and a later one takes its place.
type bubble struct {
	mu sync.Mutex
	id uint32 // of the one shown last
}

// bubbleLimit is how long the desktop may take to show it.
const bubbleLimit = 5 * time.Second

// show shows title and body, which may be read as markup.
func (b *bubble) show(a fyne.App, title, body string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	ctx, stop := context.WithTimeout(context.Background(), bubbleLimit)
	defer stop()
	bus, err := dbus.SessionBus()
	if err == nil {
		const service = "org.freedesktop.Notifications"
		err = bus.Object(service, "/org/freedesktop/Notifications").CallWithContext(ctx, service+".Notify", 0,
			"Assent", b.id, "io.assent.Assent", title, body, []string{},
			map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant("io.assent.Assent")}, int32(-1)).Store(&b.id)
	}
	if err != nil {
		a.SendNotification(fyne.NewNotification(title, body))
	}
}
