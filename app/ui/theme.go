package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// The colours that Fyne has no name for.
const (
	colorCard   fyne.ThemeColorName = "assent.card"
	colorLine   fyne.ThemeColorName = "assent.line"
	colorTint   fyne.ThemeColorName = "assent.tint"
	colorMuted  fyne.ThemeColorName = theme.ColorNamePlaceHolder
	colorText   fyne.ThemeColorName = theme.ColorNameForeground
	colorAccent fyne.ThemeColorName = theme.ColorNamePrimary
	colorLow    fyne.ThemeColorName = theme.ColorNameSuccess
	colorMedium fyne.ThemeColorName = theme.ColorNameWarning
	colorHigh   fyne.ThemeColorName = theme.ColorNameError
)

// The sizes of type and space.
const (
	textTitle   = 20
	textBody    = 14
	textSmall   = 12
	spaceSmall  = 8
	spaceMiddle = 16
	spaceEdge   = 24
	radius      = 8
)

// palette is one variant of the colours; every text colour has a contrast of at
// least 5.3 : 1 on ground and card.
type palette struct {
	ground, card, tint, line, text, muted, accent, onAccent, low, medium, high color.NRGBA
}

func light() palette {
	return palette{
		ground: rgb(0xF7F6F3), card: rgb(0xFFFFFF), tint: rgb(0xEFEDE8), line: rgb(0xDEDBD4),
		text: rgb(0x1B1B1D), muted: rgb(0x625F59), accent: rgb(0x1F5FD6), onAccent: rgb(0xFFFFFF),
		low: rgb(0x1F6F5C), medium: rgb(0x8F5500), high: rgb(0xB3261E),
	}
}

func dark() palette {
	return palette{
		ground: rgb(0x141416), card: rgb(0x1E1E21), tint: rgb(0x26262A), line: rgb(0x38383E),
		text: rgb(0xECEBE8), muted: rgb(0xA6A29B), accent: rgb(0x7FAAFF), onAccent: rgb(0x141416),
		low: rgb(0x6FCFB3), medium: rgb(0xFFBE5C), high: rgb(0xFF8F86),
	}
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// look is the theme. mode is "light" or "dark"; any other follows the desktop, and is
// light where that says nothing.
type look struct {
	mode   string
	system bool // the desktop says what it wants, and the toolkit's variant is that
}

func (l look) palette(v fyne.ThemeVariant) palette {
	if l.mode == "dark" || l.mode != "light" && l.system && v == theme.VariantDark {
		return dark()
	}
	return light()
}

// Color implements fyne.Theme.
func (l look) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	p := l.palette(v)
	switch name {
	case theme.ColorNameBackground, theme.ColorNameHeaderBackground:
		return p.ground
	case colorCard, theme.ColorNameInputBackground, theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground:
		return p.card
	case colorTint, theme.ColorNameButton, theme.ColorNameDisabledButton, theme.ColorNameScrollBarBackground:
		return p.tint
	case colorLine, theme.ColorNameSeparator:
		return p.line
	case colorText:
		return p.text
	case colorMuted, theme.ColorNameDisabled, theme.ColorNameInputBorder, theme.ColorNameScrollBar:
		return p.muted
	case colorAccent, theme.ColorNameHyperlink:
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
	case colorLow:
		return p.low
	case colorMedium:
		return p.medium
	case colorHigh:
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
func (look) Font(style fyne.TextStyle) fyne.Resource {
	if style.Monospace {
		return monospace()
	}
	return theme.DefaultTheme().Font(style)
}

// Icon implements fyne.Theme.
func (look) Icon(name fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(name) }

// Size implements fyne.Theme.
func (look) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return textBody
	case theme.SizeNameCaptionText:
		return textSmall
	case theme.SizeNameHeadingText, theme.SizeNameSubHeadingText:
		return textTitle
	case theme.SizeNameInputRadius, theme.SizeNameButtonRadius, theme.SizeNameCardRadius,
		theme.SizeNameDialogRadius, theme.SizeNamePopupRadius, theme.SizeNameMenuRadius:
		return radius
	}
	return theme.DefaultTheme().Size(name)
}

// themeColor returns a colour of the theme in force.
func themeColor(name fyne.ThemeColorName) color.Color {
	settings := fyne.CurrentApp().Settings()
	return settings.Theme().Color(name, settings.ThemeVariant())
}
