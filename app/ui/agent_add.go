package ui

import (
	"context"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/chooser"
	"assent/app/ui/kit"
	"assent/consent/visible"
)

// addForm adds an agent from a manifest or an agent file: a file, dropped or chosen, pasted text, or what a
// sandbox has at the agent's address.
type addForm struct {
	ui        *UI
	page      *agentsPage
	id, name  *widget.Entry
	address   *widget.Entry
	folder    *widget.Entry // of an agent file: what its paths and servers start from
	fetch     *widget.Button
	suggested string // the id that the last file or address suggested
	text      *widget.Entry
	problem   *widget.Label
	add       *widget.Button
	root      fyne.CanvasObject
}

func newAddForm(u *UI, page *agentsPage) *addForm {
	w := u.words
	f := &addForm{ui: u, page: page, id: widget.NewEntry(), name: widget.NewEntry(), address: widget.NewEntry(), folder: widget.NewEntry(), text: widget.NewMultiLineEntry(), problem: kit.Prose("")}
	f.id.SetPlaceHolder("agent-1")
	f.address.SetPlaceHolder("http://127.0.0.1:8080/agents/agent_1")
	f.address.OnSubmitted = func(string) { f.look() }
	f.fetch = widget.NewButton(w.Say("add.fetch"), f.look)
	f.text.TextStyle.Monospace = true
	f.text.SetMinRowsVisible(8)
	f.problem.Importance = widget.DangerImportance
	f.problem.Hide()
	back := widget.NewButtonWithIcon("", theme.NavigateBackIcon(), func() { page.open("") })
	back.Importance = widget.LowImportance
	choose := widget.NewButtonWithIcon(w.Say("add.choose"), theme.FolderOpenIcon(), f.choose)
	f.add = widget.NewButton(w.Say("add.add"), f.submit)
	f.add.Importance = widget.HighImportance
	fields := container.New(layout.NewFormLayout(),
		widget.NewLabel(w.Say("add.id")), f.id,
		widget.NewLabel(w.Say("add.name")), f.name,
		widget.NewLabel(w.Say("add.address")), container.NewBorder(nil, nil, nil, f.fetch, f.address),
		widget.NewLabel(w.Say("add.folder")), container.NewBorder(nil, nil, nil, widget.NewButtonWithIcon("", theme.FolderOpenIcon(), f.chooseFolder), f.folder))
	f.folder.SetPlaceHolder(w.Say("add.folder_hint"))
	head := container.NewBorder(nil, nil, back, nil, heading(w.Say("agents.add")))
	paste := kit.Prose(w.Say("add.paste"))
	top := kit.Stack(kit.SpaceSmall, fields, container.NewBorder(nil, nil, container.NewHBox(widget.NewLabel(w.Say("add.manifest")), choose), nil, paste))
	foot := kit.Stack(kit.SpaceSmall, f.problem, container.NewHBox(layout.NewSpacer(), f.add))
	f.root = container.NewBorder(head, kit.Inset(12, 0, foot), nil, nil, kit.Scrolled(container.NewBorder(top, nil, nil, nil, f.text)))
	u.main.drop = f.drop
	return f
}

// choose asks for the file.
func (f *addForm) choose() {
	f.ui.chooser.Choose(chooser.Wanted{Title: f.ui.words.Say("choose.file")}, f.load)
}

// chooseFolder asks for the folder that an agent file starts from.
func (f *addForm) chooseFolder() {
	f.ui.chooser.Choose(chooser.Wanted{Title: f.ui.words.Say("choose.folder"), Folder: true, Begin: f.folder.Text}, f.folder.SetText)
}

// drop takes what was dropped on the window.
func (f *addForm) drop(files []fyne.URI) {
	if len(files) > 1 {
		f.say(f.ui.words.Say("add.many"))
		return
	}
	f.load(files[0].Path())
}

// load reads a file into the form, beside the toolkit's goroutine: it may lie on a
// slow disk. What the person typed stays.
func (f *addForm) load(path string) {
	go func() {
		text, problem := readManifest(path)
		f.ui.later(func() {
			if problem != nil {
				f.say(f.ui.words.Text(*problem))
				return
			}
			f.fill(suggestID(path), text)
			if isAgentFile(text) {
				f.folder.SetText(filepath.Dir(path))
			}
		})
	}()
}

// fill puts a manifest into the form. An id that the person typed stays.
func (f *addForm) fill(id, text string) {
	f.problem.Hide()
	f.text.SetText(text)
	if f.id.Text == "" || f.id.Text == f.suggested {
		f.suggested = id
		f.id.SetText(id)
	}
}

// look gets the agent at the address into the form, for the person to look at.
func (f *addForm) look() {
	address := strings.TrimSpace(f.address.Text)
	f.problem.Hide()
	f.fetch.Disable()
	go func() {
		a, problem := fetchAgent(context.Background(), address)
		f.ui.later(func() {
			f.fetch.Enable()
			if problem != nil {
				f.say(f.ui.words.Text(*problem))
				return
			}
			f.suggested = f.id.Text // a server's agent has the id that its calls bear
			f.fill(a.ID, string(a.Manifest))
			f.name.SetText(visible.Escape(a.Name))
		})
	}()
}

// submit offers the manifest; the review follows by itself.
func (f *addForm) submit() {
	id, name, data := strings.TrimSpace(f.id.Text), strings.TrimSpace(f.name.Text), []byte(f.text.Text)
	f.problem.Hide()
	f.add.Disable()
	if isAgentFile(f.text.Text) {
		go f.importFile(f.text.Text, strings.TrimSpace(f.folder.Text))
		return
	}
	go func() {
		err := f.ui.engine.AddAgent(id, name, data)
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

// isAgentFile reports whether a text is no manifest, which always says its version.
func isAgentFile(text string) bool { return !strings.Contains(text, `"schema_version"`) }

// importFile offers an agent file; both reviews follow by themselves.
func (f *addForm) importFile(text, folder string) {
	ended := func(err error) {
		f.ui.later(func() {
			f.add.Enable()
			f.fail(err)
		})
	}
	if !filepath.IsAbs(folder) {
		f.ui.later(func() {
			f.add.Enable()
			f.say(f.ui.words.Say("add.folder_missing"))
		})
		return
	}
	if err := f.ui.engine.ImportAgent(text, folder, ended); err != nil {
		ended(err)
	}
}

func (f *addForm) fail(err error) {
	if err == nil {
		return
	}
	text, _ := visible.Short(err.Error(), 600)
	f.say(visible.EscapeLines(text))
}

// say shows a problem.
func (f *addForm) say(problem string) {
	f.problem.SetText(problem)
	f.problem.Show()
	f.root.Refresh() // a form that was not drawn yet would leave no room for it
}
