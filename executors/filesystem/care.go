package filesystem

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"assent/executors"
)

// pattern says which places need the person's word every time, in the words of
// the care list (see DefaultCare).
type pattern struct {
	home     bool     // begins with ~/
	anchored bool     // begins with /
	names    []string // lower case, for path.Match
	reason   executors.Text
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
	literal := strings.NewReplacer(`\`, `\\`, `[`, `\[`) // to path.Match, * and ? alone are special
	for _, text := range list {
		p := pattern{reason: executors.Text{Key: "care.listed", Args: map[string]any{"Pattern": text}}}
		if key, ok := reasons[text]; ok {
			p.reason = executors.Text{Key: key}
		}
		rest := strings.ToLower(text)
		if rest, p.home = strings.CutPrefix(rest, "~/"); !p.home {
			p.anchored = strings.HasPrefix(rest, "/")
		}
		p.names = names(literal.Replace(rest))
		if len(p.names) > 0 {
			care = append(care, p)
		}
	}
	return care
}

// matches reports whether the file or folder at real, or a folder that it is in,
// fits the pattern. home is the real home folder, empty when there is none.
func (p pattern) matches(real, home string) bool {
	where := names(strings.ToLower(real))
	switch {
	case p.home:
		base := names(strings.ToLower(home))
		return home != "" && within(where, base) && p.matchAt(where[len(base):])
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
		if ok, err := path.Match(name, where[i]); err != nil || !ok {
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
