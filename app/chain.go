package app

import (
	"context"
	"errors"
	"time"

	"assent/app/wire"
	"assent/consent/ask"
	"assent/executors"
)

// respond runs one call, first sent by s, to its response, unless the engine is closing.
// once says that the response is a permission to run the call once. room is what the
// result takes of the engine's, nil where there is none.
func (e *Engine) respond(ctx context.Context, s *Session, call wire.Call, turn *turn) (response wire.Response, once bool, room *share) {
	defer turn.leave()
	done, ok := e.running.begin()
	if !ok {
		return wire.Failed(executors.Errorf(executors.Interrupted, "Assent is closing.")), false, nil
	}
	defer done()
	began := e.clock.Now()
	x := e.execution(s, call, turn)
	response = e.ended(call, began, x.run(ctx))
	if response.Result == nil {
		x.room.release()
		x.room = nil
	}
	return response, x.releases(response), x.room
}

// Ended is how a call ended. The names in it are the agent's.
type Ended struct {
	ask.CallKey
	Tool   string
	Status string        // ok, denied or error
	Reason string        // of a denial or an error
	Took   time.Duration // from its coming to its answer, by the engine's clock
}

// ended tells who wants to know how a call that came at began ended, and returns its
// response.
func (e *Engine) ended(call wire.Call, began time.Time, r wire.Response) wire.Response {
	e.options.Ended(Ended{call.CallKey, call.Tool, r.Status, r.Reason, e.clock.Now().Sub(began)})
	return r
}

// run takes one call through the chain of contract §4, in its order; the first step
// that fails answers. ctx ends when nobody waits for the answer any more: an open
// question then closes. A call that already runs is finished.
func (x *execution) run(ctx context.Context) (response wire.Response) {
	defer x.close(&response)
	x.jump()

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
		x.room.release() // a person may take their time
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
	x.engine.options.Faults.End(x.call.CallKey)
	x.way.end(x.permit.Scope.ID, *response)
	x.engine.subscribers.changed()
}
