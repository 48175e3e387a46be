package filesystem

import (
	"context"
	"os"
	"sync/atomic"
	"time"

	"assent/executors"
)

// Options says what the user's machine and settings are. The zero value is the
// current user's home folder with the default care list.
type Options struct {
	Home       string   // what ~/ stands for; empty: the current user's home folder
	Folders    []string // the user's folders, absolute or ~/…; empty: the home folder
	Care       []string // patterns that make a call high (see DefaultCare); nil: DefaultCare, empty: none
	DataFolder string   // Assent's own: never read, nor anything in it; empty: none
	// PlacesOf returns where an agent's own file lets it read (contract §16), false of one
	// that has no such file. nil: none has.
	PlacesOf func(agentID string) (Places, bool)

	DataMark string // the name of a file that DataFolder and the folders in it bear, and no other; empty: none
}

// stuckAfter leaves the rest of executors.PrepareLimit for making the plan of a
// place that does not answer.
const stuckAfter = executors.PrepareLimit - 500*time.Millisecond

// Executor is the executor of filesystem:read.
type Executor struct {
	home       string
	folders    []string
	care       *careList
	dataFolder string
	mark       mark
	kernel     kernel
	buffers    *buffers
	surveyed   atomic.Pointer[surveyed]
	placesOf   func(agentID string) (Places, bool)
}

// New returns the executor of filesystem:read.
func New(o Options) *Executor {
	f := &Executor{home: o.Home, dataFolder: o.DataFolder, mark: readMark(o.DataFolder, o.DataMark), kernel: newKernel(), buffers: &buffers{}}
	f.placesOf = o.PlacesOf
	if f.home == "" {
		f.home, _ = os.UserHomeDir() // without a home, ~/ is refused
	}
	return f.With(o.Folders, o.Care)
}

// With returns an executor like f that judges by other folders and another care list (see
// Options). Plans that f made stay as they are; what hangs in the kernel counts for both.
func (f *Executor) With(folders, care []string) *Executor {
	other := &Executor{home: f.home, folders: folders, dataFolder: f.dataFolder, mark: f.mark, kernel: f.kernel, buffers: f.buffers, placesOf: f.placesOf}
	if len(folders) == 0 && f.home != "" {
		other.folders = []string{f.home}
	}
	if care == nil {
		care = DefaultCare()
	}
	other.care = compile(care)
	return other
}

// Available reports whether files can be held on this machine.
func (f *Executor) Available(context.Context) error { return canHold() }

// Prepare holds what is at the path and finds out about it, without reading. A
// place that does not answer becomes a plan too: the person is told, and the
// agent learns of it only after a yes.
func (f *Executor) Prepare(ctx context.Context, req executors.Request) (executors.Plan, error) {
	asked, err := f.parse(req)
	if err != nil {
		return nil, err
	}
	found := f.findAgain(asked)
	if found == nil {
		if found, err = f.findInTime(ctx, asked); err != nil {
			return nil, err
		}
	}
	if f.placesOf != nil {
		if places, ok := f.placesOf(req.AgentID); ok {
			places.judge(found)
		}
	}
	return &plan{kernel: f.kernel, buffers: f.buffers, asked: asked, found: found, facts: facts(asked, found)}, nil
}

// findInTime finds what is there unless that takes too long, which is then the finding.
// The error is for an ended ctx.
func (f *Executor) findInTime(ctx context.Context, a asked) (*finding, error) {
	waiting, cancel := context.WithTimeout(ctx, stuckAfter)
	defer cancel()
	found, err := call(waiting, f.kernel, func() (*finding, error) { return f.find(a), nil }, (*finding).close)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return unresponsive(a, executors.AsError(err)), nil
	}
	return found, nil
}
