package manifest

import (
	"regexp/syntax"

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
	steps, err := steps(pattern)
	if err != nil {
		s.report(at, "This pattern is not one of RE2: it must do without look-around and back references.")
	} else if steps > maxSteps {
		s.report(at, "This pattern is too large: use fewer repetitions.")
	}
	return steps
}

// steps parses a pattern and estimates its program before it is built: a few
// bytes can repeat a lot.
func steps(pattern string) (int, error) {
	if len(pattern) > maxPattern {
		return maxSteps + 1, nil
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0, err
	}
	return size(re), nil
}

func size(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		n += size(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(1, re.Min, re.Max)
	}
	return min(n, maxSteps+1)
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
			n, err := steps(pattern)
			return err == nil && n <= maxSteps
		}
	case "duration", "period":
		return func(value any) bool {
			s, _ := value.(string)
			return len(s) <= maxFormat && check(value)
		}
	}
	return check
}
