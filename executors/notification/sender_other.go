//go:build !unix || darwin

package notification

import (
	"context"

	"assent/executors"

	"github.com/gen2brain/beeep"
)

// Sender shows notifications through package beeep, which knows no deadline: one at a
// time, so that a service that hangs holds one goroutine and no more. A Sender is safe
// for concurrent use.
type Sender struct{ turn chan struct{} }

// NewSender returns a sender. The application's id is of use to other systems.
func NewSender(string) *Sender {
	beeep.AppName = "Assent"
	return &Sender{make(chan struct{}, 1)}
}

// Available returns nil: these systems have a notification service.
func (*Sender) Available(context.Context) error { return nil }

// Send shows n. No error means that the system took it, not that somebody saw it. It
// returns when ctx ends. Its errors are *executors.Error that hold nothing of n, or
// ctx's. The id is 0: here none can be replaced.
func (s *Sender) Send(ctx context.Context, n Notification) (id uint32, err error) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	shown := make(chan error, 1)
	go func() {
		defer func() { <-s.turn }()
		shown <- beeep.Notify(neutral(n.Title), neutral(n.Body), "")
	}()
	select {
	case err := <-shown:
		if err != nil {
			return 0, executors.Errorf(executors.NotificationFailed, "The system did not take the notification.")
		}
		return 0, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Close returns nil: nothing is kept.
func (*Sender) Close() error { return nil }

// Withdraw does nothing: here none can be taken away.
func (*Sender) Withdraw(context.Context, uint32) error { return nil }
