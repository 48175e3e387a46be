package clipboard

import (
	"bytes"
	"image/png"
	"unicode/utf8"

	"assent/executors"
	"assent/i18n"
)

// kind is what is on the clipboard, or why it cannot be had.
type kind string

const (
	text       kind = "text"
	picture    kind = "picture"    // PNG
	nothing    kind = "nothing"    // the clipboard is empty
	other      kind = "other"      // neither text nor PNG
	tooLarge   kind = "too large"  // more than maxSize
	noDisplay  kind = "no display" // there is no clipboard
	unreadable kind = "unreadable" // its owner failed
)

// header is what a child says before the bytes.
type header struct {
	Kind   kind `json:"kind"`
	Marked bool `json:"marked"` // a password manager says that it is secret
	Size   int  `json:"size"`   // of what follows, in bytes
}

// content is what was on the clipboard at one moment.
type content struct {
	header
	data []byte
}

// check returns why a content cannot be shown to anyone, as an *Error.
func (c content) check() error {
	switch c.Kind {
	case nothing:
		return nil
	case text:
		if utf8.Valid(c.data) {
			return nil
		}
	case picture:
		if _, err := png.DecodeConfig(bytes.NewReader(c.data)); err == nil {
			return nil
		}
	case other:
		return executors.Errorf(executors.ClipboardUnreadable,
			"The clipboard holds something that is neither text nor a PNG picture. Copy text or a picture.")
	case tooLarge:
		return executors.Errorf(executors.TooLarge,
			"The clipboard holds more than %d MiB. Copy a smaller part.", maxSize>>20)
	case noDisplay:
		return executors.Errorf(executors.NoDisplay,
			"There is no desktop whose clipboard could be read. Start Assent inside a desktop session (DISPLAY or WAYLAND_DISPLAY is set there).")
	}
	return executors.Errorf(executors.ClipboardUnreadable,
		"The program that owns the clipboard did not hand its content over. Copy it again.")
}

// leaves says what kind and how much would leave this computer.
func (c content) leaves() i18n.Text {
	switch {
	case len(c.data) == 0:
		return i18n.Text{Key: "leaves.clipboard_empty"}
	case c.Kind == text:
		return i18n.Text{Key: "leaves.clipboard_text", Args: map[string]any{"Count": utf8.RuneCount(c.data)}}
	}
	size, _ := png.DecodeConfig(bytes.NewReader(c.data)) // check saw that it is one
	return i18n.Text{Key: "leaves.clipboard_picture",
		Args: map[string]any{"Width": size.Width, "Height": size.Height, "Bytes": len(c.data)}}
}

// warnings says what speaks against letting it leave.
func (c content) warnings() []i18n.Text {
	switch {
	case c.Marked:
		return []i18n.Text{{Key: "warn.clipboard_marked"}}
	case c.Kind == text && looksSecret(c.data):
		return []i18n.Text{{Key: "warn.clipboard_secret"}}
	}
	return nil
}
