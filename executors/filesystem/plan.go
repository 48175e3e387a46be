package filesystem

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync/atomic"

	"assent/executors"
	"assent/i18n"
)

// plan is one prepared call.
type plan struct {
	kernel  kernel
	buffers *buffers
	asked   asked
	found   *finding
	facts   executors.Facts
	warned  atomic.Bool // Run returned an AskAgain: the next one goes through
}

func (p *plan) Facts() executors.Facts { return p.facts }

// listSize is about the most that a list of maxEntries takes: their names are at most 255
// bytes long.
const listSize = 512 << 10

// Size tells by what was found how much Run returns. A file that claims to be empty may
// be one of the kernel's, which are not.
func (p *plan) Size() int64 {
	switch {
	case p.found.reason != nil || p.asked.action == info:
		return 0
	case p.asked.action == list:
		return listSize
	case p.found.info.Size() == 0:
		return p.asked.limit
	}
	return min(p.asked.limit, max(0, p.found.info.Size()-p.asked.offset))
}

// Close lets go of the file. A Run that is still going on ends by itself.
func (p *plan) Close() error {
	p.found.close()
	return nil
}

func (p *plan) Run(ctx context.Context) (any, error) { return p.runWith(ctx, reopen) }

// RunEarly reads a file of a disk of this machine, where that does not even change when it
// was read last.
func (p *plan) RunEarly(ctx context.Context) (any, error) {
	if p.found.reason != nil || p.found.on != local || p.asked.action != read {
		return nil, executors.ErrTrace
	}
	return p.runWith(ctx, reopenUnnoticed)
}

// opener opens what a file holds for reading, if it is there still.
type opener func(held *os.File) (*os.File, error)

func (p *plan) runWith(ctx context.Context, open opener) (any, error) {
	if p.found.reason != nil {
		return nil, p.found.reason
	}
	secretsAllowed := p.warned.Load() || p.knownSecret()
	run := func() (any, error) { return p.run(ctx, open, secretsAllowed) }
	var result any
	var err error
	switch {
	case ctx.Err() != nil:
		err = tooLate(ctx)
	case p.found.on == local && p.asked.action != list: // it ends by itself; in a folder may be mounts
		result, err = guarded(run)
	default:
		result, err = call(ctx, p.kernel, run, func(any) {})
	}
	var again *executors.AskAgain
	if errors.As(err, &again) {
		p.warned.Store(true) // here, not in run: it may come after ctx's end
	}
	if err != nil {
		return nil, err
	}
	return result, nil
}

// knownSecret reports whether the person was already told that secrets are kept here.
func (p *plan) knownSecret() bool {
	return slices.ContainsFunc(p.facts.Care, func(t i18n.Text) bool { return tellsOfSecrets[t.Key] })
}

// run does the work. It may hang in the kernel.
func (p *plan) run(ctx context.Context, open opener, secretsAllowed bool) (any, error) {
	file, err := p.reopen(open)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	switch p.asked.action {
	case list:
		return p.list(ctx, file)
	case info:
		return p.info(ctx, file)
	}
	return p.read(ctx, file, secretsAllowed)
}

// reopen opens the held file for reading and checks that it is the same.
func (p *plan) reopen(open opener) (*os.File, error) {
	file, err := open(p.found.file)
	if errors.Is(err, executors.ErrTrace) {
		return nil, err
	}
	if err != nil {
		return nil, refusal(err)
	}
	now, err := file.Stat()
	switch {
	case err != nil:
		err = refusal(err)
	case !os.SameFile(now, p.found.info) || now.Mode().Type() != p.found.info.Mode().Type():
		err = executors.Errorf(executors.TargetChanged, "This is no longer what you were asked about. Ask again.")
	default:
		return file, nil
	}
	file.Close()
	return nil, err
}
