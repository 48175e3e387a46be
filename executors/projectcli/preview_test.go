package projectcli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/executors/contained"
)

func TestPreviewShowsOldAndNew(t *testing.T) {
	t.Parallel()
	if !canPreview() {
		t.Skip("this kernel's Landlock keeps no program from the network")
	}
	f := prepared(t, executorOf(t, testCLI(t, "change")), create()).Facts()
	var all []string
	for _, field := range f.Fields {
		all = append(all, field.Name+": "+field.Before+" > "+field.After)
	}
	if got := strings.Join(all, ", "); !f.Changes || got != "note:  > Added, place: Here > Here, title: Old > New" {
		t.Errorf("changes %v: %s", f.Changes, got)
	}
}

// A dry run has no credential, reaches nothing, and changes nothing.
func TestPreviewIsHarmless(t *testing.T) {
	t.Parallel()
	if !canPreview() {
		t.Skip("this kernel's Landlock keeps no program from the network")
	}
	made := filepath.Join(t.TempDir(), "made")
	c := withCredential(testCLI(t), "touch "+made+"; echo long-enough")
	inside := filepath.Join(c.Folders[0], "file")
	if err := os.WriteFile(inside, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Command = append(c.Command, "touch", inside, filepath.Join(c.Folders[0], "new"), listening(t))
	f := prepared(t, executorOf(t, c), create()).Facts()
	got := map[string]string{}
	for _, field := range f.Fields {
		got[field.Name] = field.After
	}
	if !f.Changes || got["read"] != "true" || got["write"] != "false" || got["dial"] != "false" || got["token"] != "false" {
		t.Errorf("a dry run could: %v", got)
	}
	for _, path := range []string{made, filepath.Join(c.Folders[0], "new")} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is there", path)
		}
	}
}

// Where a dry run fails the fields stand alone, and what the program says is said.
func TestPreviewFails(t *testing.T) {
	t.Parallel()
	for does, want := range map[string]string{
		"hang":     "fact.project_cli fact.project_no_preview",
		"huge":     "fact.project_cli fact.project_no_preview",
		"nonsense": "fact.project_cli fact.project_no_preview",
		"{\"ok\":false,\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"No such event.\"}}":      "fact.project_cli fact.project_would_fail",
		`{"ok":true,"module":"calendar","method":"create","data":{"before":null,"after":null}}`: "fact.project_cli fact.project_no_preview",
		`{"ok":true,"module":"calendar","method":"create","data":[]}`:                           "fact.project_cli fact.project_no_preview",
	} {
		words := []string{does}
		if strings.HasPrefix(does, "{") {
			words = []string{"raw", does}
		}
		plan, err := executorOf(t, testCLI(t, words...)).Prepare(t.Context(), create())
		if err != nil {
			t.Fatal(err)
		}
		f := plan.Facts()
		if contained.Landlock() < offlineLandlock {
			want = "fact.project_cli fact.project_no_preview"
		}
		if keys(f.Details) != want || f.Changes || len(f.Fields) != 2 || f.Fields[0].After != "Lunch with Ana" {
			t.Errorf("%s: %+v", does, f)
		}
	}
}
