package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"assent/app/agentfile"
	"assent/app/ui/kit"
)

// inputFields ask for the inputs that an agent file declares (contract §16). They change as
// the file does, and keep what was written for a name that stays.
type inputFields struct {
	ui    *UI
	draft *addDraft
	asked []agentfile.Input
	reads int // counts, so that only the newest file counts
	root  *fyne.Container
}

func newInputFields(u *UI, draft *addDraft) *inputFields {
	f := &inputFields{ui: u, draft: draft, root: kit.Stack(kit.SpaceSmall)}
	f.root.Hide()
	return f
}

// follow asks for the inputs of a file, which is read beside the toolkit's goroutine.
func (f *inputFields) follow(text string) {
	f.reads++
	read := f.reads
	if !isAgentFile(text) {
		f.ask(nil)
		return
	}
	go func() {
		inputs := agentfile.Inputs([]byte(text))
		f.ui.later(func() {
			if read == f.reads {
				f.ask(inputs)
			}
		})
	}()
}

func (f *inputFields) ask(inputs []agentfile.Input) {
	if slices.EqualFunc(f.asked, inputs, sameInput) {
		return
	}
	f.asked = inputs
	f.root.RemoveAll()
	if f.root.Hidden = len(inputs) == 0; !f.root.Hidden {
		w := f.ui.words
		title := widget.NewLabel(w.Say("add.inputs"))
		title.TextStyle.Bold = true
		lines := kit.Stack(kit.SpaceSmall, kit.Tight(title), kit.Tight(kit.Quiet(w.Say("add.inputs_kept"))))
		for _, in := range inputs {
			lines.Add(f.field(in))
		}
		f.root.Add(kit.Panel(kit.ColorCard, kit.Inset(12, 12, lines)))
	}
	f.root.Refresh()
}

func sameInput(a, b agentfile.Input) bool {
	return a.Name == b.Name && a.Description == b.Description && a.Default == b.Default && a.Required == b.Required && a.Secret == b.Secret &&
		slices.Equal(a.Choices, b.Choices)
}

// field is one input's: masked where it is a secret.
func (f *inputFields) field(in agentfile.Input) fyne.CanvasObject {
	w := f.ui.words
	name := kit.OneLine(in.Name)
	if in.Required {
		name = w.Say("play.required", "Name", name)
	}
	label := kit.Mono(name)
	lines := kit.Stack(2, kit.Tight(label))
	if in.Description != "" {
		lines.Add(kit.Tight(kit.Quiet(w.Say("ask.quoted", "Text", kit.OneLine(in.Description)))))
	}
	if len(in.Choices) > 0 && !in.Secret {
		lines.Add(f.choice(in))
		return lines
	}
	entry := widget.NewEntry()
	if in.Secret {
		entry = widget.NewPasswordEntry()
	}
	entry.SetText(f.draft.inputs[in.Name])
	if in.Default != "" && !in.Secret {
		entry.SetPlaceHolder(kit.OneLine(in.Default))
	}
	entry.OnChanged = func(text string) { f.draft.input(in.Name, text) }
	lines.Add(entry)
	return lines
}

// choice offers the values that an input may have.
func (f *inputFields) choice(in agentfile.Input) fyne.CanvasObject {
	labels := []string{f.ui.words.Say("play.unset")}
	for _, value := range in.Choices {
		labels = append(labels, kit.OneLine(value))
	}
	choice := kit.NewSelect(labels, nil)
	choice.SetSelectedIndex(1 + slices.Index(in.Choices, f.draft.inputs[in.Name]))
	choice.OnChanged = func(string) {
		value := ""
		if i := choice.SelectedIndex(); i > 0 {
			value = in.Choices[i-1]
		}
		f.draft.input(in.Name, value)
	}
	return container.NewStack(choice)
}

// given are what was written for the inputs that the file has.
func (f *inputFields) given() map[string]string {
	given := map[string]string{}
	for _, in := range f.asked {
		if value, ok := f.draft.inputs[in.Name]; ok {
			given[in.Name] = value
		}
	}
	return given
}
