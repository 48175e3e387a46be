package manifest

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

const (
	maxPattern = 2048 // bytes of a pattern
	maxSteps   = 4096 // of its program
	maxFormat  = 2048 // bytes of a string judged by a format that grows faster than it
)

// pattern checks a regular expression and returns how many steps its program has.
func (s *screen) pattern(at jsontext.Pointer, value any) int {
	pattern, ok := value.(string)
	if !ok {
		s.report(at, "A pattern must be a string.")
		return 0
	}
	if !s.spend(parsingSize(pattern)) {
		return 0 // not even parsed
	}
	p, err := programOf(pattern)
	switch {
	case err != nil:
		s.report(at, "This pattern is not one of RE2: it must do without look-around and back references.")
	case p.steps > maxSteps:
		s.report(at, "This pattern is too large: use fewer repetitions, and no ranges beyond ASCII with (?i).")
	default:
		s.spend(p.size())
	}
	return p.steps
}

// program is what a pattern will be compiled to, as far as it can be told before
// it is: a few bytes can repeat a lot.
type program struct {
	steps        int // what matching one byte may take
	instructions int
	branches     int  // among the instructions
	ranges       int  // of characters, each counted once however often it is repeated
	anchored     bool // at the beginning of the text, maybe
}

// tooLarge is the program of a pattern that is not worth parsing.
var tooLarge = program{steps: maxSteps + 1}

// foldedRanges finds a case-insensitive pattern with a range that ends beyond ASCII:
// parsing it looks at each of maybe 100 000 characters.
var foldedRanges = regexp.MustCompile(`(?s)\(\?[msU-]*i.*-(\\[x0-7]|[^\x00-\x7f])`)

// programOf parses a pattern of maxPattern bytes in about 100 µs and 80 µs for each
// class of Unicode that it names.
func programOf(pattern string) (program, error) {
	if len(pattern) > maxPattern || foldedRanges.MatchString(pattern) {
		return tooLarge, nil
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return program{}, err
	}
	return measure(re), nil
}

// classes is how many classes of Unicode a pattern may name.
func classes(pattern string) int {
	return strings.Count(pattern, `\p`) + strings.Count(pattern, `\P`)
}

func measure(re *syntax.Regexp) program {
	p := program{steps: 1 + len(re.Rune), instructions: 2}
	switch re.Op {
	case syntax.OpLiteral:
		p.instructions, p.ranges = len(re.Rune), len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		p.instructions, p.ranges = 1, 2+len(re.Rune)/2
	case syntax.OpConcat:
		p.instructions = 0
	case syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		p.instructions, p.branches = 1, 1
	case syntax.OpStar:
		p.instructions, p.branches = 2, 2 // what may be empty is repeated as (x+)?
	case syntax.OpAlternate:
		p.instructions, p.branches = len(re.Sub), len(re.Sub)
	case syntax.OpBeginText:
		p.anchored = true
	}
	for _, sub := range re.Sub {
		part := measure(sub)
		p.steps += part.steps
		p.instructions += part.instructions
		p.branches += part.branches
		p.ranges += part.ranges
		p.anchored = p.anchored || part.anchored
	}
	if re.Op == syntax.OpRepeat {
		times := max(1, re.Min, re.Max)
		p.steps *= times
		p.instructions *= times
		p.branches *= times
		if re.Max < 0 { // ends with a star or a plus
			p.instructions++
			p.branches++
		}
	}
	p.steps = min(p.steps, maxSteps+1)
	return p
}

// formatOf returns the check of a format, nil for one that is not known.
func formatOf(value any) func(any) bool {
	name, _ := value.(string)
	check := jsonschema.Formats[name]
	switch name {
	case "regex":
		return func(value any) bool {
			pattern, ok := value.(string)
			if !ok {
				return true
			}
			p, err := programOf(pattern)
			return err == nil && p.steps <= maxSteps
		}
	case "duration", "period":
		return func(value any) bool {
			s, _ := value.(string)
			return len(s) <= maxFormat && check(value)
		}
	}
	return check
}
