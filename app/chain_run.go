package app

import (
	"context"
	"errors"
	"time"

	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ahead is what a plan does while its call's row is made durable: nobody but the engine can
// tell, and nothing of it leaves before the row is (see executors.Early).
type ahead struct {
	done   chan struct{} // closed when the rest is there
	result jsontext.Value
	err    error
	took   time.Duration
}

// startAhead has the plan run at once, where it may, and its result is small: what comes of
// it waits in memory. While the log is busy with other calls, so are the processors.
func (x *execution) startAhead() *ahead {
	plan, ok := x.plan.(executors.Early)
	if !ok || sizeOf(x.plan) >= smallContent || !x.engine.log.Idle() {
		return nil
	}
	a, limit := &ahead{done: make(chan struct{})}, x.limit()
	go func() {
		defer close(a.done)
		defer func() {
			if p := recover(); p != nil {
				a.err = executors.Recovered(p)
			}
		}()
		a.result, a.took, a.err = x.timed(func() (any, error) { return executors.RunEarly(x.engine.ctx, plan, limit) })
	}()
	return a
}

// perform runs the plan, unless that is done already, within the limit and ctx.
func (x *execution) perform(ctx context.Context, limit time.Duration) (result jsontext.Value, err error) {
	if a := x.ahead; a != nil {
		x.ahead = nil // a second question means a second run
		<-a.done
		if !errors.Is(a.err, executors.ErrTrace) {
			x.took += a.took
			return a.result, a.err
		}
	}
	result, took, err := x.timed(func() (any, error) { return executors.Run(ctx, x.plan, limit) })
	x.took += took
	return result, err
}

// timed runs and returns the result as JSON, and how long running alone took.
func (x *execution) timed(run func() (any, error)) (result jsontext.Value, took time.Duration, err error) {
	started := x.engine.clock.Now()
	value, err := run()
	took = x.engine.clock.Now().Sub(started)
	if err != nil {
		return nil, took, err
	}
	result, err = encodeResult(value)
	return result, took, err
}

// encodeResult makes JSON of what a plan returned.
func encodeResult(result any) (jsontext.Value, error) {
	data, err := json.Marshal(result, json.Deterministic(true))
	if err != nil {
		return nil, &executors.Error{Reason: executors.Internal, Message: "The result cannot be written as JSON.", Err: err}
	}
	return data, nil
}
