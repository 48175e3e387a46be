// Command gallery opens every page and every state of the question with sample data
// and writes a picture of each, in both languages and themes:
//
//	gallery build/screenshots
//	gallery build/screenshots en dark question-high	(only those whose name begins so)
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/driver"

	"assent/app/ui"
	"assent/app/ui/kit"
	"assent/app/ui/sample"
)

func main() {
	switch len(os.Args) {
	case 2:
	case 4:
		photograph(os.Args[1], os.Args[2], os.Args[3], "")
		return
	case 5:
		photograph(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
		return
	default:
		fmt.Fprintln(os.Stderr, "usage: gallery FOLDER [LANGUAGE THEME [BEGINNING]]")
		os.Exit(2)
	}
	if err := all(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

// all runs this program once for each language and theme: a process has one of each.
func all(folder string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, language := range []string{"en", "zh-Hans"} {
		for _, theme := range []string{"light", "dark"} {
			command := exec.Command(program, folder, language, theme)
			command.Stdout, command.Stderr = os.Stdout, os.Stderr
			if err := command.Run(); err != nil {
				return fmt.Errorf("%s %s: %w", language, theme, err)
			}
		}
	}
	return nil
}

// photographer writes what the windows show.
type photographer struct {
	app    fyne.App
	ui     *ui.UI
	words  *kit.Words
	folder string
	only   string // the beginning of the names of what is wanted
	suffix string
	engine *sample.Engine
}

func photograph(folder, language, theme, only string) {
	a := app.NewWithID("io.assent.Gallery")
	a.Preferences().SetBool(ui.KeysShown, true)
	windows := ui.New(a, ui.Options{Languages: []string{language}, Theme: theme, Now: time.Now, Home: "/home/alice"})
	p := &photographer{app: a, ui: windows, words: kit.NewWords(language), folder: folder, only: only, suffix: "-" + language + "-" + theme + ".png", engine: &sample.Engine{At: time.Now()}}
	started := func() {
		go func() {
			p.everything()
			windows.Quit()
		}()
	}
	windows.Run(p.engine, started, func() {})
}

// settle waits until what was asked for is drawn.
func settle(d time.Duration) { <-time.After(d) }

// shoot writes a picture of the window whose title is given, as the screen has it.
func (p *photographer) shoot(title, name string) {
	if !strings.HasPrefix(name, p.only) {
		return
	}
	var id uintptr
	fyne.DoAndWait(func() {
		for _, w := range p.app.Driver().AllWindows() {
			if native, ok := w.(driver.NativeWindow); ok && w.Title() == title {
				native.RunNative(func(context any) { id = context.(driver.X11WindowContext).WindowHandle })
			}
		}
	})
	file := filepath.Join(p.folder, name+p.suffix)
	if out, err := exec.Command("import", "-window", fmt.Sprint(id), file).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "gallery: %s: %v %s\n", file, err, out)
		os.Exit(1)
	}
}
