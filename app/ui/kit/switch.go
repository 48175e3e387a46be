package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Switch is something that is on or off, and is changed at once by pressing it.
type Switch struct {
	Pressable
	on    bool
	some  bool // on in part
	track *canvas.Rectangle
	knob  *canvas.Circle
	ring  *canvas.Rectangle
}

// The sizes of a switch. It is pressed anywhere in its height.
const (
	switchWidth  = 36
	switchHeight = 20
	switchTarget = 28
)

// NewSwitch returns a switch that is off; changed is told what the person made of it.
func NewSwitch(changed func(on bool)) *Switch {
	s := &Switch{track: canvas.NewRectangle(nil), knob: canvas.NewCircle(nil), ring: canvas.NewRectangle(nil)}
	s.track.CornerRadius, s.track.StrokeWidth = switchHeight/2, 1.5
	s.ring.CornerRadius = switchTarget / 2
	s.Act = func() {
		s.Set(!s.on, false)
		changed(s.on)
	}
	s.Changed = s.Refresh
	s.ExtendBaseWidget(s)
	s.paint()
	return s
}

// Set turns the switch, on in part where some; nobody is told.
func (s *Switch) Set(on, some bool) {
	s.on, s.some = on, some
	s.Refresh()
}

// On reports whether the switch is on, also in part.
func (s *Switch) On() bool { return s.on }

// paint gives the parts their colours: also without them, the knob tells on from off.
func (s *Switch) paint() {
	edge, fill, knob := Color(ColorMuted), Color(ColorCard), Color(ColorMuted)
	switch {
	case s.on && s.some:
		edge, knob = Color(ColorAccent), Color(ColorAccent)
	case s.on:
		edge, fill, knob = Color(ColorAccent), Color(ColorAccent), Color(theme.ColorNameForegroundOnPrimary)
	}
	s.track.StrokeColor, s.track.FillColor, s.knob.FillColor = edge, fill, knob
	s.ring.FillColor = Color(theme.ColorNameHover)
	if s.ring.Hidden = !s.Focused && !s.Hovered; s.Focused {
		s.ring.FillColor = Color(theme.ColorNameFocus)
	}
}

// Refresh implements fyne.Widget.
func (s *Switch) Refresh() {
	s.paint()
	s.BaseWidget.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (s *Switch) CreateRenderer() fyne.WidgetRenderer {
	return Rendered(s, (*switchLayout)(s), s.ring, s.track, s.knob)
}

type switchLayout Switch

// MinSize implements fyne.Layout.
func (s *switchLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(switchWidth+switchTarget-switchHeight, switchTarget)
}

// Layout implements fyne.Layout.
func (s *switchLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	const knob, margin = 14, 3
	const out = (switchTarget - switchHeight) / 2
	top := (size.Height - switchHeight) / 2
	left := size.Width - switchWidth - out
	s.ring.Move(fyne.NewPos(left-out, top-out))
	s.ring.Resize(fyne.NewSize(switchWidth+2*out, switchTarget))
	s.track.Move(fyne.NewPos(left, top))
	s.track.Resize(fyne.NewSize(switchWidth, switchHeight))
	x := left + margin
	switch {
	case s.on && s.some:
		x = left + (switchWidth-knob)/2
	case s.on:
		x = left + switchWidth - knob - margin
	}
	s.knob.Move(fyne.NewPos(x, top+margin))
	s.knob.Resize(fyne.NewSquareSize(knob))
}
