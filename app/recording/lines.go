package recording

import (
	"errors"
	"io"
	"os"
	"sync"

	"assent/app/folder"
	"assent/i18n"

	"github.com/go-json-experiment/json"
)

// What a file may take: it ends before it is larger, or before it takes the last of the
// disk, which the log needs more.
const (
	maxSize  = 1 << 30
	minFree  = 16 << 20
	lookEach = 1 << 20 // bytes written between two looks at what is free
)

var (
	errFull     = errors.New("the file has reached 1 GiB")
	errDiskFull = errors.New("the disk is nearly full")
)

// lines writes JSON lines to a file until it is ended or full, and whole ones: what a
// full disk cut off is taken back.
type lines struct {
	fails func(i18n.Text) // told once, when it ends because it cannot go on

	mu       sync.Mutex
	out      io.WriteCloser
	file     *os.File // out, where that is a regular file
	size     int64    // of the whole lines
	unlooked int64    // bytes since the disk was looked at last
	ended    bool     // nothing is written any more
	failed   error    // why it ended, when not by end
}

// newLines returns lines that are written to out, after what is there.
func newLines(out io.WriteCloser, fails func(i18n.Text)) *lines {
	l := &lines{out: out, fails: fails}
	file, ok := out.(*os.File)
	if !ok {
		return l
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		l.file, l.size = file, info.Size()
	}
	return l
}

// over reports whether nothing is written any more.
func (l *lines) over() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}

// err returns why the file is not whole, nil when it is so far.
func (l *lines) err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failed
}

// end closes the file. The error says that it is not whole.
func (l *lines) end() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return l.failed
	}
	l.ended = true
	return l.out.Close()
}

// add writes what line returns, which is called with the lines in their order. Who is
// told of a failure may look at the lines.
func (l *lines) add(line func() any) {
	l.mu.Lock()
	before := l.failed
	if !l.ended {
		if err := l.write(line()); err != nil {
			l.ended, l.failed = true, errors.Join(err, l.out.Close())
		}
	}
	failed := l.failed
	l.mu.Unlock()
	if before == nil && failed != nil {
		l.fails(notice(failed))
	}
}

func notice(failed error) i18n.Text {
	switch {
	case errors.Is(failed, errFull):
		return i18n.Text{Key: "notice.recording_full"}
	case errors.Is(failed, errDiskFull):
		return i18n.Text{Key: "notice.recording_disk_full"}
	}
	return i18n.Text{Key: "notice.recording_failed"}
}

func (l *lines) write(line any) error {
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if err := l.room(int64(len(data))); err != nil {
		return err
	}
	if _, err := l.out.Write(data); err != nil {
		if l.file != nil {
			err = errors.Join(err, l.file.Truncate(l.size))
		}
		return err
	}
	l.size += int64(len(data))
	return nil
}

// room reports why there is none for n bytes more.
func (l *lines) room(n int64) error {
	if l.size+n > maxSize {
		return errFull
	}
	if l.file == nil || l.unlooked > 0 && l.unlooked+n < lookEach {
		l.unlooked += n
		return nil
	}
	l.unlooked = n
	if free, known := folder.Free(l.file); known && free < minFree+n {
		return errDiskFull
	}
	return nil
}
