//go:build unix

package ui

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/sample"
	"assent/consent"
)

// TestDrop drops what a person may on the main window.
func TestDrop(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("printer.json", "{}")
	write("打印机.json", "{}")
	write("picture", "\x89PNG\r\n\x00\x00")
	write("null.json", "{\x00}")
	write("most.json", strings.Repeat(" ", fileLimit))
	write("more.json", strings.Repeat(" ", fileLimit+1))
	for name, make := range map[string]func(string) error{
		"folder": func(p string) error { return os.Mkdir(p, 0o700) },
		"pipe":   func(p string) error { return syscall.Mkfifo(p, 0o600) },
	} {
		if err := make(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		files          []string
		id, text, says string
	}{
		"manifest":  {files: []string{"printer.json"}, id: "printer", text: "{}"},
		"no id":     {files: []string{"打印机.json"}, text: "{}"},
		"two files": {files: []string{"printer.json", "picture"}, says: "Drop one file at a time."},
		"folder":    {files: []string{"folder"}, says: "“folder” is not a file."},
		"pipe":      {files: []string{"pipe"}, says: "“pipe” is not a file."},
		"missing":   {files: []string{"\u202egone"}, says: "“‹U+202E›gone” is not there."},
		"binary":    {files: []string{"picture"}, says: "“picture” is not a text, so it cannot be a manifest."},
		"null":      {files: []string{"null.json"}, says: "“null.json” is not a text, so it cannot be a manifest."},
		"most":      {files: []string{"most.json"}, id: "most", text: strings.Repeat(" ", fileLimit)},
		"too large": {files: []string{"more.json"}, says: "“more.json” is too large to be a manifest."},
	} {
		t.Run(name, func(t *testing.T) {
			open(t, "en", true, func(u *UI, _ *desk, drain func()) {
				u.main.dropped(fyne.Position{}, dropping(dir, c.files...))
				drain()
				if id, text, says := form(t, u); id != c.id || text != c.text || says != c.says {
					t.Errorf("the id is %q, the text %.40q, it says %q", id, text, says)
				}
			})
		})
	}
}

// TestDropIntoTheForm drops on a form that the person began to fill in.
func TestDropIntoTheForm(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"one.json", "two.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(`"`+name+`"`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		drop := func(name string) {
			u.main.dropped(fyne.Position{}, dropping(dir, name))
			drain()
		}
		drop("one.json")
		drop("gone.json")
		if id, text, says := form(t, u); id != "one" || text != `"one.json"` || says == "" {
			t.Errorf("after a file that is not there: %q, %q, %q", id, text, says)
		}
		drop("two.json")
		if id, text, says := form(t, u); id != "two" || text != `"two.json"` || says != "" {
			t.Errorf("after another file: %q, %q, %q", id, text, says)
		}
		entries(u)[1].SetText("mine")
		drop("one.json")
		if id, text, _ := form(t, u); id != "mine" || text != `"one.json"` {
			t.Errorf("after the person wrote an id: %q, %q", id, text)
		}
	})
}

func dropping(dir string, names ...string) (files []fyne.URI) {
	for _, name := range names {
		files = append(files, storage.NewFileURI(filepath.Join(dir, name)))
	}
	return files
}

// form reads the form that adds an agent: its id, its text, and what it says is wrong.
func form(t *testing.T, u *UI) (id, text, says string) {
	t.Helper()
	fields := entries(u)
	if len(fields) != 5 {
		t.Fatalf("there are %d fields", len(fields))
	}
	for _, o := range test.LaidOutObjects(u.main.body) {
		if l, ok := o.(*widget.Label); ok && l.Visible() && l.Importance == widget.DangerImportance {
			says = l.Text
		}
	}
	return fields[1].Text, fields[0].Text, says
}

// entries are the form's fields: text, id, name, address.
func entries(u *UI) (all []*widget.Entry) {
	for _, o := range test.LaidOutObjects(u.main.body) {
		if e, ok := o.(*widget.Entry); ok {
			all = append(all, e)
		}
	}
	return all
}

// An agent may have any id of printable characters: none opens the form.
func TestNoAgentIsTakenForTheForm(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		a := u.engine.Agents()[0]
		a.ID = "adding an agent"
		u.Review(consent.Review{Agent: a, Manifest: sample.Manifest(), Version: 1, Scopes: []string{"acme:print"}}, func([]string) {})
		drain()
		u.ShowPage("agents", a.ID)
		drain()
		if u.main.drop != nil {
			t.Error("the form is open")
		}
	})
}
