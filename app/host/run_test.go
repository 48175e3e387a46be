package host

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"assent/app/assenttest"
	"assent/app/wire"
	"assent/consent/ask"
)

// coder starts an engine that knows an agent whose one tool it cannot run.
func coder(t *testing.T, timeout string) (*assenttest.Desk, *Client) {
	t.Helper()
	d := assenttest.New(t, "")
	must(t, d.Engine.AddAgent("coder", "", []byte(`{"schema_version":"1.0","agent_version":"1.0.0","tools":[`+
		`{"name":"shell","description_i18n_key":"d","permission_scope":"agent:coder:shell","input_schema":{"type":"object"},"timeout_ms":`+timeout+`}],`+
		`"permission_scopes":[{"id":"agent:coder:shell","label_i18n_key":"l","sensitivity":"high"}],"capability_flags":{}}`)))
	(<-d.Person.Reviews)("agent:coder:shell")
	return d, connect(t, d)
}

func shell(id string) wire.Request {
	return wire.Request{CallKey: wire.CallKey{AgentID: "coder", ConversationID: "c-1", CallID: id}, Tool: "shell"}
}

type answers chan answer

// run runs a call and gives what comes of it.
func run(ctx context.Context, c *Client, id string, do func(context.Context) error) answers {
	done := make(answers, 1)
	go func() {
		reply, err := c.Run(ctx, shell(id), do)
		done <- answer{reply, err}
	}()
	return done
}

func TestRun(t *testing.T) {
	t.Parallel()
	d, c := coder(t, "30000")
	for _, test := range []struct {
		id     string
		answer ask.Choice
		err    error
		runs   int
		status string
		reason string
	}{
		{"a", ask.Allow, nil, 1, wire.StatusOK, ""},
		{"b", ask.Allow, errors.New("it failed"), 1, wire.StatusError, wire.HostError},
		{"c", ask.Deny, nil, 0, wire.StatusDenied, wire.UserRefused},
	} {
		var runs atomic.Int32
		done := run(assenttest.Patient(t), c, test.id, func(context.Context) error { runs.Add(1); return test.err })
		<-d.Person.Asked
		d.Person.Answers <- ask.Answer{Choice: test.answer}
		if o := <-done; o.err != nil || o.reply.Status != test.status || o.reply.Reason != test.reason || int(runs.Load()) != test.runs {
			t.Errorf("%s: got %+v after %d runs", test.id, o, runs.Load())
		}
	}
}

// What is past its time limit, or not wanted any more, is told so while it runs.
func TestRunIsStopped(t *testing.T) {
	t.Parallel()
	t.Run("by the time limit", func(t *testing.T) {
		t.Parallel()
		d, c := coder(t, "500") // which it has begun by, however busy the machine is
		stopped := make(chan struct{})
		done := run(assenttest.Patient(t), c, "a", func(ctx context.Context) error { <-ctx.Done(); close(stopped); return ctx.Err() })
		<-d.Person.Asked
		d.Person.Answers <- ask.Answer{Choice: ask.Allow}
		if o := <-done; o.err != nil || o.reply.Reason != wire.ToolTimeout {
			t.Errorf("got %+v", o)
		}
		<-stopped
	})
	t.Run("by its caller", func(t *testing.T) {
		t.Parallel()
		d, c := coder(t, "30000")
		ctx, cancel := context.WithCancel(assenttest.Patient(t))
		running, stopped := make(chan struct{}), make(chan struct{})
		done := run(ctx, c, "a", func(ctx context.Context) error { close(running); <-ctx.Done(); close(stopped); return ctx.Err() })
		<-d.Person.Asked
		d.Person.Answers <- ask.Answer{Choice: ask.Allow}
		<-running
		cancel()
		if o := <-done; !errors.Is(o.err, context.Canceled) {
			t.Errorf("got %+v", o)
		}
		<-stopped
	})
	t.Run("by the end of the engine", func(t *testing.T) {
		t.Parallel()
		d, c := coder(t, "30000")
		running, stopped := make(chan struct{}), make(chan struct{})
		done := run(assenttest.Patient(t), c, "a", func(ctx context.Context) error { close(running); <-ctx.Done(); close(stopped); return ctx.Err() })
		<-d.Person.Asked
		d.Person.Answers <- ask.Answer{Choice: ask.Allow}
		<-running
		d.Stop()
		if o := <-done; o.reply.Reason != wire.Interrupted {
			t.Errorf("got %+v", o)
		}
		<-stopped
	})
}

// A call that is taken back is answered; one whose caller is gone is taken back and, when
// a yes came meanwhile, not run.
func TestWithdraw(t *testing.T) {
	t.Parallel()
	d, c := coder(t, "30000")
	never := func(context.Context) error { t.Error("it was run"); return nil }
	done := run(assenttest.Patient(t), c, "a", never)
	<-d.Person.Asked
	must(t, c.Withdraw(shell("a").CallKey))
	if o := <-done; o.err != nil || o.reply.Reason != wire.Interrupted {
		t.Errorf("got %+v", o)
	}
	ctx, cancel := context.WithCancel(assenttest.Patient(t))
	done = run(ctx, c, "b", never)
	<-d.Person.Asked
	cancel()
	if o := <-done; !errors.Is(o.err, context.Canceled) {
		t.Errorf("got %+v", o)
	}
	done = run(assenttest.Patient(t), c, "c", func(context.Context) error { return nil }) // b left the screen
	<-d.Person.Asked
	d.Person.Answers <- ask.Answer{Choice: ask.Allow}
	if o := <-done; o.err != nil || o.reply.Status != wire.StatusOK {
		t.Errorf("got %+v", o)
	}
}
