package app

import (
	"context"

	"assent/app/wire"
)

// Play sends the call as a host would, through the whole chain, and waits for its
// answer. The end of ctx is a hang-up: the answer then says so. The error is that the
// arguments are not JSON.
func (e *Engine) Play(ctx context.Context, r wire.Request) (sent, received []byte, err error) {
	if sent, err = r.Line(); err != nil {
		return nil, nil, err
	}
	answers := make(chan []byte, 1) // one line answers one call
	session := e.Connect(func(line []byte) {
		said, _ := wire.FromEngine(line)
		if _, other := said.(wire.Relation); !other {
			answers <- line
		}
	})
	defer session.HangUp()
	stop := context.AfterFunc(ctx, session.HangUp)
	defer stop()
	session.Receive(sent, func() {})
	return sent, <-answers, nil
}
