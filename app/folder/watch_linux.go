package folder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"
)

// Watch has changed called, on a goroutine of its own, each time that another file was put
// at path or the one there was written and closed, until stop returns. That of its folder's
// other files makes no work.
func Watch(path string, changed func()) (stop func(), err error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, os.NewSyscallError("inotify_init1", err)
	}
	events := os.NewFile(uintptr(fd), "inotify")
	if _, err := unix.InotifyAddWatch(fd, filepath.Dir(path), unix.IN_CLOSE_WRITE|unix.IN_MOVED_TO); err != nil {
		return nil, errors.Join(os.NewSyscallError("inotify_add_watch", err), events.Close())
	}
	var work sync.WaitGroup
	work.Go(func() {
		buffer := make([]byte, 64*(unix.SizeofInotifyEvent+unix.NAME_MAX+1))
		for {
			n, err := events.Read(buffer)
			if err != nil {
				return
			}
			if names(buffer[:n], filepath.Base(path)) {
				changed()
			}
		}
	})
	return func() {
		events.Close()
		work.Wait()
	}, nil
}

// names reports whether one of some events is about a name, or says that events were lost.
func names(events []byte, name string) bool {
	for len(events) >= unix.SizeofInotifyEvent {
		mask, size := binary.NativeEndian.Uint32(events[4:]), int(binary.NativeEndian.Uint32(events[12:]))
		events = events[unix.SizeofInotifyEvent:]
		if mask&unix.IN_Q_OVERFLOW != 0 || string(bytes.TrimRight(events[:size], "\x00")) == name {
			return true
		}
		events = events[size:]
	}
	return false
}
