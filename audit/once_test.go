package audit

import (
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

func TestRunsAtMostOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{})
	first := testCall(1)
	other := first
	other.Tool = "list_directory"
	elsewhere := other
	elsewhere.ConversationID = "c-2"

	begin := func(c Call) error { _, err := l.Begin(c); return err }
	record := func(c Call) error { return l.Record(c, Outcome{Status: Denied, Reason: "user_refused"}) }
	for _, step := range []struct {
		name string
		do   func(Call) error
		call Call
		want error
	}{
		{"first", begin, first, nil},
		{"again", begin, first, ErrDuplicate},
		{"refused again", record, first, ErrDuplicate},
		{"reused", begin, other, ErrReused},
		{"reused and refused", record, other, ErrReused},
		{"other conversation", record, elsewhere, nil},
		{"other conversation again", begin, elsewhere, ErrDuplicate},
	} {
		if err := step.do(step.call); !errors.Is(err, step.want) {
			t.Fatalf("%s: got %v, want %v", step.name, err, step.want)
		}
	}
	if err := l.RecordReuse(other, Outcome{Status: Error, Reason: "call_id_reused"}); err != nil {
		t.Fatal(err)
	}
	if err := begin(first); !errors.Is(err, ErrDuplicate) {
		t.Errorf("after the reuse was recorded: got %v, want ErrDuplicate", err)
	}
	rows, err := l.List(t.Context(), Filter{})
	if err != nil || len(rows) != 3 {
		t.Errorf("got %d rows, %v, want 3", len(rows), err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = openTest(t, path, Options{})
	if err := begin(first); !errors.Is(err, ErrDuplicate) {
		t.Errorf("after a restart: got %v, want ErrDuplicate", err)
	}
}

func TestOneOfManyAtOnceBegins(t *testing.T) {
	t.Parallel()
	l := openTest(t, "", Options{})
	var began atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			switch _, err := l.Begin(testCall(1)); {
			case err == nil:
				began.Add(1)
			case !errors.Is(err, ErrDuplicate):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if began.Load() != 1 {
		t.Errorf("%d began, want 1", began.Load())
	}
}
