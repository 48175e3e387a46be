package filesystem

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// glob is a name of a pattern, in lower case, in which * stands for any characters
// and ? for one.
type glob struct {
	text       string
	begin, end string // what is plain before the first of these and after the last
	after      string // what is plain after the first of these
	plain      bool   // there are none
}

func newGlob(text string) glob {
	first := strings.IndexAny(text, "*?")
	if first < 0 {
		return glob{text: text, plain: true}
	}
	last := strings.LastIndexAny(text, "*?")
	after, _, _ := strings.Cut(strings.ReplaceAll(text[first+1:], "?", "*"), "*")
	return glob{text: text, begin: text[:first], after: after, end: text[last+1:]}
}

func (g glob) matches(name string) bool {
	if g.plain {
		return name == g.text
	}
	return strings.HasPrefix(name, g.begin) && strings.HasSuffix(name, g.end) && strings.Contains(name, g.after) && g.spans(name)
}

// spans reports whether name fits, trying for each * the fewest characters first.
func (g glob) spans(name string) bool {
	at, asterisk, tried := 0, -1, 0 // in g.text; the last * there; where it began in name
	for i := 0; i < len(name); {
		switch {
		case at < len(g.text) && g.text[at] == '*':
			asterisk, tried = at, i
			at++
		case at < len(g.text) && g.text[at] == '?':
			_, size := utf8.DecodeRuneInString(name[i:])
			i += size
			at++
		case at < len(g.text) && g.text[at] == name[i]:
			i++
			at++
		case asterisk >= 0:
			tried++
			at, i = asterisk+1, tried
		default:
			return false
		}
	}
	return strings.Trim(g.text[at:], "*") == ""
}

// names splits a path into the names it is made of.
func names(path string) []string {
	return slices.DeleteFunc(strings.Split(filepath.ToSlash(path), "/"), func(name string) bool { return name == "" })
}

// within reports whether where is base or something in it, name by name: project2
// is not in project.
func within(where, base []string) bool {
	return len(where) >= len(base) && slices.Equal(where[:len(base)], base)
}
