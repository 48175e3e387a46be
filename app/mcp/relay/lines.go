package relay

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"sync"
)

// lineWriter writes messages, one a line, from any goroutine.
type lineWriter struct {
	mu  sync.Mutex
	out io.Writer
}

// write writes a message of the relay's own.
func (w *lineWriter) write(raw []byte) error { return w.pass(append(slices.Clip(raw), '\n')) }

// pass writes a line as it came, its end included.
func (w *lineWriter) pass(line []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.out.Write(line)
	return err
}

// errFrame ends a connection whose peer sends a line without end.
var errFrame = errors.New("a message is over 16 MiB")

// eachLine calls f for each line of in, its end included, until in ends.
func eachLine(in io.Reader, f func(line []byte) error) error {
	reader := bufio.NewReaderSize(in, 64<<10)
	var line []byte
	for {
		part, err := reader.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > FrameLimit+2:
			return errFrame
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case len(line) > 0:
			if err := f(line); err != nil {
				return err
			}
			line = nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
