package network

import (
	"context"

	"assent/executors"
)

// plan is one request, ready to be sent.
type plan struct {
	*executor
	request
	listed bool // the user allowed this host
	facts  executors.Facts
}

func (p *plan) Facts() executors.Facts { return p.facts }

func (p *plan) Close() error { return nil }

// Run sends the request and returns the answer. What it returns of a failure
// names no address.
func (p *plan) Run(ctx context.Context) (any, error) {
	if p.facts.Finding != nil {
		return nil, p.facts.Finding
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends every connection
	response, err := p.send(ctx)
	if err != nil {
		return nil, failure(ctx, err)
	}
	defer response.Body.Close()
	result, err := newResult(ctx, response)
	if err != nil || ctx.Err() != nil {
		return nil, failure(ctx, err)
	}
	return result, nil
}
