package host

import (
	"context"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/app/wire"
	"assent/consent/ask"
)

// A fault of this program's own, wherever it is, is an error of what waits, and never the
// end of the program: a hook that ends so would be read as a no (contract §14).
func TestFaultsAreErrors(t *testing.T) {
	t.Parallel()
	says := func(err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "something went wrong inside Assent") || strings.Contains(err.Error(), "a secret") {
			t.Errorf("got %v", err)
		}
	}
	d := assenttest.New(t, assenttest.Allowing)

	c, err := Connect(assenttest.Patient(t), d.Socket, func(wire.Relation) { panic("a secret") })
	must(t, err)
	defer c.Close()
	_, err = c.Declare(assenttest.Patient(t), "agent-1", "", listManifest("1.0.0"))
	if err == nil { // it was told before what failed
		_, err = c.Call(assenttest.Patient(t), list("agent-1", "1", d.Home))
	}
	says(err)
	<-c.Ended()

	link := &Link{Socket: d.Socket, Introduce: func(context.Context, *Client) error { panic("a secret") }}
	defer link.Close()
	_, err = link.Client(assenttest.Patient(t))
	says(err)
}

// What panics while the host runs it was not done, and the connection goes on.
func TestRunPanics(t *testing.T) {
	t.Parallel()
	d, c := coder(t, "60000")
	for range 2 {
		done := run(assenttest.Patient(t), c, "", func(context.Context) error { panic("a secret") })
		<-d.Person.Asked
		d.Person.Answers <- ask.Answer{Choice: ask.AllowOnce}
		if a := <-done; a.err != nil || a.reply.Status != wire.StatusError || a.reply.Reason != wire.HostError {
			t.Errorf("got %+v", a)
		}
	}
}
