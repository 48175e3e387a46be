package filesystem

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"assent/i18n"
)

// careList is a list of places that need the person's word every time, indexed so
// that judging a path does not depend on its length (see DefaultCare). It is not changed.
type careList struct {
	patterns []pattern // in the list's order

	// Which of patterns, by their first name: a plain one, one that ends in an
	// extension, one with a begin, and the rest, in ASCII or not.
	plain, extensions, begins map[string][]int
	rest, foreign             []int
}

// pattern is one place of a care list.
type pattern struct {
	home     bool // begins with ~/
	anchored bool // begins with /
	names    []glob
	reason   i18n.Text
}

// defaultReasons are the reasons of the default list by pattern.
var defaultReasons = sync.OnceValue(func() map[string]string {
	reasons := map[string]string{}
	for _, group := range careGroups {
		for _, text := range group.Patterns {
			reasons[text] = group.Reason
		}
	}
	return reasons
})

// compile reads a care list. Every text is a pattern; those without a name in
// them match nothing.
func compile(list []string) *careList {
	l := &careList{plain: map[string][]int{}, extensions: map[string][]int{}, begins: map[string][]int{}}
	for _, text := range list {
		p := pattern{reason: i18n.Text{Key: "care.listed", Args: map[string]any{"Pattern": text}}}
		if key, ok := defaultReasons()[text]; ok {
			p.reason = i18n.Text{Key: key}
		}
		rest := strings.ToLower(text)
		if rest, p.home = strings.CutPrefix(rest, "~/"); !p.home {
			p.anchored = strings.HasPrefix(rest, "/")
		}
		for _, text := range names(rest) {
			p.names = append(p.names, newGlob(text))
		}
		if len(p.names) > 0 {
			l.add(p)
		}
	}
	return l
}

const beginSize = 2 // bytes by which begins is indexed, at most

func (l *careList) add(p pattern) {
	n, first := len(l.patterns), p.names[0]
	l.patterns = append(l.patterns, p)
	switch dot := strings.LastIndexByte(first.end, '.'); {
	case first.plain:
		l.plain[first.text] = append(l.plain[first.text], n)
	case dot >= 0:
		l.extensions[first.end[dot:]] = append(l.extensions[first.end[dot:]], n)
	case first.begin != "":
		begin := first.begin[:min(len(first.begin), beginSize)]
		l.begins[begin] = append(l.begins[begin], n)
	case ascii(first.text):
		l.rest = append(l.rest, n)
	default:
		l.foreign = append(l.foreign, n)
	}
}

func ascii(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// reasons returns why the file or folder at where must be asked about, in the list's
// order, each reason once. home is the real home folder, nil when there is none. Both
// are in names of lower case.
func (l *careList) reasons(where, home []string) (care []i18n.Text) {
	var found []int
	inHome := home != nil && within(where, home)
	for i, name := range where {
		try := func(candidates []int) {
			for _, n := range candidates {
				p := &l.patterns[n]
				if (!p.home || inHome && i == len(home)) && (!p.anchored || i == 0) && p.matches(where[i:]) {
					found = append(found, n)
				}
			}
		}
		try(l.plain[name])
		try(l.rest)
		if !ascii(name) {
			try(l.foreign)
		}
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
			try(l.extensions[name[dot:]])
		}
		for size := range min(len(name), beginSize) {
			try(l.begins[name[:size+1]])
		}
	}
	slices.Sort(found)
	told := map[string]bool{}
	for _, n := range slices.Compact(found) {
		if reason := l.patterns[n].reason; !told[reason.Key] {
			told[reason.Key] = reason.Args == nil // a user's own pattern is its own reason
			care = append(care, reason)
		}
	}
	return care
}

// matches reports whether where begins with the pattern's names.
func (p *pattern) matches(where []string) bool {
	return len(where) >= len(p.names) && slices.EqualFunc(p.names, where[:len(p.names)], glob.matches)
}
