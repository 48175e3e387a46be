package clipboard

import (
	"context"
	"encoding/base64"
	"errors"
	"sync"

	"assent/executors"
	"assent/i18n"
)

// Result is what Run returns.
type Result struct {
	Content  string `json:"content"`
	MIMEType string `json:"mime_type"`
	Encoding string `json:"encoding,omitzero"` // base64 for a picture
}

// plan reads the clipboard once, in Hold.
type plan struct {
	source source

	mu    sync.Mutex
	facts executors.Facts
	held  *content // nil before Hold and after Close
}

func (p *plan) Facts() executors.Facts {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.facts
}

// Hold reads the clipboard and keeps what is there. What cannot be read becomes
// the plan's finding. The error is ctx's end.
func (p *plan) Hold(ctx context.Context) error {
	read, err := p.source.read(ctx)
	if ctx.Err() != nil {
		return &executors.Error{
			Reason:  executors.ClipboardUnreadable,
			Message: "The clipboard was not read in time.",
			Err:     ctx.Err(),
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.facts.Finding = executors.AsError(err)
		p.facts.Leaves = i18n.Text{Key: "leaves.clipboard_nothing"}
		return nil
	}
	p.held = &read
	read.describe(&p.facts)
	return nil
}

// Run returns what Hold read.
func (p *plan) Run(ctx context.Context) (any, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.facts.Finding != nil:
		return nil, p.facts.Finding
	case ctx.Err() != nil:
		return nil, &executors.Error{Reason: executors.ToolTimeout, Message: "There was no time left.", Err: ctx.Err()}
	case p.held == nil:
		return nil, executors.AsError(errors.New("run before the clipboard was held, or after it was let go"))
	case p.held.Kind == picture:
		encoded := base64.StdEncoding.EncodeToString(p.held.data)
		return Result{Content: encoded, MIMEType: "image/png", Encoding: "base64"}, nil
	}
	return Result{Content: string(p.held.data), MIMEType: "text/plain"}, nil
}

// Close wipes what was held.
func (p *plan) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held != nil {
		clear(p.held.data)
		p.held = nil
	}
	return nil
}
