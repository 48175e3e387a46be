package clipboard

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"slices"

	"assent/executors"

	"github.com/go-json-experiment/json"
)

// maxChildren is how many children may run at a time, however many calls come: the
// desktop has room for a few hundred programs in all.
const maxChildren = 8

// reader reads the clipboard through child processes.
type reader struct {
	env   []string
	turns chan struct{} // holds one for each child
}

func newReader(env []string) reader { return reader{env, make(chan struct{}, maxChildren)} }

func (r reader) probe(ctx context.Context) error {
	found, err := r.ask(ctx, modeProbe)
	if err != nil {
		return executors.AsError(err)
	}
	return found.check()
}

func (r reader) read(ctx context.Context) (content, error) {
	found, err := r.ask(ctx, modeRead)
	if err != nil {
		return content{}, executors.AsError(err)
	}
	return found, found.check()
}

// ask starts a child, once there is room for it, and takes its answer. A child that
// takes too long or says too much is killed.
func (r reader) ask(ctx context.Context, mode string) (content, error) {
	if !asked.Load() {
		return content{}, executors.Errorf(executors.ServiceMissing, "This program was not made to read the clipboard.")
	}
	select {
	case r.turns <- struct{}{}:
		defer func() { <-r.turns }()
	case <-ctx.Done():
		return content{}, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	program, err := os.Executable()
	if err != nil {
		return content{}, err
	}
	child := exec.CommandContext(ctx, program, argument)
	desktop := r.env
	if desktop == nil {
		desktop = os.Environ()
	}
	child.Env = slices.Concat(desktop, []string{variable + "=" + mode})
	answer, err := child.StdoutPipe()
	if err != nil {
		return content{}, err
	}
	if err := child.Start(); err != nil {
		return content{}, err
	}
	defer child.Wait()
	defer cancel() // before Wait: it kills a child that has not ended
	return decode(answer)
}

// decode reads a child's answer. One that is cut off is unreadable.
func decode(answer io.Reader) (content, error) {
	broken := content{header: header{Kind: unreadable}}
	in := bufio.NewReader(answer)
	line, err := in.ReadSlice('\n')
	if err != nil {
		return broken, nil
	}
	var found content
	if err := json.Unmarshal(line, &found.header); err != nil {
		return content{}, err
	}
	if found.Size > maxSize {
		return content{header: header{Kind: tooLarge}}, nil
	}
	found.data = make([]byte, max(found.Size, 0))
	if _, err := io.ReadFull(in, found.data); err != nil {
		return broken, nil
	}
	return found, nil
}
