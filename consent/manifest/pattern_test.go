package manifest

import (
	"regexp/syntax"
	"testing"
)

// A pattern is measured before it is compiled: never to fewer instructions than it
// then has.
func FuzzProgram(f *testing.F) {
	for _, seed := range []string{`^[a-z]{1,64}$`, `(a|b){700}`, `(|){999}`, `(?i)^(é?k*)+$`, `^a?b?c?`, `\pL{3}|[^\PN]`, `(?:x{0}|y{2,}){3}`, `(?m)^\b$\z`, `((a{10}){10}){10}`, `(?i)[B-𞥂]`, `a**`, `(?s).{999}`, `(|)*0`, `${0,}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		p, err := programOf(pattern)
		if err != nil || p.steps > maxSteps {
			return
		}
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatalf("%q: %v", pattern, err)
		}
		compiled, err := syntax.Compile(re.Simplify())
		if err != nil {
			t.Fatalf("%q: %v", pattern, err)
		}
		branches, begins := 0, false
		for _, instruction := range compiled.Inst {
			switch instruction.Op {
			case syntax.InstAlt, syntax.InstAltMatch:
				branches++
			case syntax.InstEmptyWidth:
				begins = begins || syntax.EmptyOp(instruction.Arg) == syntax.EmptyBeginText
			}
		}
		const always = 2 // to fail and to match
		if got := len(compiled.Inst) - always; got > p.instructions || branches > p.branches || begins && !p.anchored {
			t.Errorf("%q: %d instructions, %d branches, anchored %v; measured as %+v", pattern, got, branches, begins, p)
		}
	})
}
