package manifest

import (
	"errors"
	"fmt"
)

// ErrTooLarge is returned for a manifest whose canonical form is over MaxSize.
var ErrTooLarge = errors.New("the manifest is larger than 128 KiB: use fewer tools, and oneOf for variants of one")

// Invalid is the error of a manifest that breaks contract §6: everything that is
// wrong with it, in document order as far as possible.
type Invalid struct{ Issues []Issue }

func (e *Invalid) Error() string {
	first := e.Issues[0]
	if len(e.Issues) == 1 {
		return fmt.Sprintf("the manifest is not valid: %s: %s", first.Path, first.Message)
	}
	return fmt.Sprintf("the manifest has %d errors; the first: %s: %s", len(e.Issues), first.Path, first.Message)
}

// maxIssues is how many errors are told at once. A manifest of hostile size could
// have many thousands.
const maxIssues = 1000

// gather adds an issue to a list that is not full.
func gather(issues []Issue, issue Issue) []Issue {
	switch {
	case len(issues) < maxIssues:
		return append(issues, issue)
	case len(issues) == maxIssues:
		return append(issues, Issue{Message: "There are more errors than these: mend these first."})
	}
	return issues
}

// Misfit is the error of arguments that do not fit their tool's input_schema. It
// may travel to the agent: it names the place and the rule, never a value.
type Misfit struct {
	Pointer string // JSON Pointer into the arguments
	Rule    string // the keyword broken, such as "required" or "maxLength"
	Message string // a sentence, at most 300 bytes
}

func (e *Misfit) Error() string { return e.Message }
