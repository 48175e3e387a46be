package scenario

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/handwritten"
	"assent/assets"
	"assent/consent/clock"
	"assent/executors"

	"github.com/rogpeppe/go-internal/txtar"
)

// Scenario is a play that shows one thing about Assent, and what must come of it. It has a
// folder, an engine and a clock of its own. It touches nothing of the user's, unless it
// has Programs, which do what they do, or calls for what is not in its folder.
type Scenario struct {
	Name             string
	English, Chinese string   // one sentence: what it shows
	Needs            []string // scopes that this machine must be able to do
	Programs         []string // command lines that its settings have Assent start, for who does not know it
	archive          *txtar.Archive
	steps            []Step // what they must bring
}

// Result is how a scenario went.
type Result struct {
	Steps   []Step
	Skipped string // why it was not played; else empty
	Err     error  // why it could not be played to its end
	Took    time.Duration
}

// Pass reports whether everything went as expected.
func (r Result) Pass() bool {
	for _, step := range r.Steps {
		if !step.Pass() {
			return false
		}
	}
	return r.Err == nil && r.Skipped == ""
}

// All returns the scenarios that the program carries, in the order of their names.
func All() ([]Scenario, error) {
	const carried = "scenarios"
	files, err := assets.Scenarios.ReadDir(carried)
	if err != nil {
		return nil, fmt.Errorf("reading the scenarios: %w", err)
	}
	var all []Scenario
	for _, file := range files {
		data, err := assets.Scenarios.ReadFile(carried + "/" + file.Name())
		if err != nil {
			return nil, fmt.Errorf("reading the scenarios: %w", err)
		}
		s, err := Read(strings.TrimSuffix(file.Name(), Ending), data)
		if err != nil {
			return nil, handwritten.InFile(file.Name(), 0, err)
		}
		all = append(all, s)
	}
	return all, nil
}

// Play plays the scenario. The end of ctx ends it.
func (s Scenario) Play(ctx context.Context) (r Result) {
	system := clock.System()
	began, _ := system.Boot()
	defer func() {
		now, _ := system.Boot()
		r.Took = now - began
	}()
	home, err := os.MkdirTemp("", "assent-scenario-")
	if err != nil {
		r.Err = fmt.Errorf("making a folder to play in: %w", err)
		return r
	}
	defer os.RemoveAll(home)
	if r.Skipped = s.missing(ctx, home); r.Skipped != "" {
		return r
	}
	r.Steps, r.Err = play(ctx, s, home)
	return r
}

// missing says what the scenario needs and this machine lacks, in a sentence.
func (s Scenario) missing(ctx context.Context, home string) string {
	registry, err := app.Diagnose(folder.Places{Data: home})
	if err != nil {
		return err.Error()
	}
	for _, scope := range s.Needs {
		if err := registry.Available(ctx, scope); err != nil {
			return executors.AsError(err).Message
		}
	}
	return ""
}
