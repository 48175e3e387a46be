package scenario

import (
	"fmt"
	"slices"
	"strings"

	"assent/executors"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/rogpeppe/go-internal/txtar"
)

// Difference returns what a step should have brought beside what it brought instead, a
// line each: "- " begins what was expected and did not come, "+ " what came, and two blanks
// what is the same in both. Where there are answers on either side, their JSON is laid
// out, a member a line. It returns nothing for a step that went as expected.
func (s Step) Difference() (lines []string) {
	missing, instead := without(s.Want, s.Got), without(s.Got, s.Want)
	write := written
	if slices.ContainsFunc(missing, isAnswer) && slices.ContainsFunc(instead, isAnswer) {
		write = laidOut
	}
	difference := executors.Compare(write(missing), write(instead))
	if difference == nil {
		return nil
	}
	mark := map[executors.LineKind]string{executors.LineRemoved: "- ", executors.LineAdded: "+ ", executors.LineSame: "  ", executors.LineSkipped: "  …"}
	for _, line := range difference.Lines {
		lines = append(lines, mark[line.Kind]+line.Text)
	}
	return lines
}

// without returns the lines that are not among others, each as often as it is missing there.
func without(lines, others []string) (rest []string) {
	others = slices.Clone(others)
	for _, line := range lines {
		if i := slices.Index(others, line); i >= 0 {
			others = slices.Delete(others, i, i+1)
			continue
		}
		rest = append(rest, line)
	}
	return rest
}

func isAnswer(line string) bool { return strings.HasPrefix(line, "< ") }

func written(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// laidOut writes lines so that they can be compared member by member.
func laidOut(lines []string) string {
	lines = slices.Clone(lines)
	for i, line := range lines {
		if value := jsontext.Value(strings.TrimPrefix(line, "< ")); isAnswer(line) && value.Indent(jsontext.WithIndent(" ")) == nil {
			lines[i] = "< " + string(value)
		}
	}
	return written(lines)
}

// Updated returns the scenario's file with what its steps brought in place of what it
// expects. The order of a step that went as expected stays.
func (s Scenario) Updated(steps []Step) []byte {
	var exchange strings.Builder
	for _, step := range steps {
		lines := step.Got
		if step.Pass() {
			lines = step.Want
		}
		for _, line := range append([]string{step.Line}, lines...) {
			fmt.Fprintln(&exchange, line)
		}
	}
	updated := txtar.Archive{Comment: s.archive.Comment, Files: slices.Clone(s.archive.Files)}
	for i, file := range updated.Files {
		if file.Name == exchangeSection {
			updated.Files[i].Data = []byte(exchange.String())
		}
	}
	return txtar.Format(&updated)
}
