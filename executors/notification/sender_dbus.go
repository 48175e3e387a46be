//go:build unix && !darwin

package notification

import (
	"context"
	"slices"
	"sync"
)

// Sender shows notifications through the session bus, as the Desktop Notifications
// Specification 1.2 says. It speaks to the bus itself, where other systems use package
// beeep: that one has no deadline, starts a bus or other programs when there is none,
// and drops what the service said.
//
// One connection to the bus is kept from the first notification on, until the service
// is another one, the bus is gone, a call got no answer, or Close. It is closed when no
// call is on it any more. A Sender is safe for concurrent use.
type Sender struct {
	appID   string
	opening chan struct{} // holds one value while a connection is opened

	mu   sync.Mutex
	kept *session // nil: none
}

// NewSender returns a sender for the application whose desktop file has this name,
// without its suffix. It opens nothing yet.
func NewSender(appID string) *Sender {
	return &Sender{appID: appID, opening: make(chan struct{}, 1)}
}

// Available returns nil when there is a notification service, or one that the bus would
// start, else an *executors.Error with ServiceMissing. It starts none.
func (s *Sender) Available(ctx context.Context) error {
	bus, err := connect(ctx)
	if err != nil {
		return err
	}
	defer bus.Close()
	var owned bool
	var activatable []string
	err = bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, service).Store(&owned)
	if err == nil && !owned {
		err = bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.ListActivatableNames", 0).Store(&activatable)
	}
	if err != nil {
		return noBus()
	}
	if !owned && !slices.Contains(activatable, service) {
		return noService()
	}
	return nil
}

// Send shows n and returns by what a later one can replace it. No error means that the
// service took it, not that somebody saw it. It returns when ctx ends, whatever the
// bus does; what was not answered by then may still be shown. Its errors are
// *executors.Error that hold nothing of n, or ctx's.
func (s *Sender) Send(ctx context.Context, n Notification) (id uint32, err error) {
	for range 3 { // services that come and go
		if id, err = s.sendOnce(ctx, n); err == nil || !undelivered(err) {
			break
		}
	}
	switch {
	case err == nil:
		return id, nil
	case ctx.Err() != nil:
		return 0, ctx.Err()
	}
	return 0, refused(err, n)
}

func (s *Sender) sendOnce(ctx context.Context, n Notification) (id uint32, err error) {
	on, err := s.acquire(ctx)
	if err != nil {
		return 0, err
	}
	id, err = on.show(ctx, s.appID, n)
	s.release(on, !answered(err))
	return id, err
}

// Withdraw takes away what Send showed under an id. What is gone already is no error. It
// returns when ctx ends, whatever the bus does.
func (s *Sender) Withdraw(ctx context.Context, id uint32) error {
	on := s.join()
	if on == nil {
		return nil // the service that showed it is gone, and with it what it showed
	}
	err := on.withdraw(ctx, id)
	s.release(on, !answered(err))
	if answered(err) {
		return nil
	}
	return err
}

// Close ends the kept connection once no call is on it. A later Send opens another.
func (s *Sender) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept != nil {
		s.settle(s.kept, true)
	}
	return nil
}

// acquire returns the kept session, or a new one, for one call.
func (s *Sender) acquire(ctx context.Context) (*session, error) {
	if on := s.join(); on != nil {
		return on, nil
	}
	select {
	case s.opening <- struct{}{}:
		defer func() { <-s.opening }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if on := s.join(); on != nil { // opened meanwhile, by another call
		return on, nil
	}
	on, err := open(ctx)
	if err != nil {
		return nil, err
	}
	on.calls = 1
	s.mu.Lock()
	s.kept = on
	s.mu.Unlock()
	go func() {
		on.untilOver()
		s.retire(on)
	}()
	return on, nil
}

// join adds a call to the kept session, if there is one.
func (s *Sender) join() *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil || !s.kept.bus.Connected() {
		return nil
	}
	s.kept.calls++
	return s.kept
}

// release takes a call from its session, which is kept no longer when it is broken.
func (s *Sender) release(on *session, broken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	on.calls--
	s.settle(on, broken)
}

// retire lets no more calls on a session. It may be called again.
func (s *Sender) retire(on *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settle(on, true)
}

// settle closes a session that is not kept and that no call is on. s.mu is held.
func (s *Sender) settle(on *session, over bool) {
	if over && s.kept == on {
		s.kept = nil
	}
	if s.kept != on && on.calls == 0 {
		on.close()
	}
}
