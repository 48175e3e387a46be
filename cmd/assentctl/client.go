package main

import (
	"context"

	"assent/app/host"
	"assent/app/wire"
)

// connect connects to the engine of the places in f.
func connect(ctx context.Context, f *flags) (*host.Client, error) {
	places, err := f.places()
	if err != nil {
		return nil, err
	}
	return host.Connect(ctx, places.Socket, nil)
}

// control has the engine do something and returns its answer.
func control(ctx context.Context, f *flags, request wire.Control) (wire.ControlAnswer, error) {
	c, err := connect(ctx, f)
	if err != nil {
		return wire.ControlAnswer{}, err
	}
	defer c.Close()
	answer, err := c.Control(ctx, request)
	if err == nil && answer.Err() != nil {
		return answer, exit{exitError, answer.Message}
	}
	return answer, err
}
