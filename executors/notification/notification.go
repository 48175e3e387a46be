// Package notification serves notification:send: it shows a message on the user's
// desktop that says which agent it comes from (contract §9).
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package notification

import (
	"context"

	"assent/executors"
)

// New returns the executor of notification:send. It closes its service when it is
// closed.
func New(s Service) executors.Executor { return executor{s} }

type executor struct{ service Service }

// Close ends what is kept between calls.
func (e executor) Close() error { return e.service.Close() }

// Available returns nil when a notification can be shown now, else an *Error with
// ServiceMissing that says what to install. A bus that does not answer is missing.
func (e executor) Available(ctx context.Context) error {
	return e.service.Available(ctx)
}

// Prepare makes the texts as they will be shown.
func (e executor) Prepare(_ context.Context, req executors.Request) (executors.Plan, error) {
	known, ignored, err := executors.DecodeArguments[arguments](req.Arguments)
	if err != nil {
		return nil, err
	}
	n, facts, err := newNotification(req, known)
	if err != nil {
		return nil, err
	}
	facts.Ignored = append(ignored, facts.Ignored...)
	return plan{e.service, n, facts}, nil
}

type plan struct {
	service      Service
	notification Notification
	facts        executors.Facts
}

func (p plan) Facts() executors.Facts { return p.facts }

// Size is nothing: what is shown does not come back.
func (p plan) Size() int64 { return 0 }

func (p plan) Close() error { return nil }

// Run shows the message. No error means that the desktop took it, not that
// somebody saw it.
func (p plan) Run(ctx context.Context) (any, error) {
	_, err := p.service.Send(ctx, p.notification)
	switch {
	case err == nil:
		return map[string]bool{"delivered": true}, nil
	case ctx.Err() == context.Canceled:
		return nil, executors.Errorf(executors.Interrupted, "The notification was stopped.")
	case ctx.Err() != nil:
		return nil, executors.Errorf(executors.ToolTimeout, "The notification service did not answer within the time limit.")
	}
	return nil, err
}
