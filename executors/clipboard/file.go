package clipboard

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"
)

// source is where a clipboard's content comes from.
type source interface {
	// probe returns nil when there is a clipboard, else an *Error that says what is
	// missing. It reads nothing from it.
	probe(ctx context.Context) error
	// read returns what is on the clipboard, or an *Error that says why it cannot be had.
	read(ctx context.Context) (content, error)
}

// file is a clipboard whose content is that of the file it names, as it is at each call:
// text, a PNG picture, or something else. One that is not there is an empty clipboard. It
// is for tests of agents.
type file string

func (f file) probe(context.Context) error { return nil }

func (f file) read(context.Context) (content, error) {
	found := content{header: header{Kind: unreadable}}
	if info, err := os.Stat(string(f)); errors.Is(err, fs.ErrNotExist) {
		found.Kind = nothing
		return found, nil
	} else if err != nil || !info.Mode().IsRegular() { // a FIFO would keep who reads it waiting
		return found, found.check()
	}
	in, err := os.Open(string(f))
	if err != nil {
		return found, found.check()
	}
	defer in.Close()
	if found.data, err = io.ReadAll(io.LimitReader(in, maxSize+1)); err != nil {
		return found, found.check()
	}
	found.Kind, found.Size = kindOf(found.data), len(found.data)
	return found, found.check()
}

// kindOf tells what the bytes are.
func kindOf(data []byte) kind {
	switch {
	case len(data) > maxSize:
		return tooLarge
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return picture
	case utf8.Valid(data):
		return text
	}
	return other
}
