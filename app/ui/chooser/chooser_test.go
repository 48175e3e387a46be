package chooser

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"assent/app/ui/kit"
	"assent/app/ui/uitest"
)

// person uses the list in a bubble of fake time.
type person struct {
	window fyne.Window
	list   *list
	drain  func()
	chose  []string
}

func choosing(t *testing.T, w Wanted, do func(p *person)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		window := test.NewTempApp(t).NewWindow("")
		window.Resize(fyne.NewSize(800, 600))
		q := &uitest.Turnstile{}
		c := &Chooser{Words: kit.NewWords("en"), Later: q.Later, Window: func() fyne.Window { return window }}
		p := &person{window: window, drain: q.Drain}
		p.list = newList(c, w, func(path string) { p.chose = append(p.chose, path) })
		p.list.show()
		if !p.list.open.Disabled() {
			t.Error("what is not read yet can be chosen")
		}
		p.drain()
		do(p)
	})
}

func (p *person) open() bool { return p.window.Canvas().Overlays().Top() != nil }

// folderOf makes a folder with some things in it.
func folderOf(t *testing.T) string {
	dir := t.TempDir()
	for _, folder := range []string{"zoo", ".hidden"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"B.json", "a.json", "\u202eevil", "zoo/inside.json"} {
		if err := os.WriteFile(filepath.Join(dir, file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("zoo", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Escape closes the list wherever the keyboard is, and nothing is chosen.
func TestEscapeCloses(t *testing.T) {
	dir := folderOf(t)
	for name, focus := range map[string]func(l *list) fyne.Focusable{
		"list": func(l *list) fyne.Focusable { return l.rows }, "path": func(l *list) fyne.Focusable { return l.path },
		"button": func(l *list) fyne.Focusable { return l.open }, "nothing": func(*list) fyne.Focusable { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			choosing(t, Wanted{Begin: dir}, func(p *person) {
				before := p.list.keys
				escape := &fyne.KeyEvent{Name: fyne.KeyEscape}
				if f := focus(p.list); f != nil {
					f.TypedKey(escape)
				} else {
					p.window.Canvas().OnTypedKey()(escape)
				}
				if p.open() || len(p.chose) != 0 {
					t.Errorf("open %v, chose %q", p.open(), p.chose)
				}
				if (p.window.Canvas().OnTypedKey() == nil) != (before == nil) {
					t.Error("the window's keys are not what they were")
				}
			})
		})
	}
}

// What a folder holds is listed: folders first, hidden ones after the others.
func TestList(t *testing.T) {
	dir := folderOf(t)
	for _, c := range []struct {
		folders bool
		want    []string
	}{
		{false, []string{"link", "zoo", ".hidden", "a.json", "B.json", "\u202eevil"}},
		{true, []string{"link", "zoo", ".hidden"}},
	} {
		entries, err := entriesOf(dir, c.folders)
		if err != nil || len(entries) != len(c.want) {
			t.Fatalf("%v, %v", entries, err)
		}
		for i, e := range entries {
			if e.name != c.want[i] || e.folder != (i < 3) {
				t.Errorf("entry %d is %q, a folder: %v", i, e.name, e.folder)
			}
		}
	}
	if _, err := entriesOf(filepath.Join(dir, "a.json"), false); err == nil {
		t.Error("a file is listed")
	}
}

func TestChooseAFile(t *testing.T) {
	dir := folderOf(t)
	choosing(t, Wanted{Begin: dir}, func(p *person) {
		if !p.list.open.Disabled() {
			t.Error("nothing can be chosen")
		}
		p.list.rows.Select(1) // zoo
		p.drain()
		if p.list.path.Text != filepath.Join(dir, "zoo") {
			t.Fatalf("in %q", p.list.path.Text)
		}
		p.list.rows.Select(0)
		test.Tap(p.list.open)
		if want := filepath.Join(dir, "zoo", "inside.json"); len(p.chose) != 1 || p.chose[0] != want || p.open() {
			t.Errorf("chose %q", p.chose)
		}
	})
}

func TestChooseAFolder(t *testing.T) {
	dir := folderOf(t)
	choosing(t, Wanted{Begin: dir, Folder: true}, func(p *person) {
		p.list.written("zoo")
		p.drain()
		test.Tap(p.list.open)
		if want := filepath.Join(dir, "zoo"); len(p.chose) != 1 || p.chose[0] != want {
			t.Errorf("chose %q", p.chose)
		}
	})
	choosing(t, Wanted{Begin: dir, Folder: true}, func(p *person) {
		p.list.written("gone")
		p.drain()
		if !p.list.open.Disabled() || p.list.said.Text == "" {
			t.Error("a folder that is not there can be chosen")
		}
	})
}

// A path that is written names a file as well as one that is pressed.
func TestWrittenFile(t *testing.T) {
	dir := folderOf(t)
	choosing(t, Wanted{Begin: "/"}, func(p *person) {
		p.list.written(filepath.Join(dir, "a.json"))
		p.drain()
		if len(p.chose) != 1 || p.chose[0] != filepath.Join(dir, "a.json") {
			t.Errorf("chose %q", p.chose)
		}
	})
}
