package ui

import (
	"context"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"assent/executors/notification"
)

// notifier shows the desktop notification that someone asks. It goes when the desktop
// thinks it should, and a later one takes its place.
type notifier struct {
	sender *notification.Sender

	mu    sync.Mutex
	shown uint32 // the last one
}

// notifyLimit is how long the desktop may take to show it.
const notifyLimit = 5 * time.Second

// show shows title and body, which are plain text. It waits for the desktop.
func (n *notifier) show(title, body string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	ctx, stop := context.WithTimeout(context.Background(), notifyLimit)
	defer stop()
	id, err := n.sender.Send(ctx, notification.Notification{Title: title, Body: body, Own: true, Replaces: n.shown})
	if err != nil {
		fyne.LogError("The desktop notification could not be shown", err)
		return
	}
	n.shown = id
}
