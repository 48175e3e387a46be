package i18n

// Text is a message in the person's language: a key of the catalogue and the values
// its placeholders take. A value may be a Text: its words are put there. Other values are
// untrusted and shown escaped.
type Text struct {
	Key  string
	Args map[string]any
}
