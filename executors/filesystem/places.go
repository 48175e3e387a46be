package filesystem

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"assent/executors"
	"assent/i18n"
)

// Places are globs of absolute paths within which an agent's file wants it to stay
// (contract §16): * stops at /, ** does not, and what names a folder is all below it.
type Places struct {
	Limited bool // Allowed counts: all else is asked about every time
	Allowed []string
	Denied  []string // never, whatever Allowed says
}

// judge has what was found asked about, or refused, where it is not in these places.
func (p Places) judge(found *finding) {
	in := func(glob string) bool { return globOf(glob).MatchString(found.real) }
	switch {
	case slices.ContainsFunc(p.Denied, in):
		found.reason = executors.Errorf(executors.ProtectedPath, "The agent's own file says never to read here.")
	case p.Limited && !slices.ContainsFunc(p.Allowed, in):
		found.care = append(found.care, i18n.Text{Key: "care.outside_allowed"})
	}
}

// globOf compiles a glob. The folders before its first pattern are where they really are.
func globOf(glob string) *regexp.Regexp {
	names := strings.Split(strings.TrimRight(filepath.ToSlash(glob), "/"), "/")
	fixed := 0
	for fixed < len(names) && !strings.ContainsAny(names[fixed], "*?") {
		fixed++
	}
	base := strings.Join(names[:fixed], "/")
	if real, ok := realFolder(base+"/", ""); ok {
		base = strings.TrimRight(real, "/")
	}
	var b strings.Builder
	b.WriteString(`(?s)\A` + regexp.QuoteMeta(base))
	for _, name := range names[fixed:] {
		if name == "**" {
			b.WriteString(`(?:/[^/]+)*`)
			continue
		}
		b.WriteString("/")
		for _, r := range name {
			switch r {
			case '*':
				b.WriteString(`[^/]*`)
			case '?':
				b.WriteString(`[^/]`)
			default:
				b.WriteString(regexp.QuoteMeta(string(r)))
			}
		}
	}
	b.WriteString(`(?:/.*)?\z`)
	return regexp.MustCompile(b.String())
}
