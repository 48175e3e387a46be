// Package clipboard serves clipboard:read: the text or the PNG picture on the
// clipboard (contract §9).
//
// The program that owns a clipboard hands its content over when asked, and may be
// slow, huge or dead. So the clipboard is read by a child process, this very
// program started again, that is killed when its time is over or when it has
// handed over too much. Programs that use this package therefore call Child first
// thing in main.
//
// What would leave is known only once it was read, so a plan is a Holder: it reads
// when its question becomes the current one, and what it read then is what Run
// returns.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package clipboard

import (
	"context"
	"time"

	"assent/executors"
	"assent/i18n"
)

// maxSize is the most that is read, in bytes (contract §9's limit for a call).
const maxSize = executors.MaxContent

// readLimit is how long the owner of the clipboard has to hand it over.
const readLimit = 2 * time.Second

// Options is how to reach the clipboard. The zero value is this process's own.
type Options struct {
	Env []string // the environment of the desktop to read from; nil: this process's

	// File, when it is not empty, is what the clipboard holds, in place of a desktop's.
	// What is judged and shown is the same. It is for tests of agents.
	File string
}

// New returns the executor for clipboard:read.
func New(o Options) executors.Executor {
	if o.File != "" {
		return executor{file(o.File)}
	}
	return executor{newReader(o.Env)}
}

type executor struct{ source source }

// Available returns nil when there is a clipboard to read, else an *Error with
// NoDisplay.
func (e executor) Available(ctx context.Context) error {
	return e.source.probe(ctx)
}

// Prepare returns a plan that has not looked at the clipboard yet.
func (e executor) Prepare(ctx context.Context, req executors.Request) (executors.Plan, error) {
	_, ignored, err := executors.DecodeArguments[struct{}](req.Arguments)
	if err != nil {
		return nil, err
	}
	if err := e.source.probe(ctx); err != nil {
		return nil, err
	}
	facts := executors.Facts{Leaves: i18n.Text{Key: "leaves.clipboard"}, Ignored: ignored}
	return &plan{source: e.source, facts: facts}, nil
}
