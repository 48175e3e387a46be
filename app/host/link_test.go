package host

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"assent/app/assenttest"
	"assent/app/ingress"
	"assent/app/wire"
)

// A link connects when it is needed, once for all who ask, and anew after the engine was
// started again.
func TestLink(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	introduced := atomic.Int32{}
	link := &Link{Socket: d.Socket, Introduce: func(ctx context.Context, c *Client) error {
		introduced.Add(1)
		_, err := c.Declare(ctx, "agent-1", "", listManifest("1.0.0"))
		return err
	}}
	defer link.Close()
	calls := func(id string) {
		t.Helper()
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				c, err := link.Client(assenttest.Patient(t))
				if err != nil {
					t.Error(err)
					return
				}
				r, err := c.Call(assenttest.Patient(t), list("agent-1", id+string(rune('a'+i)), d.Home))
				if err != nil || r.Status != wire.StatusOK {
					t.Errorf("got %+v, %v", r, err)
				}
			})
		}
		all.Wait()
	}
	calls("first ")
	calls("second ")
	if n := introduced.Load(); n != 1 {
		t.Errorf("introduced %d times", n)
	}
	c, err := link.Client(assenttest.Patient(t))
	must(t, err)
	d.Stop()
	<-c.Ended()
	if _, err := link.Client(assenttest.Patient(t)); !errors.Is(err, ingress.ErrNoEngine) {
		t.Errorf("without an engine: %v", err)
	}
	d.Start(assenttest.Allowing)
	calls("third ")
	if n := introduced.Load(); n != 2 {
		t.Errorf("introduced %d times in all", n)
	}
	link.Close()
	if _, err := link.Client(assenttest.Patient(t)); err == nil {
		t.Error("a closed link connects")
	}
}

// Who does not want to wait for the person's review comes back later.
func TestLinkWaitsForAReview(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	link := &Link{Socket: d.Socket, Introduce: func(ctx context.Context, c *Client) error {
		_, err := c.Declare(ctx, "agent-1", "", listManifest("1.0.0"))
		return err
	}}
	defer link.Close()
	ctx, cancel := context.WithCancel(assenttest.Patient(t))
	gone := make(chan error)
	go func() {
		_, err := link.Client(ctx)
		gone <- err
	}()
	grant := <-d.Person.Reviews
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the waiting ended with %v", err)
	}
	grant("filesystem:read")
	if _, err := link.Client(assenttest.Patient(t)); err != nil {
		t.Error(err)
	}
	if len(d.Person.Reviews) > 0 {
		t.Error("it was reviewed twice")
	}
}

// A host that cannot be introduced is not connected; the next who asks tries again.
func TestLinkIsNotIntroduced(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	tries := atomic.Int32{}
	refused := errors.New("refused")
	link := &Link{Socket: d.Socket, Introduce: func(context.Context, *Client) error {
		if tries.Add(1) == 1 {
			return refused
		}
		return nil
	}}
	defer link.Close()
	if _, err := link.Client(assenttest.Patient(t)); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	if _, err := link.Client(assenttest.Patient(t)); err != nil {
		t.Error(err)
	}
}
