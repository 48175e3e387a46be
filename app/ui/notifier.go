package ui

import (
	"context"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"assent/executors/notification"
)

// notifier shows the desktop notification that someone asks: one at a time, and none
// once there is nothing to say.
type notifier struct {
	sender *notification.Sender

	mu      sync.Mutex
	said    *notification.Notification // what is to be shown; nil: nothing
	changed bool                       // it is not shown so yet
	at      bool                       // a goroutine is at it
	shown   uint32                     // what is shown, 0 when nothing is
	busy    sync.WaitGroup
}

// notifyLimit is how long the desktop may take to show it or to take it away.
const notifyLimit = 5 * time.Second

// show has title and body shown, which are plain text. It does not wait.
func (n *notifier) show(title, body string) {
	n.say(&notification.Notification{Title: title, Body: body, Own: true})
}

// withdraw has what is shown taken away. It does not wait.
func (n *notifier) withdraw() { n.say(nil) }

func (n *notifier) say(what *notification.Notification) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.said, n.changed = what, true
	if !n.at {
		n.at = true
		n.busy.Go(n.work)
	}
}

// work tells the desktop what is to be shown until it is so.
func (n *notifier) work() {
	for {
		n.mu.Lock()
		if !n.changed {
			n.at = false
			n.mu.Unlock()
			return
		}
		said := n.said
		n.changed = false
		n.mu.Unlock()
		n.tell(said) // shown is this goroutine's
	}
}

func (n *notifier) tell(said *notification.Notification) {
	ctx, stop := context.WithTimeout(context.Background(), notifyLimit)
	defer stop()
	var err error
	switch {
	case said != nil:
		now := *said
		now.Replaces = n.shown
		n.shown, err = n.sender.Send(ctx, now)
	case n.shown != 0:
		err = n.sender.Withdraw(ctx, n.shown)
		n.shown = 0
	}
	if err != nil {
		fyne.LogError("The desktop notification could not be shown", err)
	}
}

// close takes away what is shown and waits until it is gone.
func (n *notifier) close() {
	n.withdraw()
	n.busy.Wait()
	n.sender.Close()
}
