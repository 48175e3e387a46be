package acp

import (
	"bufio"
	"errors"
	"io"
)

// lineLimit is how long a line may be that is read, in bytes. Longer ones pass unread.
const lineLimit = 8 << 20

// lines calls take with each line of r, its end included, and pass with what stands in
// lines that are too long to be read. The last line may have no end.
func lines(r io.Reader, take, pass func([]byte) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var held []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long || len(held)+len(part) > lineLimit {
			long = true
			if e := errors.Join(pass(held), pass(part)); e != nil {
				return e
			}
			held = held[:0]
		} else {
			held = append(held, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case !long && len(held) > 0:
			if e := take(held); e != nil {
				return e
			}
		}
		held, long = held[:0], false
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}
