package filesystem

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"assent/executors"

	"github.com/go-json-experiment/json"
)

func TestReadParts(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	e := New(Options{Home: home})
	binary := string([]byte{0xff, 0xfe, 0x00, 0x41})
	b64 := base64.StdEncoding.EncodeToString
	for _, test := range []struct {
		content, options string
		want, encoding   string
		truncated        bool
	}{
		{"", ``, "", "utf-8", false},
		{"héllo\r\n\tworld\n", ``, "héllo\r\n\tworld\n", "utf-8", false},
		{"hello", `,"offset":1,"limit":3`, "ell", "utf-8", true},
		{"hello", `,"offset":1.0,"limit":3e0,"encoding":null`, "ell", "utf-8", true},
		{"hello", `,"limit":5`, "hello", "utf-8", false},
		{"hello", `,"offset":5`, "", "utf-8", false},
		{"hello", `,"offset":9007199254740992`, "", "utf-8", false},
		{"hello", `,"limit":9007199254740992`, "hello", "utf-8", false},
		{"hello", `,"encoding":"base64","limit":2`, b64([]byte("he")), "base64", true},
		{binary, ``, b64([]byte(binary)), "base64", false},
		{"bell\a", ``, b64([]byte("bell\a")), "base64", false},
		{"c1 \u0085", ``, b64([]byte("c1 \u0085")), "base64", false},
		{"bell\a", `,"encoding":"utf-8"`, "bell\a", "utf-8", false},
		{"cut \xe4\xbd", ``, b64([]byte("cut \xe4\xbd")), "base64", false}, // at the file's own end
		{"你好吗", `,"limit":4`, "你", "utf-8", true},
		{"你好吗", `,"offset":4,"limit":4`, "好", "utf-8", true}, // begins inside 好, ends inside 吗
		{"你好吗", `,"offset":8,"limit":4`, "吗", "utf-8", false},
		{"你好吗", `,"limit":1`, "", "utf-8", true},
		{"你好吗", `,"offset":1,"limit":1`, "", "utf-8", true},
		{"你好吗", `,"offset":2,"limit":1`, "你", "utf-8", true},
		{"你好吗", `,"offset":1,"limit":3,"encoding":"base64"`, b64([]byte("你好吗")[1:4]), "base64", true},
		{"\x80\x80\x80\x80 stray", `,"offset":2,"limit":2`, b64([]byte{0x80, 0x80}), "base64", true},
	} {
		path := write(t, filepath.Join(home, "file"), test.content)
		plan := prepareWith(t, e, "read_file", fmt.Sprintf(`{"path":%q%s}`, path, test.options))
		got := run[content](t, plan)
		if got.Content != test.want || got.Encoding != test.encoding || got.Truncated != test.truncated || got.Size != int64(len(test.content)) {
			t.Errorf("%q%s: got %+v", test.content, test.options, got)
		}
	}
}

func TestNotText(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	write(t, filepath.Join(home, "file"), "\xff")
	plan := prepareWith(t, New(Options{Home: home}), "read_file", `{"path":"~/file","encoding":"utf-8"}`)
	if result, err := plan.Run(t.Context()); reason(err) != executors.InvalidArguments || result != nil {
		t.Errorf("%v, %v", result, err)
	}
}

