package filesystem

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assent/executors"
)

const outside = "care.outside_folders"

// world is a home with a project folder, the user's only one, and things beside it.
//
//	project/notes.md  "public"      project2/notes.md  "twin"
//	secret/notes.md   "secret"      data/assent.db     Assent's own
func world(t *testing.T) (e executors.Executor, home string) {
	home = newHome(t)
	write(t, filepath.Join(home, "project", "notes.md"), "public")
	write(t, filepath.Join(home, "project2", "notes.md"), "twin")
	write(t, filepath.Join(home, "secret", "notes.md"), "secret")
	write(t, filepath.Join(home, "data", "assent.db"), "own")
	write(t, filepath.Join(home, "data", ".mark"), "4711")
	write(t, filepath.Join(home, "data", "recordings", "one.jsonl"), "own")
	write(t, filepath.Join(home, "data", "recordings", ".mark"), "4711")
	return New(Options{Home: home, Folders: []string{"~/project"}, DataFolder: filepath.Join(home, "data"), DataMark: ".mark"}), home
}

func TestWhereItReallyIs(t *testing.T) {
	t.Parallel()
	e, home := world(t)
	link(t, "../secret", filepath.Join(home, "project", "folder"))
	link(t, "../secret/notes.md", filepath.Join(home, "project", "file"))
	link(t, "file", filepath.Join(home, "project", "chain"))
	link(t, "notes.md", filepath.Join(home, "project", "inner"))
	link(t, filepath.Join(home, "project"), filepath.Join(home, "way in"))
	for _, test := range []struct {
		path, real string
		care       bool
	}{
		{"~/project/notes.md", "project/notes.md", false},
		{"~/project//notes.md", "project/notes.md", false},
		{"~/project/./notes.md", "project/notes.md", false},
		{"~/project/../project/notes.md", "project/notes.md", false},
		{"~/project/inner", "project/notes.md", false},
		{"~/way in/notes.md", "project/notes.md", false},
		{home + "/project/notes.md", "project/notes.md", false},
		{"/../../.." + home + "/project/notes.md", "project/notes.md", false},
		{"/proc/self/root" + home + "/project/notes.md", "project/notes.md", false},
		{"~/project2/notes.md", "project2/notes.md", true},
		{"~/project/../secret/notes.md", "secret/notes.md", true},
		{"~/project/./.././secret/notes.md", "secret/notes.md", true},
		{"~/project/folder/notes.md", "secret/notes.md", true},
		{"~/project/folder/../project2/notes.md", "project2/notes.md", true}, // the kernel's .., not the text's
		{"~/project/file", "secret/notes.md", true},
		{"~/project/chain", "secret/notes.md", true},
		{"~/project/../../../../../../../../../.." + home + "/secret/notes.md", "secret/notes.md", true},
	} {
		plan := prepare(t, e, "read_file", test.path)
		facts := plan.Facts()
		if want := filepath.Join(home, test.real); facts.Target != want || facts.Breadth != filepath.Dir(want) {
			t.Errorf("%s: target %s, breadth %s, want %s", test.path, facts.Target, facts.Breadth, want)
		}
		if got := slices.Contains(keys(facts.Care), outside); got != test.care {
			t.Errorf("%s: outside the folders: %v, want %v", test.path, got, test.care)
		}
		if want, err := os.ReadFile(filepath.Join(home, test.real)); err != nil || run[content](t, plan).Content != string(want) {
			t.Errorf("%s: read something else than %s (%v)", test.path, want, err)
		}
	}
}

func TestSpellingsAreNotDecoded(t *testing.T) {
	t.Parallel()
	e, home := world(t)
	for _, path := range []string{
		"~/project/%2e%2e/secret/notes.md", "~/project/..%2fsecret/notes.md", "~/project/..\\secret\\notes.md",
		"~/project/．．/secret/notes.md", "~/project/..;/secret/notes.md", "~/project/notes.md/../../secret/notes.md",
		"~/~/project/notes.md", "~/project/notes.md/", "~/project/notes.md/.",
	} {
		plan := prepare(t, e, "read_file", path)
		if _, err := plan.Run(t.Context()); !slices.Contains([]executors.Reason{executors.PathNotFound, executors.NotADirectory}, reason(err)) {
			t.Errorf("%s: %v", path, err)
		}
		if target := plan.Facts().Target; !strings.HasPrefix(target, home) {
			t.Errorf("%s: target %s", path, target)
		}
	}
}

