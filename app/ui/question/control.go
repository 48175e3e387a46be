package question

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// listener hears everything that happens to a question's controls.
type listener interface {
	disturbed()            // the pointer pressed
	pressed(fyne.KeyName)  // a key went down that is no press of a control
	released(fyne.KeyName) // it came up
	letter(rune)           // it is a character
	early() bool           // whether a key that answers comes too early; says so then
	showsKeys() bool       // whether the letters of the buttons are shown
	focusMoved(bool)       // a control got or lost the keyboard
	reached(*control)      // the keyboard came to a control that the pointer is not on
	typed(fyne.KeyName)    // a key that is no control's own: scrolling
	take(fyne.Focusable)   // gives the keyboard to a control that was pressed
}

// control is a button, fold or choice of the question. It acts on the pointer or
// the space bar going down and coming up on it, so that a repeated key, a key held
// since before, or a press that began elsewhere does nothing. Enter does nothing.
type control struct {
	widget.BaseWidget
	text    string
	face    face
	tone    fyne.ThemeColorName
	icon    fyne.ThemeIconName // before the text; empty: none
	small   bool               // small type
	low     bool               // takes no more height than its text: see reaching
	beside  float32            // how far the ring of the focus reaches beyond it
	act     func()
	hears   listener
	gate    *gate // not nil: acts only when the gate agrees
	answers bool  // ends the question with a no: by the keyboard only when it is no reflex
	key     rune  // does what a press does; 0: none
	step    bool  // the key takes the keyboard to it alone

	focused, hovered, pressed bool
}

// gate lets a press through or not, and shows how soon it will.
type gate struct {
	press    func()
	release  func() bool
	progress func() float64
}

var _ interface {
	fyne.Focusable
	desktop.Keyable
	desktop.Mouseable
	desktop.Hoverable
} = (*control)(nil)

func newControl(text string, f face, tone fyne.ThemeColorName, hears listener, act func()) *control {
	c := &control{text: text, face: f, tone: tone, hears: hears, act: act}
	c.ExtendBaseWidget(c)
	return c
}

func (c *control) down() {
	c.pressed = true
	if c.gate != nil {
		c.gate.press() // before anything else disturbs
	} else {
		c.hears.disturbed()
	}
	c.Refresh()
}

func (c *control) up() {
	began := c.pressed
	c.pressed = false
	c.Refresh()
	if began && (c.gate == nil || c.gate.release()) {
		c.act()
	}
}

// MouseDown implements desktop.Mouseable.
func (c *control) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		c.hears.disturbed()
		return
	}
	c.hears.take(c)
	c.down()
}

// MouseUp implements desktop.Mouseable.
func (c *control) MouseUp(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		c.up()
	}
}

// MouseIn implements desktop.Hoverable.
func (c *control) MouseIn(*desktop.MouseEvent) { c.hovered = true; c.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (c *control) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable: a press dragged away is taken back.
func (c *control) MouseOut() { c.hovered, c.pressed = false, false; c.Refresh() }

// FocusGained implements fyne.Focusable.
func (c *control) FocusGained() {
	c.focused = true
	c.Refresh()
	c.hears.focusMoved(true)
	if !c.hovered {
		c.hears.reached(c)
	}
}

// FocusLost implements fyne.Focusable.
func (c *control) FocusLost() {
	c.focused, c.pressed = false, false
	c.Refresh()
	c.hears.focusMoved(false)
}

// KeyDown implements desktop.Keyable. Fyne does not call it for a repeated key.
func (c *control) KeyDown(e *fyne.KeyEvent) {
	if e.Name != fyne.KeySpace {
		c.pressed = false
		c.hears.pressed(e.Name)
		return
	}
	if !c.answers || !c.hears.early() {
		c.down()
	}
}

// KeyUp implements desktop.Keyable.
func (c *control) KeyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		c.up()
		return
	}
	c.hears.released(e.Name)
}

// TypedKey implements fyne.Focusable.
func (c *control) TypedKey(e *fyne.KeyEvent) { c.hears.typed(e.Name) }

// TypedRune implements fyne.Focusable.
func (c *control) TypedRune(r rune) { c.hears.letter(r) }

// TypedShortcut implements fyne.Shortcutable.
func (c *control) TypedShortcut(s fyne.Shortcut) { altLetter(c.hears, s) }

// altLetter takes a letter typed with Alt for the letter.
func altLetter(hears listener, s fyne.Shortcut) {
	if custom, ok := s.(*desktop.CustomShortcut); ok && custom.Modifier == fyne.KeyModifierAlt && len(custom.KeyName) == 1 {
		hears.letter(rune(custom.KeyName[0]))
	}
}
