// Package secret says whether a content holds what looks like a secret, and of what
// kind: never the secret itself (contract §9).
//
// What secrets look like is in rules: those of gitleaks as data (rules.go, made by
// generate), and ours for keys and passwords that it does not know (own.go). All their
// keywords are looked for in one pass; only where one is found, and what is around it
// may belong to a secret, a pattern is tried there. So ordinary text costs next to
// nothing. Formats known by their first bytes are in keystore.go.
//
// It is a guess, in both directions. What it finds, the person is asked about.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package secret

import (
	"bytes"
	"slices"
	"sync"

	"assent/i18n"
)

// atMost is how many kinds are named.
const atMost = 3

// Find returns what kinds of secrets content looks to hold, at most three, as texts for
// the person. Name is that of its file, "" when there is none. Head says that content
// begins where the file does.
func Find(name string, content []byte, head bool) (kinds []i18n.Text) {
	var seen []kind
	found := func(k kind) bool {
		if !slices.Contains(seen, k) {
			seen = append(seen, k)
			kinds = append(kinds, k.text())
		}
		return len(seen) < atMost
	}
	if head {
		if k, ok := known(content); ok && !found(k) {
			return kinds
		}
	}
	s := theScanner()
	s.find(name, content, found)
	for rest := content; len(rest) > 0 && len(seen) < atMost; rest = rest[min(len(rest), piece):] {
		if part := rest[:min(len(rest), piece+overlap)]; bytes.IndexByte(part, 0) >= 0 {
			s.find(name, squeezed(part), found) // UTF-16 is ASCII with zeros between
		}
	}
	return kinds
}

// What holds zero bytes is looked at again without them, in pieces that overlap: the
// copies stay small.
const (
	piece   = 256 << 10
	overlap = 32 << 10
)

// Care is why the person is asked every time about what holds a secret of that kind.
func Care(kind i18n.Text) i18n.Text {
	return i18n.Text{Key: "care.secret", Args: map[string]any{"Kind": kind}}
}

// squeezed returns part without its zero bytes.
func squeezed(part []byte) []byte {
	rest := make([]byte, 0, len(part))
	for _, b := range part {
		if b != 0 {
			rest = append(rest, b)
		}
	}
	return rest
}

// scanner looks for the secrets of all rules.
type scanner struct {
	rules    []rule
	keywords *keywords
	patterns []patterns // of each rule
}

var theScanner = sync.OnceValue(func() *scanner {
	s := &scanner{rules: slices.Concat(keyRules, signInRules, gitleaksRules)}
	s.keywords = newKeywords(s.rules)
	for i := range s.rules {
		s.patterns = append(s.patterns, s.rules[i].patterns())
	}
	return s
})

// find calls found with the kind of each secret, until found returns false. What is made
// of nothing but keywords, to keep us busy, is given up at a point that no other
// content reaches: it is then a secret for all we know.
func (s *scanner) find(name string, content []byte, found func(k kind) bool) {
	budget := 8*len(content) + 1<<20 // bytes to look at around keywords
	s.keywords.find(content, func(word keyword, at int) bool {
		for _, i := range word.rules {
			if end := at + len(word.text); !s.rules[i].plausible(content, at, end) {
				continue
			} else if s.holds(i, name, content, at, end) && !found(s.rules[i].says) {
				return false
			}
			if budget -= max(s.rules[i].reach, 256); budget < 0 {
				found(unsure)
				return false
			}
		}
		return true
	})
}

// holds reports whether rule i finds a secret around its keyword at content[at:end],
// where that is plausible.
func (s *scanner) holds(i uint16, name string, content []byte, at, end int) bool {
	r, p := &s.rules[i], &s.patterns[i]
	return (r.path == "" || name == "" || p.path().MatchString(name)) && r.matches(p, content, at, end)
}
