package app

import (
	"context"
	"errors"

	"assent/app/wire"
	"assent/executors"
)

// answer runs one call to its response, unless the engine is closing.
func (e *Engine) answer(ctx context.Context, call wire.Call, turn *turn) wire.Response {
	defer turn.leave()
	done, ok := e.running.begin()
	if !ok {
		return wire.Failed(executors.Errorf(executors.Interrupted, "Assent is closing."))
	}
	defer done()
	return e.run(ctx, call, turn)
}

// run takes one call through the chain of contract §4, in its order; the first step
// that fails answers. ctx ends when nobody waits for the answer any more: an open
// question then closes, denied. A call that already runs is finished.
func (e *Engine) run(ctx context.Context, call wire.Call, turn *turn) (response wire.Response) {
	c := &inHand{engine: e, call: call, turn: turn, trail: e.trails.start(call)}
	defer c.close(&response)

	if err := c.admit(); err != nil {
		return c.refuse(err)
	}
	if err := c.check(); err != nil {
		return c.refuse(err)
	}
	if err := c.prepare(); err != nil {
		return c.refuse(err)
	}
	for {
		if err := c.decide(ctx); err != nil {
			return c.finish(nil, err)
		}
		result, err := c.execute()
		if !errors.As(err, &c.content) {
			return c.finish(result, err)
		}
	}
}

// close lets go of the plan. A panic on the way becomes an answer.
func (c *inHand) close(response *wire.Response) {
	if p := recover(); p != nil {
		*response = c.finish(nil, executors.Recovered(p))
	}
	if c.plan != nil {
		c.plan.Close()
	}
	c.trail.end(*response)
	c.engine.watchers.changed()
}
