package ui

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"assent/app"
	"assent/app/ui/kit"
	"assent/executors/location"
)

// leaveEntry is a field whose text is taken when the person leaves it, or presses Enter.
type leaveEntry struct {
	widget.Entry
	taken func()
}

func newLeaveEntry(hint string, taken func()) *leaveEntry {
	e := &leaveEntry{taken: taken}
	e.ExtendBaseWidget(e)
	e.SetPlaceHolder(hint)
	e.OnSubmitted = func(string) { taken() }
	return e
}

// FocusLost implements fyne.Focusable.
func (e *leaveEntry) FocusLost() {
	e.Entry.FocusLost()
	e.taken()
}

// positionRow is the place that agents are told in place of the location service's.
func (p *settingsPage) positionRow() *setting {
	w := p.ui.words
	var row *setting
	var shown *location.Position
	var latitude, longitude, metres *leaveEntry
	take := func() {
		at, err := readPosition(latitude.Text, longitude.Text, metres.Text)
		switch {
		case err != nil:
			row.say(w.Say("settings.wrong_manual_position"))
		case at == nil && shown == nil, at != nil && shown != nil && *at == *shown:
			row.say("")
		default:
			p.change(row, func(s *app.Settings) { s.ManualPosition = at }, nil)
		}
	}
	latitude, longitude, metres = newLeaveEntry(w.Say("settings.latitude"), take), newLeaveEntry(w.Say("settings.longitude"), take), newLeaveEntry(w.Say("settings.metres"), take)
	row = p.row("position", nil, container.NewGridWithColumns(3, p.wheeled(latitude), p.wheeled(longitude), p.wheeled(metres)))
	row.show = func(s app.Settings) {
		if shown = s.ManualPosition; shown == nil || !row.said.Hidden {
			return // what the person wrote, and what is wrong with it, stays
		}
		latitude.SetText(number(shown.Latitude))
		longitude.SetText(number(shown.Longitude))
		metres.SetText(number(shown.AccuracyM))
	}
	return row
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// readPosition reads what the person wrote, nil for nothing.
func readPosition(latitude, longitude, metres string) (*location.Position, error) {
	latitude, longitude, metres = strings.TrimSpace(latitude), strings.TrimSpace(longitude), strings.TrimSpace(metres)
	if latitude == "" && longitude == "" && metres == "" {
		return nil, nil
	}
	var at location.Position
	var err1, err2, err3 error
	at.Latitude, err1 = strconv.ParseFloat(latitude, 64)
	at.Longitude, err2 = strconv.ParseFloat(longitude, 64)
	at.AccuracyM, err3 = strconv.ParseFloat(cmp.Or(metres, "0"), 64)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	if !at.Valid() {
		return nil, &app.WrongSetting{Name: "manual_position"}
	}
	return &at, nil
}

// serviceRow says what works on this computer, and what the person can do where something
// does not.
func (p *settingsPage) serviceRow() *setting {
	list := kit.Stack(8, kit.Tight(kit.Quiet(p.ui.words.Say("services.looking"))))
	row := p.row("", nil, list)
	p.ui.lookForServices(func(found []service) {
		list.RemoveAll()
		for _, s := range found {
			list.Add(s.line(p.ui.words))
		}
		row.root.Refresh()
		p.scroll.Refresh()
	})
	return row
}
