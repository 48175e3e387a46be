package executors

import (
	"assent/i18n"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

func TestAsError(t *testing.T) {
	t.Parallel()
	known := &Error{Reason: PathNotFound, Message: "There is nothing at this path.", Err: fs.ErrNotExist}
	if got := AsError(fmt.Errorf("reading: %w", known)); got != known {
		t.Errorf("got %v, want the *Error inside", got)
	}
	if !errors.Is(known, fs.ErrNotExist) {
		t.Error("the cause is not found")
	}
	secret := &fs.PathError{Op: "open", Path: "/a/secret", Err: fs.ErrPermission}
	got := AsError(secret)
	if got.Reason != Internal || strings.Contains(got.Error(), "secret") || !errors.Is(got, fs.ErrPermission) {
		t.Errorf("got %v", got)
	}
	if got := AsError(nil); got == nil || got.Reason != Internal {
		t.Errorf("got %v for no error", got)
	}
}

func TestErrorf(t *testing.T) {
	t.Parallel()
	if got := Errorf(TooLarge, "At most %d bytes.", 5).Error(); got != "too_large: At most 5 bytes." {
		t.Errorf("got %q", got)
	}
	if got := (&AskAgain{Care: []i18n.Text{{Key: "care.secret"}}}).Error(); strings.Contains(got, "private") {
		t.Errorf("got %q", got)
	}
}
