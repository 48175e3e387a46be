package network

import "unicode"

// writtenTogether are scripts that one name may hold (UTS #39, "highly restrictive").
var writtenTogether = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"},
	{"Latin", "Han", "Bopomofo"},
	{"Latin", "Han", "Hangul"},
}

// mixesScripts reports a name whose letters come from scripts that are not
// written together, as in a Latin name with a Cyrillic "а".
func mixesScripts(name string) bool {
	used := map[string]bool{}
	for _, r := range name {
		if script := scriptOf(r); script != "" {
			used[script] = true
		}
	}
	if len(used) < 2 {
		return false
	}
	for _, together := range writtenTogether {
		known := 0
		for _, script := range together {
			if used[script] {
				known++
			}
		}
		if known == len(used) {
			return false
		}
	}
	return true
}

// scriptOf returns "" for what belongs to no script of its own: digits, hyphens,
// combining marks.
func scriptOf(r rune) string {
	switch {
	case unicode.In(r, unicode.Common, unicode.Inherited):
		return ""
	case r <= unicode.MaxASCII: // most names
		return "Latin"
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "unknown"
}