// TestPages checks what text promises: pages hold each character once.
func TestPages(t *testing.T) {
	t.Parallel()
	const whole = "a你b😀é\u0800z好"
	home := newHome(t)
	write(t, filepath.Join(home, "file"), whole)
	e := New(Options{Home: home})
	for limit := 1; limit <= len(whole); limit++ {
		var pages strings.Builder
		for offset := 0; offset < len(whole); offset += limit {
			plan := prepareWith(t, e, "read_file", fmt.Sprintf(`{"path":"~/file","offset":%d,"limit":%d}`, offset, limit))
			page := run[content](t, plan)
			if page.Encoding != utf8Encoding || len(page.Content) > limit+utf8.UTFMax-1 {
				t.Errorf("limit %d, offset %d: %+v", limit, offset, page)
			}
			pages.WriteString(page.Content)
		}
		if pages.String() != whole {
			t.Errorf("limit %d: the pages are %q", limit, pages.String())
		}
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	sparse := write(t, filepath.Join(home, "sparse"), "")
	if err := os.Truncate(sparse, 1<<40); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, "exact"), strings.Repeat("x", maxRead))
	write(t, filepath.Join(home, "over"), strings.Repeat("x", maxRead+1))
	write(t, filepath.Join(home, "lines"), strings.Repeat("\n", maxRead))
	write(t, filepath.Join(home, "nul"), strings.Repeat("\x00", maxRead))
	e := New(Options{Home: home})
	for _, test := range []struct {
		arguments string
		bytes     int // of content
		truncated bool
	}{
		{`{"path":"~/sparse"}`, base64.StdEncoding.EncodedLen(maxRead), true},
		{`{"path":"~/sparse","offset":1099511627775}`, base64.StdEncoding.EncodedLen(1), false},
		{`{"path":"~/exact"}`, maxRead, false},
		{`{"path":"~/over"}`, maxRead, true},
		{`{"path":"~/over","limit":5242881}`, maxRead, true},
		{`{"path":"~/lines"}`, executors.MaxEncodedText / 2, true},
		{`{"path":"~/nul","encoding":"utf-8"}`, executors.MaxEncodedText / 6, true},
	} {
		got := run[content](t, prepareWith(t, e, "read_file", test.arguments))
		if len(got.Content) != test.bytes || got.Truncated != test.truncated {
			t.Errorf("%s: %d bytes, truncated %v, want %d, %v", test.arguments, len(got.Content), got.Truncated, test.bytes, test.truncated)
		}
		if encoded, err := json.Marshal(got); err != nil || len(encoded) > 8<<20-64<<10 {
			t.Errorf("%s: %d bytes as JSON, %v", test.arguments, len(encoded), err)
		}
	}
}

// TestGrowing reads a file that gets longer faster than it is read.
func TestGrowing(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	path := write(t, filepath.Join(home, "log"), "begin\n")
	plan := prepare(t, New(Options{Home: home}), "read_file", path)
	if err := os.WriteFile(path, []byte(strings.Repeat("more\n", 2<<20)), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := run[content](t, plan); len(got.Content) != maxRead || !got.Truncated || got.Size != 5*2<<20 {
		t.Errorf("%d bytes, truncated %v, size %d", len(got.Content), got.Truncated, got.Size)
	}
}

func TestTypeChangesUnderTheHandle(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	write(t, filepath.Join(home, "file"), "public")
	other := write(t, filepath.Join(home, "other"), "other")
	p := prepare(t, New(Options{Home: home}), "read_file", "~/file").(*plan)
	info, err := os.Stat(other)
	if err != nil {
		t.Fatal(err)
	}
	p.found.info = info // as if the handle led elsewhere
	if _, err := p.Run(t.Context()); reason(err) != executors.TargetChanged {
		t.Errorf("got %v", err)
	}
}

func TestResultNames(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	path := write(t, filepath.Join(home, "page.html"), "<!doctype html><p>hi")
	moment := time.Date(2026, 3, 1, 12, 30, 0, 0, time.FixedZone("", 3600))
	if err := os.Chtimes(path, moment, moment); err != nil {
		t.Fatal(err)
	}
	e := New(Options{Home: home})
	for tool, want := range map[string]string{
		"open_page":      `{"content":"<!doctype html><p>hi","encoding":"utf-8","size":20,"mime_type":"text/html","truncated":false}`,
		"file_info":      `{"path":"` + path + `","type":"file","size":20,"modified":"2026-03-01T11:30:00Z","mime_type":"text/html"}`,
		"list_directory": `{"path":"` + home + `","entries":[{"name":"page.html","type":"file","size":20,"modified":"2026-03-01T11:30:00Z"}],"truncated":false}`,
	} {
		if tool == "list_directory" {
			path = home
		} else {
			path = filepath.Join(home, "page.html")
		}
		result, err := prepare(t, e, tool, path).Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(result); err != nil || string(got) != want {
			t.Errorf("%s: got %s (%v), want %s", tool, got, err, want)
		}
	}
}
