package filesystem

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assent/executors"
)

func TestArguments(t *testing.T) {
	t.Parallel()
	e := New(Options{Home: newHome(t)})
	for _, test := range []struct {
		tool, arguments string
		want            executors.Reason
		ignored         []string
	}{
		{"read_file", `{"path":"/"}`, "", nil},
		{"read_file", `{"path":"~/","x":1,"a":{}}`, "", []string{"a", "x"}},
		{"read_file", `{"path":"/","Path":"/x"}`, "", []string{"Path"}},
		{"list_directory", `{"path":"/","offset":-1,"encoding":7}`, "", []string{"encoding", "offset"}},
		{"file_info", `{"path":"/","limit":"x"}`, "", []string{"limit"}},
		{"read_file", `{"path":"/","offset":0,"limit":1,"encoding":"base64"}`, "", nil},
		{"read_file", `{"path":"/","offset":null,"limit":null,"encoding":null}`, "", nil},
		{"read_file", `{}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":""}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":null}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":["/"]}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"notes"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"./notes"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"~"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"~root/x"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":" /etc/passwd"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"file:///etc/passwd"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/etc/passwd\u0000.txt"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/` + strings.Repeat("n", maxPath) + `"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/","offset":-1}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/","offset":0.5}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/","offset":1e300}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/","offset":"0"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/","limit":0}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/","limit":-5}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/","encoding":"UTF-8"}`, executors.InvalidArguments, nil},
		{"read_file", `{"path":"/","encoding":"latin1"}`, executors.InvalidArguments, nil},
		{"list_directory", `{"path":"notes"}`, executors.InvalidArguments, nil},
		{"file_info", `[]`, executors.InvalidArguments, nil},
	} {
		plan, err := e.Prepare(t.Context(), request(test.tool, test.arguments))
		if reason(err) != test.want {
			t.Errorf("%s %.60s: %v, want %q", test.tool, test.arguments, err, test.want)
		}
		if err == nil {
			if got := plan.Facts().Ignored; !slices.Equal(got, test.ignored) {
				t.Errorf("%s %s: ignored %v, want %v", test.tool, test.arguments, got, test.ignored)
			}
			plan.Close()
		}
	}
}

func TestNoHome(t *testing.T) {
	t.Setenv("HOME", "")
	e := New(Options{})
	if _, err := e.Prepare(t.Context(), request("read_file", `{"path":"~/x"}`)); reason(err) != executors.InvalidArguments {
		t.Errorf("got %v", err)
	}
	if got := keys(prepare(t, e, "read_file", "/").Facts().Care); !slices.Contains(got, outside) {
		t.Errorf("care %v without any folder", got)
	}
}

func FuzzArguments(f *testing.F) {
	home := f.TempDir()
	for _, seed := range []string{
		`{"path":"~/notes.md"}`, `{"path":"/../x","offset":1e1,"limit":2,"encoding":"base64"}`, `{"path":"~/a/../../..//\u0000"}`,
		`{"path":"/proc/self/fd/1"}`, `{"path":"/dev/stdin"}`, `{}`, `[]`, `null`, `{"path":{"path":1}}`,
	} {
		f.Add("read_file", seed)
		f.Add("list_directory", seed)
		f.Add("file_info", seed)
	}
	e := New(Options{Home: home, Folders: []string{"~/none"}, DataFolder: filepath.Join(home, "data")})
	f.Fuzz(func(t *testing.T, tool, arguments string) {
		plan, err := e.Prepare(context.Background(), request(tool, arguments))
		if err != nil {
			if reason(err) != executors.InvalidArguments {
				t.Errorf("Prepare: %v", err)
			}
			return
		}
		defer plan.Close()
		facts := plan.Facts()
		high := slices.ContainsFunc(keys(facts.Care), func(key string) bool { return key == outside || key == "care.unresponsive" })
		if !filepath.IsAbs(facts.Target) || !high {
			t.Errorf("facts %+v", facts)
		}
		ctx, cancel := context.WithTimeout(context.Background(), executors.PrepareLimit)
		defer cancel()
		if _, err := plan.Run(ctx); err != nil && reason(err) == executors.Internal {
			t.Errorf("Run: %v", err)
		}
	})
}

// TestMissingPath: what is not there is not told as what is wrong with it.
func TestMissingPath(t *testing.T) {
	t.Parallel()
	e := New(Options{Home: newHome(t)})
	for arguments, want := range map[string]string{`{}`: "missing", `{"file":"/"}`: "missing", `{"path":""}`: "missing", `{"path":"notes"}`: "absolute"} {
		_, err := e.Prepare(t.Context(), request("read_file", arguments))
		if err == nil || !strings.Contains(executors.AsError(err).Message, want) {
			t.Errorf("%s: %v", arguments, err)
		}
	}
}
