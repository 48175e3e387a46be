package clipboard

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"assent/executors"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, answer string
		want         kind
		data         string
	}{
		{"whole", `{"kind":"text","size":3}` + "\nabc", text, "abc"},
		{"more than it said", `{"kind":"text","size":3}` + "\nabcd", text, "abc"},
		{"cut off", `{"kind":"text","size":3}` + "\nab", unreadable, ""},
		{"cut off early", `{"kind":"te`, unreadable, ""},
		{"nothing", "", unreadable, ""},
		{"too much", `{"kind":"text","size":5242881}` + "\nabc", tooLarge, ""},
	} {
		got, err := decode(strings.NewReader(test.answer))
		if err != nil || got.Kind != test.want || string(got.data) != test.data {
			t.Errorf("%s: got %v, %v, want %s with %q", test.name, got, err, test.want, test.data)
		}
	}
}

func TestEncode(t *testing.T) {
	t.Parallel()
	var wire bytes.Buffer
	encode(&wire, content{header: header{Kind: text, Marked: true}, data: []byte("a\nb")})
	got, err := decode(&wire)
	if err != nil || got.Kind != text || !got.Marked || string(got.data) != "a\nb" {
		t.Errorf("got %v, %v", got, err)
	}
}

// FuzzDecode wants no panic, and never more than is allowed.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"kind":"text","size":3}` + "\nabc"))
	f.Add([]byte(`{"kind":"picture","size":-1}` + "\n"))
	f.Fuzz(func(t *testing.T, answer []byte) {
		got, err := decode(bytes.NewReader(answer))
		if err == nil && len(got.data) > maxSize {
			t.Errorf("%d bytes", len(got.data))
		}
		if err == nil && got.check() == nil {
			got.describe(&executors.Facts{})
		}
	})
}

// However many calls come at once, only so many programs are started.
func TestChildrenAreBounded(t *testing.T) {
	t.Parallel()
	r := newReader(nil)
	for range maxChildren {
		r.turns <- struct{}{}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := r.ask(ctx, modeProbe); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with no room for a child: %v", err)
	}
	<-r.turns
	if _, err := r.ask(t.Context(), modeProbe); err != nil {
		t.Errorf("with room for one: %v", err)
	}
	if len(r.turns) != maxChildren-1 {
		t.Errorf("%d places are taken", len(r.turns))
	}
}
