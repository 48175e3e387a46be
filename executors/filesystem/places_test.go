package filesystem

import (
	"os"
	"path/filepath"
	"testing"

	"assent/executors"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "w", "src"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("w", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		glob, path string
		in         bool
	}{
		{"/w/src/**", "/w/src/a/b.go", true},
		{"/w/src/**", "/w/src", true},
		{"/w/src/**", "/w/srcs/a", false},
		{"/w", "/w/a/b", true},
		{"/w/", "/w", true},
		{"/w/Cargo.toml", "/w/Cargo.toml", true},
		{"/w/Cargo.toml", "/w/Cargo.toml.bak", false},
		{"/w/*.go", "/w/a.go", true},
		{"/w/*.go", "/w/a/b.go", false},
		{"/w/*", "/w/a/b", true}, // what it names may be a folder
		{"/w/**/x", "/w/a/b/x", true},
		{"/w/**/x", "/w/x/y", true},
		{"/w/?.go", "/w/ab.go", false},
		{"/w/(a|b)", "/w/a", false},
		{"/link/src/**", "/w/src/a", true},
		{"/**", "/any/thing", true},
	} {
		found := &finding{real: root + test.path}
		Places{Limited: true, Allowed: []string{root + test.glob}}.judge(found)
		if (len(found.care) == 0) != test.in {
			t.Errorf("%s allows %s: %v", test.glob, test.path, !test.in)
		}
		found = &finding{real: root + test.path}
		Places{Denied: []string{root + test.glob}}.judge(found)
		if (found.reason != nil && found.reason.Reason == executors.ProtectedPath) != test.in || len(found.care) > 0 {
			t.Errorf("%s denies %s: %v, %v", test.glob, test.path, found.reason, found.care)
		}
	}
	found := &finding{real: root}
	if (Places{Limited: true}).judge(found); len(found.care) != 1 {
		t.Error("an empty list allows everything")
	}
}
