package kit

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/executors"
	"assent/executors/projectcli/uihint"
)

// NewHint draws what a project CLI's result looks like, as a card: what was done or found,
// and the values of it. All its texts but the names of actions and fields are untrusted.
func NewHint(w *Words, h uihint.Hint, now time.Time) *fyne.Container {
	var body fyne.CanvasObject
	switch h.Type {
	case uihint.List:
		body = newHintItems(w, h, now)
	case uihint.Text:
		body = hintText(h)
	default:
		body = newHintFields(w, h, now)
	}
	return Panel(ColorCard, Inset(12, 14, Stack(SpaceSmall, newHintHead(w, h), body)))
}

// newHintHead says what was done, with a mark in its colour, and to what.
func newHintHead(w *Words, h uihint.Hint) fyne.CanvasObject {
	icon, tone := theme.IconNameConfirm, ColorLow
	switch h.Type {
	case uihint.List, uihint.Detail, uihint.Text:
		icon, tone = theme.IconNameList, ColorMuted
	case uihint.Failure:
		icon, tone = theme.IconNameError, ColorHigh
	}
	title := h.Title
	if title == "" || h.Type == uihint.List {
		title = w.action(h.Action)
	}
	head := Stack(2, NewParagraph(TextBody, 3, Run{Text: title, Bold: true}))
	switch {
	case h.Type == uihint.List:
		count := len(h.Items) + h.More
		head.Add(Plain(TextSmall, 1, ColorMuted, w.Say("hint.count", "Count", count)))
	case title == h.Title && h.Action != "" && h.Type != uihint.Failure:
		head.Add(Plain(TextSmall, 1, ColorMuted, w.action(h.Action)))
	}
	mark := container.NewVBox(widget.NewIcon(Tinted(icon, tone)))
	return container.NewBorder(nil, nil, Row(0, mark, Gap(SpaceSmall, 0)), nil, head)
}

// action says what an action does, where we have words for it.
func (w *Words) action(action string) string { return w.known("action.", action) }

// field names a field, where we have words for it.
func (w *Words) field(name string) string { return w.known("field.", name) }

// known returns our word for a name, else the name itself.
func (w *Words) known(prefix, name string) string {
	if said := w.Say(prefix + name); said != prefix+name {
		return said
	}
	return name
}

// newHintItems lists items below their days, with the time where they have one.
func newHintItems(w *Words, h uihint.Hint, now time.Time) fyne.CanvasObject {
	list := Stack(6)
	day := ""
	for _, item := range h.Items {
		start, timed := moment(item.StartAt)
		if !start.IsZero() && w.Day(start, now) != day {
			day = w.Day(start, now)
			list.Add(Plain(TextSmall, 1, ColorMuted, day))
		}
		said := Stack(0, NewParagraph(TextBody, 2, Run{Text: item.Title}))
		if len(item.Notes) > 0 {
			said.Add(Plain(TextSmall, 2, ColorMuted, strings.Join(item.Notes, " · ")))
		}
		if start.IsZero() {
			list.Add(said)
			continue
		}
		when := w.Say("hint.all_day")
		if timed {
			when = start.Format("15:04")
			if end, ok := moment(item.EndAt); ok {
				when += "–" + end.Format("15:04")
			}
		}
		column := container.NewStack(Gap(timeWidth, 0), container.NewVBox(Line(when, TextBody, ColorMuted)))
		list.Add(container.NewBorder(nil, nil, column, nil, said))
	}
	if h.More > 0 {
		list.Add(Plain(TextSmall, 1, ColorMuted, w.Say("hint.more", "Count", h.More)))
	}
	return list
}

// timeWidth is that of the column of times.
const timeWidth = 104

// newHintFields lists the fields of a hint; of a change old beside new.
func newHintFields(w *Words, h uihint.Hint, now time.Time) fyne.CanvasObject {
	var fields []executors.Field
	for _, f := range h.Fields {
		if f.Name != "title" || f.Before != "" || f.Value != h.Title {
			fields = append(fields, executors.Field{Name: f.Name, Before: f.Before, After: f.Value})
		}
	}
	return NewFields(w, fields, h.Type == uihint.Diff, now)
}

func hintText(h uihint.Hint) fyne.CanvasObject {
	text := ""
	for _, f := range h.Fields {
		text += f.Value
	}
	return NewParagraph(TextSmall, 40, Run{Text: text, Mono: true})
}

// NewFields lists values by their names. With changes it shows what each was beside what
// it is; what stays as it was is muted. A time is told with the words for it.
func NewFields(w *Words, fields []executors.Field, changes bool, now time.Time) fyne.CanvasObject {
	var cells []fyne.CanvasObject
	for _, f := range fields {
		cells = append(cells, Line(w.field(OneLine(f.Name)), TextSmall, ColorMuted), newFieldValue(w, f, changes, now))
	}
	return container.New(&Columns{Space: SpaceMiddle}, cells...)
}

func newFieldValue(w *Words, f executors.Field, changes bool, now time.Time) fyne.CanvasObject {
	value := func(text string, tone fyne.ThemeColorName) *Paragraph {
		runs := []Run{{Text: text, Tone: tone}}
		switch at, timed := moment(text); {
		case timed:
			runs = []Run{{Text: w.Moment(at, now), Tone: tone}, {Text: "  " + text, Tone: ColorMuted}}
		case !at.IsZero():
			runs = []Run{{Text: w.Day(at, now), Tone: tone}, {Text: "  " + text, Tone: ColorMuted}}
		}
		if f.Kind.Key != "" && !changes {
			runs = append(runs, Run{Text: " · " + w.Text(f.Kind), Tone: ColorMuted})
		}
		return NewParagraph(TextSmall, 6, runs...)
	}
	if !changes {
		return value(f.After, ColorText)
	}
	if f.Before == f.After {
		return value(f.After, ColorMuted)
	}
	half := func(text, sign string, ground fyne.ThemeColorName) fyne.CanvasObject {
		back := canvas.NewRectangle(Color(ground))
		back.CornerRadius = 4
		mark := Line(sign, TextSmall, ColorMuted)
		mark.TextStyle.Monospace = true
		return container.NewStack(back, Inset(2, 6, container.NewBorder(nil, nil, container.NewVBox(Row(0, mark, Gap(6, 0))), nil, value(text, ColorText))))
	}
	halves := Stack(2)
	if f.Before != "" {
		halves.Add(half(f.Before, "-", ColorRemoved))
	}
	if f.After != "" {
		halves.Add(half(f.After, "+", ColorAdded))
	}
	return halves
}

// moment reads when something is: a date, or a date and a time, where nobody says another
// zone in this one. timed says that it has a time.
func moment(text string) (at time.Time, timed bool) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at.Local(), true
	}
	if at, err := time.ParseInLocation("2006-01-02T15:04:05", text, time.Local); err == nil {
		return at, true
	}
	at, _ = time.ParseInLocation(time.DateOnly, text, time.Local)
	return at, false
}
