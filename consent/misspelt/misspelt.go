// Package misspelt finds the known word that an unknown one was meant to be, and says
// what is known.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package misspelt

import (
	"fmt"
	"strings"
)

// maxWord is longer than a word that is looked at.
const maxWord = 64

// Meant returns the known word that word is a slip of the fingers from, or "".
func Meant(word string, known []string) string {
	if len(word) > maxWord {
		return ""
	}
	best, least := "", 3
	for _, k := range known {
		if d := distance(spelt(word), spelt(k)); d < least && d*3 <= len(k) {
			best, least = k, d
		}
	}
	return best
}

// Unknown says that a word is none of the known ones, which one it may have meant, and
// which there are. It is the end of a sentence about the word.
func Unknown(word string, known []string) string {
	all := strings.Join(known, ", ")
	if meant := Meant(word, known); meant != "" {
		return fmt.Sprintf("is not known here; did you mean %s? There are %s", meant, all)
	}
	return "is not known here; there are " + all
}

// spelt is a word without what people differ in: capitals and marks inside it.
func spelt(word string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(word))
}

// distance returns how many letters must be added, taken out or be others to make b of a;
// two that changed places count once.
func distance(a, b string) int {
	for i := range min(len(a), len(b)) - 1 {
		if a[i] != b[i] {
			if a[:i]+a[i+1:i+2]+a[i:i+1]+a[i+2:] == b {
				return 1
			}
			break
		}
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substituted := diagonal
			if a[i] != b[j] {
				substituted++
			}
			diagonal = row[j+1]
			row[j+1] = min(substituted, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
