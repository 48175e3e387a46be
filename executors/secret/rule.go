package secret

import (
	"fmt"
	"math"
	"regexp"
	"sync"

	"assent/i18n"
)

//go:generate go run ./generate

// rule says what one kind of secret looks like.
type rule struct {
	id      string
	says    kind
	pattern string // RE2

	// Every match holds one of the keywords, which are in lower case, within its first
	// lead bytes, and is looked for only where one is.
	keywords []string
	lead     int

	// The match is a run of at least least and at most most bytes of class, 0 for no
	// bound. Of an assignment ("name = value") the value is. What ends it comes after.
	assigned    bool
	class       class
	least, most int

	entropy float64 // the secret has more, in bits a byte; 0: does not matter
	group   int     // of the pattern: the secret; 0: the first that is there, else all
	allow   string  // RE2: what is no secret; "": everything is one
	path    string  // RE2: the names of files it is looked for in; "": all

	looks func(secret []byte) bool // what else is asked of the secret; nil: nothing

	// verify looks closer at what a keyword at content[at:end] may be a part of, instead of
	// a pattern.
	verify func(content []byte, at, end int) bool
	reach  int // bytes that verify looks at, about; 0: as few as a pattern
}

// kind is what a secret is called: a key of package i18n, and whose it is, if that
// belongs to the name.
type kind struct{ key, product string }

func (k kind) text() i18n.Text {
	if k.product == "" {
		return i18n.Text{Key: k.key}
	}
	return i18n.Text{Key: k.key, Args: map[string]any{"Product": k.product}}
}

// class is a set of ASCII characters.
type class [2]uint64

func (c class) has(b byte) bool { return b < 0x80 && c[b>>6]&(1<<(b&63)) != 0 }

const (
	nameRest   = 40           // bytes after a name's keyword within which its assignment begins
	valueStart = nameRest + 9 // within which its value begins
	unbounded  = 1 << 10      // bytes looked at where a pattern has no bound
	afterMatch = 16           // bytes looked at for what ends a match
)

// plausible reports whether a match may be around the keyword at content[at:end]. It
// is for speed: false means that the pattern does not match there.
func (r *rule) plausible(content []byte, at, end int) bool {
	switch {
	case r.least == 0:
		return true
	case r.assigned:
		return assignmentFollows(content, end) && r.longRun(content, end, end+valueStart)
	}
	return r.longRun(content, max(0, at-r.lead), at)
}

// nameGoesOn is what may stand between a name's keyword and its assignment.
var nameGoesOn = classOf(" \t\n\v\f\r'\"._-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

func classOf(characters string) (c class) {
	for _, b := range []byte(characters) {
		c[b>>6] |= 1 << (b & 63)
	}
	return c
}

func (c class) with(other class) class { return class{c[0] | other[0], c[1] | other[1]} }

// assignmentFollows reports whether one of = > : | ? , comes soon after a name.
func assignmentFollows(content []byte, end int) bool {
	for _, b := range content[end:min(len(content), end+nameRest)] {
		switch {
		case b == '=' || b == '>' || b == ':' || b == '|' || b == '?' || b == ',':
			return true
		case !nameGoesOn.has(b):
			return false
		}
	}
	return false
}

// longRun reports whether a run of at least least bytes of the class begins in
// content[from:to], or before it and goes on there.
func (r *rule) longRun(content []byte, from, to int) bool {
	run := 0
	for i := from; i < len(content); i++ {
		switch {
		case r.class.has(content[i]):
			if run++; run >= r.least {
				return true
			}
		case i >= to:
			return false
		default:
			run = 0
		}
	}
	return false
}

// patterns are a rule's regular expressions, compiled when they are needed.
type patterns struct{ match, allow, path func() *regexp.Regexp }

func (r *rule) patterns() patterns {
	// The text begins as far before the keyword as a match may, and one byte more, which
	// a word boundary looks at.
	match := fmt.Sprintf(`^(?s:.{0,%d}?)(?:%s)`, r.lead+1, r.pattern)
	return patterns{once(match), once(r.allow), once(r.path)}
}

// matches reports whether there is a secret around the keyword at content[at:end].
func (r *rule) matches(p *patterns, content []byte, at, end int) bool {
	if r.verify != nil {
		return r.verify(content, at, end)
	}
	most := r.most
	if most == 0 {
		most = unbounded
	}
	if r.assigned {
		most += end - at + valueStart
	}
	part := content[max(0, at-r.lead-1):min(len(content), at+most+afterMatch)]
	found := p.match().FindSubmatchIndex(part)
	return found != nil && r.secret(p, part, found)
}

// secret reports whether what was found is secret enough.
func (r *rule) secret(p *patterns, part []byte, found []int) bool {
	group := r.group
	for i := 1; group == 0 && i < len(found)/2; i++ {
		if found[2*i] < found[2*i+1] {
			group = i
		}
	}
	secret := part[found[2*group]:found[2*group+1]]
	return (r.entropy == 0 || entropy(secret) > r.entropy) && !placeholder().Match(secret) &&
		(r.allow == "" || !p.allow().Match(secret)) && (r.looks == nil || r.looks(secret))
}

var placeholder = once(placeholders)

// once compiles a pattern when it is first needed.
func once(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// entropy is Shannon's, in bits a byte.
func entropy(text []byte) (bits float64) {
	var count [256]int
	for _, b := range text {
		count[b]++
	}
	for _, n := range count {
		if n > 0 {
			share := float64(n) / float64(len(text))
			bits -= share * math.Log2(share)
		}
	}
	return bits
}
