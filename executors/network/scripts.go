package network

import "unicode"

// mixesScripts reports a name whose letters come from scripts that are not
// written together, as in a Latin name with a Cyrillic "а". What is written
// together is that of UTS #39, "highly restrictive".
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
	for _, together := range [][]string{
		{"Latin", "Han", "Hiragana", "Katakana"},
		{"Latin", "Han", "Bopomofo"},
		{"Latin", "Han", "Hangul"},
	} {
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
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return ""
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return "unknown"
}
