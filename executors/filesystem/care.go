package filesystem

import (
	"assent/i18n"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// pattern says which places need the person's word every time, in the words of
// the care list (see DefaultCare).
type pattern struct {
	home     bool // begins with ~/
	anchored bool // begins with /
	names    []name
	reason   i18n.Text
}

// name is one name of a pattern, in lower case. Most are matched by comparing.
type name struct {
	text string
	glob bool // text is for path.Match

	begin, end string // of a glob, what is plain there
}

func newName(text string) name {
	literal := strings.NewReplacer(`\`, `\\`, `[`, `\[`) // to path.Match, * and ? alone are special
	first := strings.IndexAny(text, "*?")
	if first < 0 {
		return name{text: text}
	}
	return name{text: literal.Replace(text), glob: true, begin: text[:first], end: text[strings.LastIndexAny(text, "*?")+1:]}
}

func (n name) matches(text string) bool {
	if !n.glob {
		return n.text == text
	}
	if !strings.HasPrefix(text, n.begin) || !strings.HasSuffix(text, n.end) {
		return false
	}
	ok, err := path.Match(n.text, text)
	return err == nil && ok
}

// compile reads a care list. Every text is a pattern; those without a name in
// them match nothing.
func compile(list []string) (care []pattern) {
	reasons := map[string]string{}
	for _, group := range defaultCare() {
		for _, text := range group.patterns {
			reasons[text] = group.reason
		}
	}
	for _, text := range list {
		p := pattern{reason: i18n.Text{Key: "care.listed", Args: map[string]any{"Pattern": text}}}
		if key, ok := reasons[text]; ok {
			p.reason = i18n.Text{Key: key}
		}
		rest := strings.ToLower(text)
		if rest, p.home = strings.CutPrefix(rest, "~/"); !p.home {
			p.anchored = strings.HasPrefix(rest, "/")
		}
		for _, text := range names(rest) {
			p.names = append(p.names, newName(text))
		}
		if len(p.names) > 0 {
			care = append(care, p)
		}
	}
	return care
}

// matches reports whether the file or folder at where, or a folder that it is in,
// fits the pattern. home is the real home folder, nil when there is none. Both
// are in names of lower case.
func (p pattern) matches(where, home []string) bool {
	switch {
	case p.home:
		return home != nil && within(where, home) && p.matchAt(where[len(home):])
	case p.anchored:
		return p.matchAt(where)
	}
	for i := range where {
		if p.matchAt(where[i:]) {
			return true
		}
	}
	return false
}

func (p pattern) matchAt(where []string) bool {
	if len(where) < len(p.names) {
		return false
	}
	for i, name := range p.names {
		if !name.matches(where[i]) {
			return false
		}
	}
	return true
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
