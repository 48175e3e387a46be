package filesystem

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
)

func TestList(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	write(t, filepath.Join(home, "folder", "b.txt"), "four")
	write(t, filepath.Join(home, "folder", "inner", "deep.txt"), "")
	write(t, filepath.Join(home, "folder", "a\xffb\\c"), "")
	write(t, filepath.Join(home, "folder", "名\n\u202e"), "")
	link(t, "/etc/passwd", filepath.Join(home, "folder", "link"))
	link(t, "nowhere", filepath.Join(home, "folder", "dangling"))
	plan := prepare(t, New(Options{Home: home}), "list_directory", "~/folder/")
	facts := plan.Facts()
	if want := filepath.Join(home, "folder"); facts.Target != want || facts.Breadth != want || len(facts.Care) > 0 {
		t.Errorf("facts %+v", facts)
	}
	result := run[listing](t, plan)
	var got []string
	for _, e := range result.Entries {
		got = append(got, e.Name+" "+e.Type)
	}
	want := []string{`a\xffb\\c file`, "b.txt file", "dangling link", "inner directory", "link link", "名\n\u202e file"}
	if !slices.Equal(got, want) || result.Entries[1].Size != 4 || result.Truncated {
		t.Errorf("got %q, %+v", got, result)
	}
	if _, err := json.Marshal(result); err != nil {
		t.Error(err)
	}
}

func TestListEmpty(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	got, err := json.Marshal(run[listing](t, prepare(t, New(Options{Home: home}), "list_directory", home)))
	if want := `{"path":"` + home + `","entries":[],"truncated":false}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestListHuge(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	e := New(Options{Home: home})
	names := make([]string, 0, 2*maxEntries+1)
	for i := range cap(names) {
		names = append(names, fmt.Sprintf("%05d", i*7919%99991))
		if err := os.WriteFile(filepath.Join(home, names[i]), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if len(names) == maxEntries {
			if got := run[listing](t, prepare(t, e, "list_directory", home)); len(got.Entries) != maxEntries || got.Truncated {
				t.Errorf("%d entries of %d, truncated %v", len(got.Entries), maxEntries, got.Truncated)
			}
		}
	}
	slices.Sort(names)
	got := run[listing](t, prepare(t, e, "list_directory", home))
	if !got.Truncated || len(got.Entries) != maxEntries {
		t.Fatalf("%d entries, truncated %v", len(got.Entries), got.Truncated)
	}
	for i, entry := range got.Entries {
		if entry.Name != names[i] {
			t.Fatalf("entry %d is %s, want %s", i, entry.Name, names[i])
		}
	}
}
