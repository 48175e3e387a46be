package manifest

// Words are an author's words: a key into the table of known agent keys, and the
// fallback to use without it. Both are untrusted.
type Words struct{ Key, Fallback string }

// Text returns the words to show: those of a known agent key, else the fallback,
// the raw key, the id (contract §6). It is not escaped.
func (w Words) Text(chinese bool, id string) string {
	for _, text := range []string{w.Fallback, w.Key} {
		if text != "" {
			return text
		}
	}
	return id
}
