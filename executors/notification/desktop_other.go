//go:build !unix || darwin

package notification

import (
	"context"

	"assent/executors"

	"github.com/gen2brain/beeep"
)

// desktop shows notifications through package beeep, which knows no deadline: one
// at a time, so that a service that hangs holds one goroutine and no more.
type desktop struct{ turn chan struct{} }

func newDesktop() desktop {
	beeep.AppName = "Assent"
	return desktop{turn: make(chan struct{}, 1)}
}

func (desktop) available(context.Context) error { return nil }

func (d desktop) show(ctx context.Context, n notice) error {
	select {
	case d.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	shown := make(chan error, 1)
	go func() {
		defer func() { <-d.turn }()
		shown <- beeep.Notify(neutral(n.title), neutral(n.body), "")
	}()
	select {
	case err := <-shown:
		if err != nil {
			return executors.Errorf(executors.NotificationFailed, "The system did not take the notification.")
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
