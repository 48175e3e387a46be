package app

import (
	"context"
	"errors"

	"assent/app/wire"
	"assent/executors"
)

// respond runs one call to its response, unless the engine is closing.
func (e *Engine) respond(ctx context.Context, call wire.Call, turn *turn) wire.Response {
	defer turn.leave()
	done, ok := e.running.begin()
	if !ok {
		return wire.Failed(executors.Errorf(executors.Interrupted, "Assent is closing."))
	}
	defer done()
	return e.ended(call, e.run(ctx, call, turn))
}

// ended tells who wants to know how a call ended, and returns its response.
func (e *Engine) ended(call wire.Call, r wire.Response) wire.Response {
	e.options.Ended(call.CallKey, r.Status, r.Reason)
	return r
}

// run takes one call through the chain of contract §4, in its order; the first step
// that fails answers. ctx ends when nobody waits for the answer any more: an open
// question then closes. A call that already runs is finished.
func (e *Engine) run(ctx context.Context, call wire.Call, turn *turn) (response wire.Response) {
	x := &execution{engine: e, call: call, turn: turn, way: e.history.start(call)}
	defer x.close(&response)

	if err := x.admit(); err != nil {
		return x.refuse(err)
	}
	if err := x.check(); err != nil {
		return x.refuse(err)
	}
	if err := x.prepare(); err != nil {
		return x.refuse(err)
	}
	for {
		if err := x.decide(ctx); err != nil {
			return x.finish(nil, err)
		}
		result, err := x.execute()
		if !errors.As(err, &x.content) {
			return x.finish(result, err)
		}
	}
}

// close lets go of the plan. A panic on the way becomes a response.
func (x *execution) close(response *wire.Response) {
	if p := recover(); p != nil {
		*response = x.finish(nil, executors.Recovered(p))
	}
	if x.plan != nil {
		x.plan.Close()
	}
	x.way.end(*response)
	x.engine.subscribers.changed()
}
