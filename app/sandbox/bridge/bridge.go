// Package bridge is the sandbox as a host of one user's engine (contract §15): manifests,
// changes and tool calls go in, what was granted and answered comes out. It decides
// nothing. An engine that is away gets what it missed when it is back, in order and once.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package bridge

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"assent/app/host"
	"assent/app/sandbox/store"
	"assent/app/wire"
	"assent/consent/clock"
)

// Bridge is the way to one user's engine.
type Bridge struct {
	Store  *store.Store
	Clock  clock.Clock
	Log    *slog.Logger
	UserID string
	Socket string // of the engine
}

// An engine that is away is looked for again and again, ever less often.
const (
	firstPause = 250 * time.Millisecond
	lastPause  = 5 * time.Second
)

// Run serves the engine until ctx ends, connecting anew whenever it was away.
func (b *Bridge) Run(ctx context.Context) {
	pause, away := firstPause, false
	for ctx.Err() == nil {
		heard := &heard{changed: make(chan struct{}, 1), latest: map[string]wire.Relation{}}
		client, err := host.Connect(ctx, b.Socket, heard.take)
		if err == nil {
			b.Log.Info("engine connected", "user", b.UserID)
			began := b.Clock.Now()
			err = b.serve(ctx, client, heard)
			client.Close()
			if away = false; b.Clock.Now().Sub(began) > lastPause { // else it turns hosts away
				pause = firstPause
			}
		}
		if ctx.Err() == nil && !away {
			b.Log.Info("engine away", "user", b.UserID, "why", err)
			away = true
		}
		b.wait(ctx, pause)
		pause = min(2*pause, lastPause)
	}
}

func (b *Bridge) wait(ctx context.Context, d time.Duration) {
	over := make(chan struct{})
	stop := b.Clock.AfterFunc(d, func() { close(over) })
	defer stop()
	select {
	case <-over:
	case <-ctx.Done():
	}
}

// passage is one connection's state.
type passage struct {
	*Bridge
	client   *host.Client
	heard    *heard
	revision int64         // of the relations that the engine heard of
	seq      int64         // of the last call that it was given
	places   int           // for more calls
	over     chan struct{} // takes one for each call that ended
}

// serve gives the engine what there is for it, and what comes, until it or ctx ends.
func (b *Bridge) serve(ctx context.Context, client *host.Client, heard *heard) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &passage{Bridge: b, client: client, heard: heard, places: wire.MaxInFlight, over: make(chan struct{}, wire.MaxInFlight)}
	defer func() {
		client.Close()
		for ; p.places < wire.MaxInFlight; p.places++ {
			<-p.over
		}
	}()
	for {
		changed := b.Store.Changed()
		if err := p.pass(ctx); err != nil {
			return err
		}
		select {
		case <-changed:
		case <-heard.changed:
		case <-p.over:
			p.places++
		case <-client.Ended():
			return host.ErrEnded
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// pass hands on what is new. The calls are looked at first: what came before them is
// known to the engine before they are.
func (p *passage) pass(ctx context.Context) error {
	calls, err := p.Store.Waiting(p.UserID, p.seq, p.places)
	if err != nil {
		return err
	}
	if err := p.adopt(ctx, calls); err != nil {
		return err
	}
	if err := p.relate(ctx); err != nil {
		return err
	}
	for agentID, r := range p.heard.all() {
		if err := p.Store.Granted(agentID, p.UserID, r.Granted, r.Version); err != nil {
			return err
		}
	}
	for _, call := range calls {
		if err := p.deliver(ctx, call); err != nil {
			return err
		}
	}
	return nil
}

// deliver gives the engine a call and has its response kept, whenever it comes.
func (p *passage) deliver(ctx context.Context, call store.Call) error {
	conversation, err := p.Store.Conversation(call.ConversationID)
	if err != nil {
		return err
	}
	payload, err := p.Store.Payload(call)
	if errors.Is(err, store.ErrNotFound) { // it was answered meanwhile
		p.seq = call.Seq
		return nil
	}
	if err != nil {
		return err
	}
	p.seq = call.Seq
	p.places--
	go func() {
		defer func() { p.over <- struct{}{} }()
		reply, err := p.client.Deliver(ctx, wire.Delivery{
			CallKey: wire.CallKey{AgentID: conversation.AgentID, ConversationID: conversation.ID, CallID: call.CallID},
			Group:   conversation.Group(), Payload: payload,
		})
		var refusal *wire.Error
		switch {
		case err == nil:
			err = p.Store.Answer(conversation, call.CallID, reply.Payload())
		case errors.As(err, &refusal) && !refusal.Ends():
			p.Log.Error("the engine takes a call for none", "user", p.UserID, "code", refusal.Code)
			err = p.Store.Answer(conversation, call.CallID, nil)
		default:
			return // the engine, or this program, ended: the call is given again
		}
		if err != nil {
			p.Log.Error("a response was not kept", "user", p.UserID, "error", err)
			p.client.Close() // and is asked for again
		}
	}()
	return nil
}
