//go:build linux

package clipboard

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"assent/executors"
	"assent/executors/desktoptest"
)

func TestX11(t *testing.T) {
	t.Parallel()
	d := desktoptest.Start(t)
	e := New(Options{Env: d.Env()})

	small, large := picturePNG(t, 8), picturePNG(t, 1000)
	for _, test := range []struct {
		name, target string
		data         []byte
		want         Result
		reason       executors.Reason
		leaves, care string
	}{
		{name: "text", target: "text/plain", data: []byte("two\nlines, 中文\t"),
			want: Result{Content: "two\nlines, 中文\t", MIMEType: "text/plain"}, leaves: "leaves.clipboard_text"},
		{name: "four bytes", target: "text/plain", data: []byte("abc\n"),
			want: Result{Content: "abc\n", MIMEType: "text/plain"}, leaves: "leaves.clipboard_text"},
		{name: "latin text", target: "STRING", data: []byte("caf\xe9"),
			want: Result{Content: "café", MIMEType: "text/plain"}, leaves: "leaves.clipboard_text"},
		{name: "text in parts", target: "text/plain", data: bytes.Repeat([]byte("0123456 "), 600_000),
			want: Result{Content: strings.Repeat("0123456 ", 600_000), MIMEType: "text/plain"}, leaves: "leaves.clipboard_text"},
		{name: "as much as allowed", target: "text/plain", data: bytes.Repeat([]byte("x"), maxSize),
			want: Result{Content: strings.Repeat("x", maxSize), MIMEType: "text/plain"}, leaves: "leaves.clipboard_text"},
		{name: "one byte more", target: "text/plain", data: bytes.Repeat([]byte("x"), maxSize+1), reason: executors.TooLarge},
		{name: "6 MiB", target: "text/plain", data: bytes.Repeat([]byte("x"), 6<<20), reason: executors.TooLarge},
		{name: "empty text", target: "text/plain", want: Result{MIMEType: "text/plain"}, leaves: "leaves.clipboard_empty"},
		{name: "picture", target: "image/png", data: small,
			want:   Result{Content: base64.StdEncoding.EncodeToString(small), MIMEType: "image/png", Encoding: "base64"},
			leaves: "leaves.clipboard_picture"},
		{name: "picture in parts", target: "image/png", data: large,
			want:   Result{Content: base64.StdEncoding.EncodeToString(large), MIMEType: "image/png", Encoding: "base64"},
			leaves: "leaves.clipboard_picture"},
		{name: "no picture", target: "image/png", data: []byte("GIF89a"), reason: executors.ClipboardUnreadable},
		{name: "another kind", target: "image/jpeg", data: []byte("\xff\xd8\xff"), reason: executors.ClipboardUnreadable},
		{name: "no UTF-8", target: "text/plain", data: []byte("a\xff\xfe"), reason: executors.ClipboardUnreadable},
		{name: "password", target: "text/plain", data: []byte("correct-Horse7\n"),
			want: Result{Content: "correct-Horse7\n", MIMEType: "text/plain"}, leaves: "leaves.clipboard_text", care: "care.secret"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d.SetClipboard(test.target, test.data)
			facts, got, err := call(t, e)
			if test.reason != "" {
				if err == nil || executors.AsError(err).Reason != test.reason || facts.Finding == nil {
					t.Fatalf("error = %v, finding = %v, want %s as both", err, facts.Finding, test.reason)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("result = %.80v, want %.80v", got, test.want)
			}
			if facts.Leaves.Key != test.leaves {
				t.Errorf("leaves = %v, want %s", facts.Leaves, test.leaves)
			}
			if got := len(facts.Care) > 0 && facts.Care[0].Key == test.care; got != (test.care != "") {
				t.Errorf("care = %v, want %q", facts.Care, test.care)
			}
		})
	}
}

func TestNothingOnClipboard(t *testing.T) {
	t.Parallel()
	e := New(Options{Env: desktoptest.Start(t).Env()})
	if err := e.Available(t.Context()); err != nil {
		t.Errorf("available: %v", err)
	}
	facts, got, err := call(t, e)
	if err != nil || got != (Result{MIMEType: "text/plain"}) {
		t.Errorf("result = %v, %v, want an empty text", got, err)
	}
	if facts.Leaves.Key != "leaves.clipboard_empty" || !facts.NoWindow {
		t.Errorf("leaves = %v, no window %v", facts.Leaves, facts.NoWindow)
	}
}

// What was there when the question became the current one is what leaves.
func TestHeld(t *testing.T) {
	t.Parallel()
	d := desktoptest.Start(t)
	plan, err := New(Options{Env: d.Env()}).Prepare(t.Context(), executors.Request{Arguments: []byte(`{"format":"html"}`)})
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	if got := plan.Facts(); got.Leaves.Key != "leaves.clipboard" || len(got.Ignored) != 1 || got.Ignored[0] != "format" {
		t.Errorf("facts before the clipboard was read: %v", got)
	}
	d.SetClipboard("text/plain", []byte("at the question"))
	if err := plan.(executors.Holder).Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := plan.Facts().Leaves.Args["Count"]; got != 15 {
		t.Errorf("characters = %v, want 15", got)
	}
	d.SetClipboard("text/plain", []byte("at the answer"))
	result, err := plan.Run(t.Context())
	if err != nil || result.(Result).Content != "at the question" {
		t.Errorf("result = %v, %v", result, err)
	}
	held := heldBy(plan)
	if err := plan.Close(); err != nil {
		t.Fatal(err)
	}
	if len(bytes.Trim(held, "\x00")) != 0 {
		t.Error("the content was not wiped")
	}
	if _, err := plan.Run(t.Context()); err == nil {
		t.Error("a closed plan ran")
	}
}

func TestNoDisplay(t *testing.T) {
	t.Parallel()
	for _, env := range [][]string{{}, {"DISPLAY=:4711"}, {"WAYLAND_DISPLAY=/nowhere/wayland-0"}} {
		e := New(Options{Env: append(env, "HOME="+t.TempDir())})
		if err := e.Available(t.Context()); err == nil || executors.AsError(err).Reason != executors.NoDisplay {
			t.Errorf("%v: available = %v, want %s", env, err, executors.NoDisplay)
		}
		_, err := e.Prepare(t.Context(), executors.Request{Arguments: []byte(`{}`)})
		if err == nil || executors.AsError(err).Reason != executors.NoDisplay {
			t.Errorf("%v: prepare = %v, want %s", env, err, executors.NoDisplay)
		}
	}
}

// picturePNG is a square of noise, which does not compress.
func picturePNG(t *testing.T, side int) []byte {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, side, side))
	noise := rand.New(rand.NewPCG(1, 2))
	for y := range side {
		for x := range side {
			picture.Set(x, y, color.NRGBA{uint8(noise.Uint32()), uint8(noise.Uint32()), uint8(noise.Uint32()), 255})
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func heldBy(p executors.Plan) []byte { return p.(*plan).held.data }
