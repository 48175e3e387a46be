package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// The toolkit writes on every button in bold, for which no theme has a word: beside a
// headline nothing would stand out.
func init() { widget.RichTextStyleStrong.TextStyle.Bold = false }

// The colours that Fyne has no name for.
const (
	ColorCard   fyne.ThemeColorName = "assent.card"
	ColorLine   fyne.ThemeColorName = "assent.line"
	ColorEdge   fyne.ThemeColorName = theme.ColorNameInputBorder // the line around what can be changed
	ColorTint   fyne.ThemeColorName = "assent.tint"
	ColorWarned fyne.ThemeColorName = "assent.warned" // the ground of a warning

	ColorAdded   fyne.ThemeColorName = "assent.added" // the grounds of lines that a file gets and loses
	ColorRemoved fyne.ThemeColorName = "assent.removed"
	ColorMuted   fyne.ThemeColorName = theme.ColorNamePlaceHolder
	ColorText    fyne.ThemeColorName = theme.ColorNameForeground
	ColorAccent  fyne.ThemeColorName = theme.ColorNamePrimary
	ColorLow     fyne.ThemeColorName = theme.ColorNameSuccess
	ColorMedium  fyne.ThemeColorName = theme.ColorNameWarning
	ColorHigh    fyne.ThemeColorName = theme.ColorNameError
)

// The sizes of type and space.
const (
	TextTitle   = 20
	TextBody    = 14
	TextSmall   = 12
	SpaceSmall  = 8
	SpaceMiddle = 16
	SpaceEdge   = 24
	Radius      = 8
	IconSize    = 16
)

// Palette is one variant of the colours; every text colour has a contrast of at least
// 5.3 : 1 on ground and card, and the edge of what can be changed 3 : 1 on every ground.
type Palette struct {
	ground, card, tint, warned, added, removed, line, edge, text, muted, accent, onAccent, low, medium, high color.NRGBA
}

func light() Palette {
	return Palette{
		ground: rgb(0xF7F6F3), card: rgb(0xFFFFFF), tint: rgb(0xEFEDE8), warned: rgb(0xFBEEDC), added: rgb(0xE2F3EA), removed: rgb(0xFCE8E6), line: rgb(0xDEDBD4), edge: rgb(0x858178),
		text: rgb(0x1B1B1D), muted: rgb(0x625F59), accent: rgb(0x1F5FD6), onAccent: rgb(0xFFFFFF),
		low: rgb(0x1F6F5C), medium: rgb(0x8F5500), high: rgb(0xB3261E),
	}
}

func dark() Palette {
	return Palette{
		ground: rgb(0x141416), card: rgb(0x1E1E21), tint: rgb(0x26262A), warned: rgb(0x352911), added: rgb(0x15301F), removed: rgb(0x3B1E1C), line: rgb(0x38383E), edge: rgb(0x807C76),
		text: rgb(0xECEBE8), muted: rgb(0xA6A29B), accent: rgb(0x7FAAFF), onAccent: rgb(0x141416),
		low: rgb(0x6FCFB3), medium: rgb(0xFFBE5C), high: rgb(0xFF8F86),
	}
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// Theme is how everything looks. Mode is "light" or "dark"; any other follows the desktop, and is
// light where that says nothing.
type Theme struct {
	Mode   string
	System bool // the desktop says what it wants, and the toolkit's variant is that

	Chinese bool // the words are Chinese
}

// Palette returns the colours of the variant that the toolkit says holds.
func (t Theme) Palette(v fyne.ThemeVariant) Palette {
	if t.Mode == "dark" || t.Mode != "light" && t.System && v == theme.VariantDark {
		return dark()
	}
	return light()
}

// Color implements fyne.Theme.
func (t Theme) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	p := t.Palette(v)
	switch name {
	case theme.ColorNameBackground, theme.ColorNameHeaderBackground:
		return p.ground
	case ColorCard, theme.ColorNameInputBackground, theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground:
		return p.card
	case ColorTint, theme.ColorNameButton, theme.ColorNameDisabledButton, theme.ColorNameScrollBarBackground:
		return p.tint
	case ColorWarned:
		return p.warned
	case ColorAdded:
		return p.added
	case ColorRemoved:
		return p.removed
	case ColorLine, theme.ColorNameSeparator:
		return p.line
	case ColorText:
		return p.text
	case ColorEdge:
		return p.edge
	case ColorMuted, theme.ColorNameDisabled:
		return p.muted
	case theme.ColorNameScrollBar:
		return faded(p.muted, 0xB8) // still 3 : 1
	case ColorAccent, theme.ColorNameHyperlink:
		return p.accent
	case theme.ColorNameForegroundOnPrimary, theme.ColorNameForegroundOnError,
		theme.ColorNameForegroundOnSuccess, theme.ColorNameForegroundOnWarning:
		return p.onAccent
	case theme.ColorNameFocus:
		return faded(p.accent, 0x55)
	case theme.ColorNameSelection:
		return faded(p.accent, 0x30)
	case theme.ColorNameHover, theme.ColorNamePressed:
		return faded(p.text, 0x14)
	case ColorLow:
		return p.low
	case ColorMedium:
		return p.medium
	case ColorHigh:
		return p.high
	case theme.ColorNameShadow:
		return faded(p.text, 0x18)
	}
	return theme.DefaultTheme().Color(name, v)
}

func faded(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}

// Font implements fyne.Theme.
func (t Theme) Font(style fyne.TextStyle) fyne.Resource {
	if font := leveled[fyne.TextStyle{Bold: style.Bold, Monospace: style.Monospace}]; t.Chinese && font != nil && !style.Symbol && !style.Italic {
		return font()
	}
	switch {
	case style.Monospace && style.Bold:
		return monospaceBold()
	case style.Monospace:
		return monospace()
	}
	return theme.DefaultTheme().Font(style)
}

// Icon implements fyne.Theme.
func (Theme) Icon(name fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(name) }

// Size implements fyne.Theme.
func (Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return TextBody
	case theme.SizeNameCaptionText:
		return TextSmall
	case theme.SizeNameHeadingText, theme.SizeNameSubHeadingText:
		return TextTitle
	case theme.SizeNameInputRadius, theme.SizeNameButtonRadius, theme.SizeNameCardRadius,
		theme.SizeNameDialogRadius, theme.SizeNamePopupRadius, theme.SizeNameMenuRadius:
		return Radius
	}
	return theme.DefaultTheme().Size(name)
}

// Color returns a colour of the theme in force.
func Color(name fyne.ThemeColorName) color.Color {
	settings := fyne.CurrentApp().Settings()
	return settings.Theme().Color(name, settings.ThemeVariant())
}
