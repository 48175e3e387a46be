package script

import (
	"regexp"
	"strings"
)

// idGlob is a glob of ids: * is any text.
type idGlob struct{ pattern *regexp.Regexp }

// UnmarshalText reads the glob. Every text is one.
func (g *idGlob) UnmarshalText(text []byte) error {
	g.pattern = glob(string(text), ".*")
	return nil
}

func (g *idGlob) match(id string) bool { return g.pattern.MatchString(id) }

// targetGlob is a glob of a plan's target, a path or an address: * is any text without a
// slash, ** any text, and ~/ at its beginning the home folder.
type targetGlob struct {
	home    bool
	pattern *regexp.Regexp
}

// UnmarshalText reads the glob. Every text is one.
func (g *targetGlob) UnmarshalText(text []byte) error {
	rest, home := strings.CutPrefix(string(text), "~/")
	g.home, g.pattern = home, glob(rest, "[^/]*")
	return nil
}

// match reports whether target fits. A plan without a target fits no glob.
func (g *targetGlob) match(target, home string) bool {
	if g.home {
		below, ok := strings.CutPrefix(target, strings.TrimSuffix(home, "/")+"/")
		return ok && home != "" && g.pattern.MatchString(below)
	}
	return target != "" && g.pattern.MatchString(target)
}

// glob compiles a glob in which * is star, and ** is any text. Nothing else is special.
func glob(text, star string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for i, between := range strings.Split(text, "**") {
		if i > 0 {
			b.WriteString(".*")
		}
		for j, plain := range strings.Split(between, "*") {
			if j > 0 {
				b.WriteString(star)
			}
			b.WriteString(regexp.QuoteMeta(plain))
		}
	}
	b.WriteString(`\z`)
	return regexp.MustCompile(b.String())
}
