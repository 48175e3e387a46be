package clipboard

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/executors"
)

// TestFile: a file stands in for the clipboard, as it is at each call, and what is said
// about it is what is said about a desktop's.
func TestFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clipboard")
	e := New(Options{File: path})
	if err := e.Available(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		data   []byte // nil: there is no file
		reason executors.Reason
		leaves string
		mime   string
		care   bool
	}{
		{"no file", nil, "", "leaves.clipboard_empty", "text/plain", false},
		{"empty", []byte{}, "", "leaves.clipboard_empty", "text/plain", false},
		{"text", []byte("two\nlines"), "", "leaves.clipboard_text", "text/plain", false},
		{"another text", []byte("中文"), "", "leaves.clipboard_text", "text/plain", false},
		{"password", []byte("correct-Horse7\n"), "", "leaves.clipboard_text", "text/plain", true},
		{"other bytes", []byte("a\xff\xfe"), executors.ClipboardUnreadable, "leaves.clipboard_nothing", "", false},
		{"half a picture", []byte("\x89PNG\r\n\x1a\nhalf"), executors.ClipboardUnreadable, "leaves.clipboard_nothing", "", false},
		{"as much as allowed", bytes.Repeat([]byte("x"), maxSize), "", "leaves.clipboard_text", "text/plain", false},
		{"one byte more", bytes.Repeat([]byte("x"), maxSize+1), executors.TooLarge, "leaves.clipboard_nothing", "", false},
	} {
		os.Remove(path)
		if test.data != nil {
			if err := os.WriteFile(path, test.data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		facts, got, err := call(t, e)
		if reason := reasonOf(err); reason != test.reason || facts.Leaves.Key != test.leaves {
			t.Errorf("%s: %v, leaves %q; want %q, %q", test.name, err, facts.Leaves.Key, test.reason, test.leaves)
		}
		if test.reason == "" && (got.Content != string(test.data) || got.MIMEType != test.mime) {
			t.Errorf("%s: %d bytes of %s", test.name, len(got.Content), got.MIMEType)
		}
		if care := len(facts.Care) > 0 && strings.HasPrefix(facts.Care[0].Key, "care."); care != test.care {
			t.Errorf("%s: care %v", test.name, facts.Care)
		}
	}
}

func reasonOf(err error) executors.Reason {
	if err == nil {
		return ""
	}
	return executors.AsError(err).Reason
}

// call makes one call as the app does.
func call(t *testing.T, e executors.Executor) (executors.Facts, Result, error) {
	t.Helper()
	plan, err := e.Prepare(t.Context(), executors.Request{Arguments: []byte(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	if err := plan.(executors.Holder).Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	result, err := plan.Run(t.Context())
	if err != nil {
		return plan.Facts(), Result{}, err
	}
	return plan.Facts(), result.(Result), nil
}
