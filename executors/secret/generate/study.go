package main

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
)

// assignment is how gitleaks writes that a name is given a value; what may stand
// before the name tells nothing and is taken away.
const (
	before     = `[\w.-]{0,50}?`
	assignment = `(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`
)

// finding is what the scanner has to know about a pattern.
type finding struct {
	keywords []string // every match holds one of them, in lower case
	lead     int      // bytes of a match before the keyword, at most
	assigned bool     // a name, an assignment, a value
	class    [2]uint64
	wide     bool // class holds what is not ASCII
	least    int
	most     int
}

// String writes the finding as fields of a rule.
func (f finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "keywords: %#v, least: %d, most: %d", f.keywords, f.least, f.most)
	if f.lead > 0 {
		fmt.Fprintf(&b, ", lead: %d", f.lead)
	}
	if f.assigned {
		fmt.Fprintf(&b, ", assigned: true")
	}
	fmt.Fprintf(&b, ", class: class{%#x, %#x}", f.class[0], f.class[1])
	return b.String()
}

// forms are the alternatives of a pattern at its top, without what may stand before.
func forms(pattern string) []string {
	pattern = strings.ReplaceAll(pattern, before, "")
	re := parse(pattern)
	if re.Op != syntax.OpAlternate {
		return []string{pattern}
	}
	var all []string
	for _, branch := range re.Sub {
		all = append(all, branch.String())
	}
	return all
}

// study finds out about a pattern. The error says that it cannot be looked for by
// keywords, or matches more than ASCII.
func study(pattern string) (f finding, err error) {
	anchors, ok := anchorsOf(parts(parse(pattern)))
	if !ok {
		return f, fmt.Errorf("no keyword that every match holds: %s", pattern)
	}
	for _, a := range anchors {
		f.keywords = append(f.keywords, a.text)
		f.lead = max(f.lead, a.lead)
	}
	slices.Sort(f.keywords)
	f.keywords = slices.Compact(f.keywords)
	run := pattern
	if at := strings.LastIndex(pattern, assignment); at >= 0 {
		f.assigned = true
		run = pattern[at+len(assignment):]
		if strings.HasPrefix(pattern, "(?i)") {
			run = "(?i)" + run
		}
	}
	body := trim(parts(parse(run)))
	for _, part := range body {
		least, most := width(part)
		f.least += least
		f.most = add(f.most, most)
		f.collect(part)
	}
	if f.most < 0 {
		f.most = 0
	}
	if f.wide {
		return f, fmt.Errorf("matches more than ASCII: %s", pattern)
	}
	return f, nil
}

func parse(pattern string) *syntax.Regexp {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	return re
}

// parts are what follows one another in re.
func parts(re *syntax.Regexp) []*syntax.Regexp {
	switch re.Op {
	case syntax.OpCapture:
		return parts(re.Sub[0])
	case syntax.OpConcat:
		var all []*syntax.Regexp
		for _, sub := range re.Sub {
			all = append(all, parts(sub)...)
		}
		return all
	}
	return []*syntax.Regexp{re}
}

// trim takes away the parts at the end that say where the secret ends.
func trim(all []*syntax.Regexp) []*syntax.Regexp {
	for len(all) > 0 && (zeroWidth(all[len(all)-1]) || ends(all[len(all)-1])) {
		all = all[:len(all)-1]
	}
	return all
}

func zeroWidth(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpWordBoundary, syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpEmptyMatch:
		return true
	}
	return false
}

func ends(re *syntax.Regexp) bool {
	return re.Op == syntax.OpAlternate && slices.ContainsFunc(re.Sub, zeroWidth)
}

// width returns how many bytes re matches; most is -1 when there is no bound. Every
// character counts as one: collect refuses others.
func width(re *syntax.Regexp) (least, most int) {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune), len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, 1
	case syntax.OpCapture:
		return width(re.Sub[0])
	case syntax.OpStar:
		return 0, -1
	case syntax.OpPlus:
		least, _ = width(re.Sub[0])
		return least, -1
	case syntax.OpQuest:
		_, most = width(re.Sub[0])
		return 0, most
	case syntax.OpRepeat:
		least, most = width(re.Sub[0])
		if re.Max < 0 || most < 0 {
			return least * re.Min, -1
		}
		return least * re.Min, most * re.Max
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			l, m := width(sub)
			least, most = least+l, add(most, m)
		}
		return least, most
	case syntax.OpAlternate:
		least = -1
		for _, sub := range re.Sub {
			l, m := width(sub)
			if least < 0 || l < least {
				least = l
			}
			if most >= 0 && (m < 0 || m > most) {
				most = m
			}
		}
		return least, most
	}
	return 0, 0
}

func add(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

// collect adds the bytes that re can match to the class.
func (f *finding) collect(re *syntax.Regexp) {
	one := func(r rune) {
		if r >= 0x80 {
			f.wide = f.wide || r != 'K' && r != 'ſ' // which fold to k and s
			return
		}
		f.class[r/64] |= 1 << (r % 64)
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			one(r)
			if re.Flags&syntax.FoldCase != 0 {
				one(rune(strings.ToUpper(string(r))[0]))
				one(rune(strings.ToLower(string(r))[0]))
			}
		}
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= min(re.Rune[i+1], 0x80); r++ {
				one(r)
			}
			f.wide = f.wide || re.Rune[i+1] > 0x80 && re.Rune[i] != re.Rune[i+1]
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		f.wide = true
	}
	for _, sub := range re.Sub {
		f.collect(sub)
	}
}
