package executortest

import (
	"context"
	"io"
	"testing"
	"time"

	"assent/executors"
)

// Case is one call whose outcome is known.
type Case struct {
	Name    string
	Request executors.Request

	// Reason is how the call fails, from Prepare or from Run; empty when Run
	// succeeds, if need be after an AskAgain.
	Reason executors.Reason

	// Stalls says that the target never answers: Run ends only with its context.
	Stalls bool
}

// Conform checks that the executors start makes keep the rules, over cases and
// over malformed variants of their arguments. start is called once for each rule
// and case; what it needs ends with its t. The rules:
//
//   - Prepare and Run return within 100 ms of their context's end, and with an
//     error when it had ended before.
//   - Nothing is left behind: no goroutine, no file descriptor, no temporary file. An
//     executor that is an io.Closer may keep some from one call to the next, and is
//     closed first.
//   - No argument makes it panic.
//   - Errors, the wrapped ones too, are *Errors and hold no value of an argument.
//   - Facts stay the same; Close may come twice and before Run.
//   - Results encode to a JSON object.
//   - What runs early comes to the same as what runs later.
//
// It must not run in parallel with other tests of its process.
func Conform(t *testing.T, start func(t *testing.T) executors.Executor, cases []Case) {
	t.Helper()
	for _, c := range cases {
		for _, rule := range rules() {
			t.Run(c.Name+"/"+rule.name, func(t *testing.T) {
				t.Setenv("TMPDIR", t.TempDir())
				executor := start(t)
				before := holdings()
				if err := rule.check(t.Context(), executor, c); err != nil {
					t.Error(err)
				}
				if kept, ok := executor.(io.Closer); ok {
					if err := kept.Close(); err != nil {
						t.Error(err)
					}
				}
				if err := before.leaked(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// caseLimit is how long one call of a case may take; one that stalls gets less.
const caseLimit = 10 * time.Second

// grace is how far past its context's end a call may return (contract §8).
const grace = 100 * time.Millisecond

type rule struct {
	name  string
	check func(context.Context, executors.Executor, Case) error
}

func rules() []rule {
	return []rule{
		{"outcome", outcome},
		{"time limit", timeLimit},
		{"ended context", endedContext},
		{"close", closing},
		{"malformed arguments", malformed},
		{"early", early},
	}
}
