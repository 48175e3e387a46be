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
	ui       *UI
	page     *agentsPage
	draft    *addDraft
	id, name *widget.Entry
	address  *widget.Entry
	folder   *widget.Entry // of an agent file: what its paths and servers start from
	fetch    *widget.Button
	text     *widget.Entry
	inputs   *inputFields
	problem  *widget.Label
	add      *widget.Button
	root     fyne.CanvasObject
}

func newAddForm(u *UI, page *agentsPage) *addForm {
	w := u.words
	f := &addForm{ui: u, page: page, draft: &u.adding, id: widget.NewEntry(), name: widget.NewEntry(), address: widget.NewEntry(), folder: widget.NewEntry(), text: widget.NewMultiLineEntry(), problem: kit.Prose("")}
	f.inputs = newInputFields(u, f.draft)
	f.id.SetPlaceHolder("agent-1")
	f.address.SetPlaceHolder("http://127.0.0.1:8080/agents/agent_1")
	f.address.OnSubmitted = func(string) { f.look() }
	f.fetch = widget.NewButton(w.Say("add.fetch"), f.look)
	f.folder.SetPlaceHolder(w.Say("add.folder_hint"))
	f.text.TextStyle.Monospace = true
	f.text.SetMinRowsVisible(8)
	f.problem.Importance = widget.DangerImportance
	f.problem.Hide()
	f.add = widget.NewButton(w.Say("add.add"), f.submit)
	f.add.Importance = widget.HighImportance
	f.goOn()
	f.root = f.layOut()
	u.main.drop = f.drop
	return f
}

// goOn takes up what was written before, and keeps what is written from now on.
func (f *addForm) goOn() {
	for entry, kept := range map[*widget.Entry]*string{
		f.id: &f.draft.id, f.name: &f.draft.name, f.address: &f.draft.address, f.folder: &f.draft.folder, f.text: &f.draft.text,
	} {
		entry.Text = *kept
		entry.OnChanged = func(text string) { *kept = text }
	}
	f.text.OnChanged = func(text string) {
		f.draft.text = text
		f.inputs.follow(text)
	}
	f.inputs.follow(f.draft.text)
}

func (f *addForm) layOut() fyne.CanvasObject {
	w := f.ui.words
	back := widget.NewButtonWithIcon("", theme.NavigateBackIcon(), func() { f.page.open("") })
	back.Importance = widget.LowImportance
	choose := widget.NewButtonWithIcon(w.Say("add.choose"), theme.FolderOpenIcon(), f.choose)
	folder := widget.NewButtonWithIcon("", theme.FolderOpenIcon(), f.chooseFolder)
	fields := container.New(layout.NewFormLayout(),
		widget.NewLabel(w.Say("add.id")), f.id,
		widget.NewLabel(w.Say("add.name")), f.name,
		widget.NewLabel(w.Say("add.address")), container.NewBorder(nil, nil, nil, f.fetch, f.address),
		widget.NewLabel(w.Say("add.folder")), container.NewBorder(nil, nil, nil, folder, f.folder))
	head := container.NewBorder(nil, nil, back, nil, heading(w.Say("agents.add")))
	paste := kit.Prose(w.Say("add.paste"))
	top := kit.Stack(kit.SpaceSmall, fields, f.inputs.root, container.NewBorder(nil, nil, container.NewHBox(widget.NewLabel(w.Say("add.manifest")), choose), nil, paste))
	foot := kit.Stack(kit.SpaceSmall, f.problem, container.NewHBox(layout.NewSpacer(), f.add))
	body := container.NewBorder(top, nil, nil, nil, f.text)
	return container.NewBorder(head, kit.Inset(12, 0, foot), nil, nil, kit.Scrolled(body))
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
	if f.id.Text == "" || f.id.Text == f.draft.suggested {
		f.draft.suggested = id
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
			f.draft.suggested = f.id.Text // a server's agent has the id that its calls bear
			f.fill(a.ID, string(a.Manifest))
			f.name.SetText(visible.Escape(a.Name))
		})
	}()
}

// fail shows an error.
func (f *addForm) fail(err error) {
	text, _ := visible.Short(err.Error(), 600)
	f.say(visible.EscapeLines(text))
}

// say shows a problem, and lets the person try again.
func (f *addForm) say(problem string) {
	f.add.Enable()
	f.problem.SetText(problem)
	f.problem.Show()
	f.root.Refresh() // a form that was not drawn yet would leave no room for it
}
