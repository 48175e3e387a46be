package clipboard

import (
	"bytes"
	"image/png"
	"strings"
	"unicode/utf8"

	"assent/consent/visible"
	"assent/executors"
	"assent/executors/secret"
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

// describe says in facts what would leave this computer and what it looks like. A
// secret is care (contract §7), and its text is not shown.
func (c content) describe(facts *executors.Facts) {
	count := utf8.RuneCount(c.data)
	switch {
	case len(c.data) == 0:
		facts.Leaves.Key, facts.NoWindow = "leaves.clipboard_empty", true // a yes to nothing is no yes to what comes
		return
	case c.Kind == picture:
		size, _ := png.DecodeConfig(bytes.NewReader(c.data)) // check saw that it is one
		pixels := map[string]any{"Width": size.Width, "Height": size.Height}
		facts.Details = []i18n.Text{{Key: "fact.picture", Args: pixels}}
		facts.Leaves = i18n.Text{Key: "leaves.clipboard_picture", Args: map[string]any{
			"Width": size.Width, "Height": size.Height, "Bytes": len(c.data),
		}}
	default:
		facts.Leaves = i18n.Text{Key: "leaves.clipboard_text", Args: map[string]any{"Count": count}}
	}
	if c.Marked {
		facts.Care = append(facts.Care, i18n.Text{Key: "care.clipboard_marked"})
	}
	if c.Kind == picture {
		return
	}
	kinds := c.secrets()
	for _, kind := range kinds {
		facts.Care = append(facts.Care, secret.Care(kind))
	}
	switch {
	case len(kinds) > 0:
		facts.Details = []i18n.Text{{Key: "fact.clipboard_masked", Args: map[string]any{"Count": count, "Kind": kinds[0]}}}
	case c.Marked:
		facts.Details = []i18n.Text{{Key: "fact.clipboard_hidden", Args: map[string]any{"Count": count}}}
	default:
		facts.Details = preview(string(c.data))
	}
}

// secrets returns what kinds of secrets the text looks to hold, or to be.
func (c content) secrets() []i18n.Text {
	kinds := secret.Find("", c.data, true)
	if guess, ok := secret.Guess(c.data); ok && len(kinds) == 0 {
		kinds = []i18n.Text{guess}
	}
	return kinds
}

// previewSize is how many characters of a text are shown.
const previewSize = 80

// preview shows a text's first line that is not blank.
func preview(text string) []i18n.Text {
	line, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	shown := i18n.Text{Key: "fact.clipboard_line"}
	if rest != "" {
		shown.Key = "fact.clipboard_lines"
	}
	line, _ = visible.Short(line, previewSize)
	shown.Args = map[string]any{"Line": line}
	return []i18n.Text{shown}
}
