package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/visible"

	"github.com/go-json-experiment/json/jsontext"
)

// argumentForm asks for a tool's arguments: a field for each simple property, and all
// of them as JSON beside it. Both say the same; the JSON is what is sent.
type argumentForm struct {
	words   *kit.Words
	fields  []*argumentField
	raw     *widget.Entry
	problem *widget.Label
	valid   bool // the JSON is an object
	filling bool // we write, not the person
	changed func()
	root    fyne.CanvasObject
}

// argumentField is one property's field: text, or a choice.
type argumentField struct {
	property property
	entry    *widget.Entry
	choice   *kit.Select
	values   []jsontext.Value // of the choice, the first is none
}

// newArgumentForm makes the form of an input_schema. changed is called after every
// change.
func newArgumentForm(w *kit.Words, schema jsontext.Value, changed func()) *argumentForm {
	f := &argumentForm{words: w, raw: widget.NewMultiLineEntry(), problem: kit.Quiet(""), changed: changed, valid: true}
	f.raw.TextStyle.Monospace = true
	f.raw.SetMinRowsVisible(5)
	f.raw.OnChanged = f.readRaw
	fields := kit.Stack(kit.SpaceSmall)
	all, rest := properties(schema)
	for _, p := range all {
		fields.Add(f.newField(p))
	}
	switch {
	case rest:
		fields.Add(kit.Tight(kit.Quiet(w.Say("play.rest"))))
	case len(all) == 0:
		fields.Add(kit.Tight(kit.Quiet(w.Say("play.no_arguments"))))
	}
	f.write(nil)
	left := kit.Stack(2, kit.Line(w.Say("play.arguments"), kit.TextSmall, kit.ColorMuted), fields)
	right := kit.Stack(2, kit.Line(w.Say("play.raw"), kit.TextSmall, kit.ColorMuted), f.raw, kit.Tight(f.problem))
	f.root = kit.Stack(kit.SpaceSmall, left, right)
	return f
}

func (f *argumentForm) newField(p property) fyne.CanvasObject {
	field := &argumentField{property: p}
	f.fields = append(f.fields, field)
	name := kit.OneLine(p.name)
	if p.required {
		name = f.words.Say("play.required", "Name", name)
	}
	label := widget.NewLabel(name)
	label.Truncation = fyne.TextTruncateEllipsis
	label.TextStyle.Monospace, label.SizeName, label.Importance = true, theme.SizeNameCaptionText, widget.LowImportance
	if p.kind == "boolean" || len(p.choices) > 0 {
		field.newChoice(f.words)
		field.choice.OnChanged = func(string) { f.readField(field, field.values[max(0, field.choice.SelectedIndex())]) }
		return kit.Stack(2, kit.Tight(label), field.choice)
	}
	field.entry = widget.NewEntry()
	field.entry.OnChanged = func(text string) { f.readField(field, valueOf(p.kind, text)) }
	return kit.Stack(2, kit.Tight(label), field.entry)
}

func (f *argumentField) newChoice(w *kit.Words) {
	labels := []string{w.Say("play.unset")}
	f.values = []jsontext.Value{nil}
	if len(f.property.choices) == 0 {
		labels = append(labels, w.Say("play.yes"), w.Say("play.no"))
		f.values = append(f.values, jsontext.Value("true"), jsontext.Value("false"))
	}
	for _, v := range f.property.choices {
		labels = append(labels, kit.OneLine(kit.Unquoted(v)))
		f.values = append(f.values, v)
	}
	f.choice = kit.NewSelect(labels, nil)
	f.choice.SetSelectedIndex(0)
}

// readField takes what the person wrote into a field over into the JSON.
func (f *argumentForm) readField(field *argumentField, value jsontext.Value) {
	if f.filling {
		return
	}
	members, _ := kit.MembersOf([]byte(f.raw.Text))
	f.write(with(members, field.property.name, value))
	f.changed()
}

// readRaw takes what the person wrote as JSON over into the fields.
func (f *argumentForm) readRaw(text string) {
	if f.filling {
		return
	}
	members, ok := kit.MembersOf([]byte(text))
	f.tell(ok)
	if ok {
		f.filling = true
		for _, field := range f.fields {
			field.fill(members)
		}
		f.filling = false
	}
	f.changed()
}

func (f *argumentForm) write(members []kit.Member) {
	f.filling = true
	f.raw.SetText(objectOf(members))
	f.filling = false
	f.tell(true)
}

func (f *argumentForm) tell(ok bool) {
	if f.valid = ok; ok {
		f.problem.SetText("")
		return
	}
	f.problem.SetText(f.words.Say("play.not_json"))
}

// fill shows the field's value among members.
func (f *argumentField) fill(members []kit.Member) {
	var value jsontext.Value
	for _, m := range members {
		if m.Name == f.property.name {
			value = m.Value
		}
	}
	if f.entry != nil {
		f.entry.SetText(visible.EscapeLines(kit.Unquoted(value)))
		return
	}
	for i, v := range f.values {
		if string(v) == string(value) {
			f.choice.SetSelectedIndex(i)
			return
		}
	}
	f.choice.SetSelectedIndex(0)
}
