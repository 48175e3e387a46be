package app

import (
	"context"
	"errors"

	"assent/app/wire"
	"assent/consent"
	"assent/consent/ask"
	"assent/executors"
	"assent/executors/codingagent"
	"assent/i18n"
)

// handedOver is the plan of a call that Assent cannot run (contract §12): it is asked
// about and recorded like any other, and then run by the host that sent it, or by whom
// that host speaks for. Assent sees nothing of what is done.
type handedOver struct {
	session *Session // the first that sent the call
	call    wire.Call
	facts   executors.Facts
	sight   *codingagent.Sight // nil: Assent does not know what the scope is for
}

func handOver(s *Session, call wire.Call, p consent.Permit) *handedOver {
	return &handedOver{session: s, call: call, facts: executors.Facts{
		Target:     p.Tool.Target(call.Arguments),
		Leaves:     i18n.Text{Key: "leaves.handed_over"},
		Breadth:    p.Tool.Name,
		HandedOver: true,
	}}
}

// Run hands over, and waits for the host to say what became of it where it can say it.
func (h *handedOver) Run(ctx context.Context) (any, error) {
	do := h.session.run
	if h.call.Runs == wire.RunsElsewhere {
		do = h.session.release
	}
	if err := do(ctx, h.call.CallKey); err != nil {
		return nil, err
	}
	return struct {
		RanBy wire.Runs `json:"ran_by"`
	}{h.call.Runs}, nil
}

// Size is next to nothing: who ran it.
func (h *handedOver) Size() int64 { return 0 }

// Close does nothing.
func (h *handedOver) Close() error { return nil }

// The errors of a call that was agreed to and that nobody runs, or nobody reports on.
var (
	errGoneBefore = executors.Errorf(executors.Interrupted, "The program that asked went away before it could run this, so nothing was done.")
	errGone       = executors.Errorf(executors.Interrupted, "Whether this was done is not known: it was not waited for until its end.")
)

// release lets a call be run by whom this host speaks for.
func (s *Session) release(context.Context, ask.CallKey) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return errGoneBefore
	}
	return nil
}

// hostRun is a call that a host is to run.
type hostRun struct {
	said chan string // what became of it
	told bool        // the host has the word
}

// run tells the host to run a call and waits until it says what became of it.
func (s *Session) run(ctx context.Context, key ask.CallKey) error {
	said := make(chan string, 1)
	if !s.expect(key, said) {
		return errGoneBefore
	}
	defer s.expectNoMore(key)
	s.send(wire.Run{CallKey: key}.Line())
	s.told(key)
	select {
	case status := <-said:
		return ranError(status)
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return errGone
		}
		return ctx.Err()
	case <-s.deaf:
	}
	select { // its last word
	case status := <-said:
		return ranError(status)
	default:
		return errGone
	}
}

func ranError(status string) error {
	if status == wire.StatusOK {
		return nil
	}
	return executors.Errorf(executors.HostError, "The program that ran this says that it failed.")
}

// expect notes that the host is to say what became of a call. It reports whether the
// host still can.
func (s *Session) expect(key ask.CallKey, said chan string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return false
	}
	s.runs[key] = &hostRun{said: said}
	return true
}

// told notes that the host has the word to run a call.
func (s *Session) told(key ask.CallKey) {
	s.mu.Lock()
	if run := s.runs[key]; run != nil {
		run.told = true
	}
	s.mu.Unlock()
	s.engine.subscribers.changed()
}

func (s *Session) expectNoMore(key ask.CallKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.runs, key)
}

// ran takes the host's word on a call that it was told to run. About any other there is
// nothing to say.
func (s *Session) ran(r wire.Ran) {
	key := r.CallKey
	s.mu.Lock()
	run := s.runs[key]
	delete(s.runs, key)
	s.mu.Unlock()
	if run == nil {
		s.send((&wire.Error{Code: wire.BadMessage, Message: "this connection was not told to run such a call, or said what became of it", CallKey: r.CallKey}).Line())
		return
	}
	run.said <- r.Status
}
