package ui

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/consent/visible"
)

// manifestLimit is how much of a chosen file is read: more than any manifest may have.
const manifestLimit = 256 << 10

// addForm adds an agent from a manifest: a file, dropped or chosen, or pasted text.
type addForm struct {
	ui       *UI
	page     *agentsPage
	id, name *widget.Entry
	text     *widget.Entry
	problem  *widget.Label
	add      *widget.Button
	root     fyne.CanvasObject
}

func newAddForm(u *UI, page *agentsPage) *addForm {
	w := u.words
	f := &addForm{ui: u, page: page, id: widget.NewEntry(), name: widget.NewEntry(), text: widget.NewMultiLineEntry(), problem: prose("")}
	f.id.SetPlaceHolder("agent-1")
	f.text.TextStyle.Monospace = true
	f.text.SetMinRowsVisible(8)
	f.problem.Importance = widget.DangerImportance
	f.problem.Hide()
	back := widget.NewButtonWithIcon("", theme.NavigateBackIcon(), func() { page.open("") })
	back.Importance = widget.LowImportance
	choose := widget.NewButtonWithIcon(w.say("add.choose"), theme.FolderOpenIcon(), f.choose)
	f.add = widget.NewButton(w.say("add.add"), f.submit)
	f.add.Importance = widget.HighImportance
	fields := container.New(layout.NewFormLayout(),
		widget.NewLabel(w.say("add.id")), f.id,
		widget.NewLabel(w.say("add.name")), f.name)
	head := container.NewBorder(nil, nil, back, nil, heading(w.say("agents.add")))
	top := stack(spaceSmall, head, fields, container.NewHBox(widget.NewLabel(w.say("add.manifest")), choose, widget.NewLabel(w.say("add.paste"))))
	foot := stack(spaceSmall, f.problem, container.NewHBox(layout.NewSpacer(), f.add))
	f.root = container.NewBorder(top, inset(12, 0, foot), nil, nil, f.text)
	u.main.drop = f.load
	return f
}

// choose opens the system's file chooser.
func (f *addForm) choose() {
	dialog.ShowFileOpen(func(file fyne.URIReadCloser, err error) {
		if err != nil || file == nil {
			f.fail(err)
			return
		}
		defer file.Close()
		f.read(file, file.URI().Name())
	}, f.ui.main.window)
}

// load reads a file that was dropped on the window.
func (f *addForm) load(path string) {
	file, err := os.Open(path)
	if err != nil {
		f.fail(err)
		return
	}
	defer file.Close()
	f.read(file, filepath.Base(path))
}

func (f *addForm) read(from io.Reader, name string) {
	data, err := io.ReadAll(io.LimitReader(from, manifestLimit))
	if err != nil {
		f.fail(err)
		return
	}
	f.text.SetText(string(data))
	if f.id.Text == "" {
		f.id.SetText(strings.TrimSuffix(name, filepath.Ext(name)))
	}
}

// submit offers the manifest; the review follows by itself.
func (f *addForm) submit() {
	id, name, data := strings.TrimSpace(f.id.Text), strings.TrimSpace(f.name.Text), []byte(f.text.Text)
	f.problem.Hide()
	f.add.Disable()
	go func() {
		err := f.ui.engine.AddAgent(context.Background(), id, name, data)
		f.ui.later(func() {
			f.add.Enable()
			if err != nil {
				f.fail(err)
				return
			}
			f.page.open(id)
		})
	}()
}

func (f *addForm) fail(err error) {
	if err == nil {
		return
	}
	text, _ := visible.Short(err.Error(), 600)
	f.problem.SetText(visible.EscapeLines(text))
	f.problem.Show()
}
