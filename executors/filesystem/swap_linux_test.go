package filesystem

import (
	"context"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSwaps exchanges a harmless link with one to a secret, a file's and a
// folder's, 100 000 times while others are being read: what is read is always
// what was judged.
func TestSwaps(t *testing.T) {
	t.Parallel()
	const swaps = 100_000
	e, home := world(t)
	project := filepath.Join(home, "project")
	link(t, "notes.md", filepath.Join(project, "file"))
	link(t, "../secret/notes.md", filepath.Join(project, "file2"))
	link(t, ".", filepath.Join(project, "folder"))
	link(t, "../secret", filepath.Join(project, "folder2"))
	want := map[string]string{filepath.Join(project, "notes.md"): "public", filepath.Join(home, "secret", "notes.md"): "secret"}

	var done atomic.Bool
	swapped := make(chan error, 1)
	go func() {
		defer done.Store(true)
		for i := range swaps {
			path := filepath.Join(project, []string{"file", "folder"}[i%2])
			if err := unix.Renameat2(unix.AT_FDCWD, path, unix.AT_FDCWD, path+"2", unix.RENAME_EXCHANGE); err != nil {
				swapped <- err
				return
			}
		}
		swapped <- nil
	}()
	seen := map[string]int{}
	for i := 0; !done.Load(); i++ {
		plan, err := e.Prepare(context.Background(), request("read_file", []string{`{"path":"~/project/file"}`, `{"path":"~/project/folder/notes.md"}`}[i%2]))
		if err != nil {
			t.Fatal(err)
		}
		facts := plan.Facts()
		result, err := plan.Run(context.Background())
		plan.Close()
		if err != nil {
			t.Fatalf("%v (finding %v)", err, facts.Finding)
		}
		got := result.(*content).Content
		if got != want[facts.Target] || slices.Contains(keys(facts.Care), outside) != (got == "secret") {
			t.Fatalf("read %q, judged as %s with care %v", got, facts.Target, facts.Care)
		}
		seen[got]++
	}
	if err := <-swapped; err != nil {
		t.Fatal(err)
	}
	if seen["public"] == 0 || seen["secret"] == 0 {
		t.Errorf("one side was never seen: %v", seen)
	}
}
