package notification

import (
	"context"
	"os"
	"sync"

	"assent/executors"

	"github.com/go-json-experiment/json"
)

// Service is what shows notifications: a Sender on the desktop, or a File in tests of
// agents.
type Service interface {
	// Available returns nil when a notification can be shown now, else an *executors.Error.
	Available(ctx context.Context) error
	// Send shows n and returns by what a later one can replace it. Its errors are
	// *executors.Error that hold nothing of n, or ctx's.
	Send(ctx context.Context, n Notification) (id uint32, err error)
	// Close ends what is kept between calls.
	Close() error
}

// File is a Service that writes what it is to show to the end of a file, a JSON object a
// line, in place of a desktop: {"title":"DemoBot: Done","body":"All 3 files"}. It is safe
// for concurrent use.
type File struct {
	path string
	mu   sync.Mutex
}

// NewFile returns the service that writes to the file at path, which it makes when it is
// missing.
func NewFile(path string) *File { return &File{path: path} }

// Available returns nil.
func (*File) Available(context.Context) error { return nil }

// Close returns nil: nothing is kept.
func (*File) Close() error { return nil }

// Send writes n. A file that cannot be written is notification_failed.
func (f *File) Send(_ context.Context, n Notification) (id uint32, err error) {
	line, err := json.Marshal(struct {
		Title string `json:"title"`
		Body  string `json:"body"`
	}{n.Title, n.Body})
	if err == nil {
		err = f.append(append(line, '\n'))
	}
	if err != nil {
		return 0, &executors.Error{Reason: executors.NotificationFailed, Message: "The file that stands in for the desktop cannot be written.", Err: err}
	}
	return 0, nil
}

func (f *File) append(line []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	out, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if _, err := out.Write(line); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