func TestNotThere(t *testing.T) {
	t.Parallel()
	e, home := world(t)
	link(t, "/etc/there-is-no-such-file", filepath.Join(home, "project", "dangling"))
	link(t, "loop", filepath.Join(home, "project", "loop"))
	link(t, "../data", filepath.Join(home, "project", "own"))
	for _, test := range []struct {
		path string
		want executors.Reason
		care []string
	}{
		{"~/project/none", executors.PathNotFound, nil},
		{"~/project/none/none", executors.PathNotFound, nil},
		{"~/project/notes.md/none", executors.NotADirectory, nil},
		{"~/project/" + strings.Repeat("n", 256), executors.PathNotFound, nil},
		{"~/project/" + strings.Repeat("n/", 1900), executors.PathNotFound, nil},
		{"~/project/dangling", executors.PathNotFound, []string{"care.broken_link"}},
		{"~/project/dangling/on", executors.PathNotFound, []string{"care.broken_link"}},
		{"~/project/loop", executors.PathNotFound, []string{"care.broken_link"}},
		{"/there-is-none/.." + home + "/project/notes.md", executors.PathNotFound, []string{"care.broken_link"}},
		{"~/secret/none", executors.PathNotFound, []string{outside}},
		{"~/project/.ssh/none", executors.PathNotFound, []string{"care.ssh"}},
		{"~/data/none", executors.ProtectedPath, []string{outside}},
		{"~/project/own/none", executors.ProtectedPath, []string{outside}},
	} {
		plan := prepare(t, e, "read_file", test.path)
		facts := plan.Facts()
		if _, err := plan.Run(t.Context()); reason(err) != test.want || facts.Finding == nil {
			t.Errorf("%.60s: %v, finding %v, want %s", test.path, err, facts.Finding, test.want)
		}
		if got := keys(facts.Care); !slices.Equal(got, test.care) {
			t.Errorf("%.60s: care %v, want %v", test.path, got, test.care)
		}
	}
}

func TestOwnDataIsProtected(t *testing.T) {
	t.Parallel()
	e, home := world(t)
	own := filepath.Join(home, "data", "assent.db")
	link(t, own, filepath.Join(home, "project", "link"))
	link(t, "../data", filepath.Join(home, "project", "folder"))
	if err := os.Link(own, filepath.Join(home, "project", "hard")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{own, "~/project/link", "~/project/folder/assent.db", "~/project/hard", "~/project/../data/assent.db"} {
		for _, tool := range []string{"read_file", "file_info"} {
			if _, err := prepare(t, e, tool, path).Run(t.Context()); reason(err) != executors.ProtectedPath {
				t.Errorf("%s %s: %v", tool, path, err)
			}
		}
	}
	for _, path := range []string{"~/data", "~/data/", "~/project/folder"} {
		if _, err := prepare(t, e, "list_directory", path).Run(t.Context()); reason(err) != executors.ProtectedPath {
			t.Errorf("listing %s: %v", path, err)
		}
	}
}

func TestHardLinksAreCounted(t *testing.T) {
	t.Parallel()
	e, home := world(t)
	for i := range 2 {
		if err := os.Link(filepath.Join(home, "project", "notes.md"), filepath.Join(home, "project", fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	details := prepare(t, e, "read_file", "~/project/1").Facts().Details
	i := slices.Index(keys(details), "fact.hard_links")
	if i < 0 || details[i].Args["Count"] != 3 {
		t.Errorf("details %v, want a count of 3", details)
	}
	if got := keys(prepare(t, e, "read_file", "~/project2/notes.md").Facts().Details); slices.Contains(got, "fact.hard_links") {
		t.Errorf("details %v of a file with one name", got)
	}
}

func TestStrangeNames(t *testing.T) {
	t.Parallel()
	e, home := world(t)
	for _, name := range []string{"two\nlines", "\u202etxt.exe", " space ", "-rf", "名称", "a\tb", `back\slash`, "<b>", "*", "~", "…deleted (deleted)"} {
		write(t, filepath.Join(home, "project", name), name)
		plan := prepare(t, e, "read_file", "~/project/"+name)
		if got := run[content](t, plan).Content; got != name || plan.Facts().Target != filepath.Join(home, "project", name) {
			t.Errorf("%q: read %q from %q", name, got, plan.Facts().Target)
		}
	}
}

func TestDeletedBetween(t *testing.T) {
	t.Parallel()
	e, home := world(t)
	path := filepath.Join(home, "project", "notes.md")
	plan := prepare(t, e, "read_file", path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	link(t, "../secret/notes.md", path)
	if got := run[content](t, plan).Content; got != "public" {
		t.Errorf("read %q, want the file that was asked about", got)
	}
}
