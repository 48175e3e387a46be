// Package location serves location:read: where this computer is (contract §9), as
// the system's location service GeoClue says, or as the user's settings do.
//
// A position may leave precisely or approximately. An approximate one is the
// nearest point of a fixed grid about 5 km wide, so that asking often tells no more
// than asking once.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package location

import (
	"context"
	"time"

	"assent/executors"
)

// Options is where positions come from.
type Options struct {
	DesktopID string           // by what GeoClue knows this app: the name of its desktop file, without its suffix
	Manual    *Position        // the user's own word; nil: ask GeoClue
	Now       func() time.Time // nil: time.Now

	// Fake, where it is set, is what the location service says, in place of the
	// machine's. What is judged and shown is the same. It is for tests of agents.
	Fake *Position
}

// Position is a place on Earth (WGS 84).
type Position struct {
	Latitude  float64 `json:"latitude"`   // degrees north, -90 to 90
	Longitude float64 `json:"longitude"`  // degrees east, -180 to 180
	AccuracyM float64 `json:"accuracy_m"` // radius in metres within which it is right
}

// Valid reports whether p is on Earth, and its accuracy no less than none.
func (p Position) Valid() bool {
	return p.Latitude >= -90 && p.Latitude <= 90 && p.Longitude >= -180 && p.Longitude <= 180 && p.AccuracyM >= 0
}

// New returns the executor for location:read.
func New(o Options) executors.Executor {
	if o.Now == nil {
		o.Now = time.Now
	}
	return executor{o, patience}
}

// patience is how long GeoClue may take. It is less than the usual time limit (10 s,
// contract §8), so that the answer says what GeoClue waits for.
const patience = 8 * time.Second

type executor struct {
	options  Options
	patience time.Duration
}

func (e executor) client(level uint32) client {
	return client{e.options.DesktopID, level, e.patience}
}

// Available returns nil when there is a position to ask for, else an *Error with
// ServiceMissing. Whether the service gives it is known only when it is asked.
func (e executor) Available(ctx context.Context) error {
	if e.options.Manual != nil || e.options.Fake != nil {
		return nil
	}
	return e.client(exact).find(ctx)
}

// arguments are those of contract §9.
type arguments struct {
	Accuracy *string `json:"accuracy"`
}

// The values of the argument accuracy. Without it a call is precise.
const (
	precise     = "precise"
	approximate = "approximate"
)

// Prepare returns a plan that has not asked for the position yet.
func (e executor) Prepare(ctx context.Context, req executors.Request) (executors.Plan, error) {
	args, ignored, err := executors.DecodeArguments[arguments](req.Arguments)
	if err != nil {
		return nil, err
	}
	p := &plan{executor: e, ignored: ignored}
	switch {
	case args.Accuracy == nil, *args.Accuracy == precise:
	case *args.Accuracy == approximate:
		p.approximate = true
	default:
		return nil, executors.Errorf(executors.InvalidArguments, "The argument accuracy is %q or %q.", precise, approximate)
	}
	if err := e.Available(ctx); err != nil {
		return nil, err
	}
	p.facts = p.describe()
	return p, nil
}
