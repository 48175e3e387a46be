package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"assent/app/folder"
	"assent/app/handwritten"
	"assent/app/scenario"
	"assent/consent/visible"

	"github.com/spf13/cobra"
)

// running are the flags of scenario run.
type running struct {
	report string
	update bool
}

func newScenarioRun() *cobra.Command {
	var r running
	cmd := &cobra.Command{
		Use:   "run all|NAME|FILE…",
		Short: "Play scenarios and say what differs from what must come; exit 0 when nothing does, else 1",
		Long: `Play scenarios, those that the program carries by name and your own by file, and say what
differs from what must come: "- " begins what was expected, "+ " what came. Exit 0 when nothing
differs, 1 when something does, 2 when a file is not understood: then nothing is played, and each
such file is named with its line. docs/scenarios.md has the language.

Each is played on a data folder, a home folder and a clock of its own. What its settings name
under project_clis is started on this computer, and pages that are not its own are fetched: play
only files that you would run.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args) },
	}
	cmd.ValidArgsFunction = scenarioNames()
	cmd.Flags().StringVar(&r.report, "junit", "", "`file` to write a JUnit report to")
	cmd.Flags().BoolVar(&r.update, "update", false, "write what comes into the files, in place of what they expect")
	return cmd
}

// toPlay is a scenario, and the file that it is in; empty where the program carries it.
type toPlay struct {
	scenario.Scenario
	file string
}

func (r running) run(cmd *cobra.Command, args []string) error {
	all, err := findScenarios(args)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	report, said := newSuite(len(all)), coloursOf(out)
	for _, s := range all {
		result := s.Play(cmd.Context())
		if r.update && s.file != "" && result.Err == nil && result.Skipped == "" {
			if err := s.update(out, result); err != nil {
				return err
			}
			continue
		}
		differs := differences(s, result)
		report.add(s, result, differs)
		tellResult(out, said, s, result, differs)
	}
	if len(all) > 1 && !r.update {
		fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", report.Tests-report.Failures-report.Skipped, report.Failures, report.Skipped)
	}
	if r.report != "" {
		if err := report.write(r.report); err != nil {
			return err
		}
	}
	if report.Failures > 0 {
		return exit{exitFinding, fmt.Sprintf("%d of %d scenarios failed", report.Failures, report.Tests)}
	}
	return nil
}

// findScenarios returns what the arguments name. The error names every one that is nothing.
func findScenarios(args []string) (all []toPlay, err error) {
	carried, err := scenario.All()
	if err != nil {
		return nil, err
	}
	var faults []error
	for _, arg := range args {
		found := false
		for _, s := range carried {
			if arg == "all" || arg == s.Name {
				all, found = append(all, toPlay{Scenario: s}), true
			}
		}
		if found {
			continue
		}
		s, err := readScenario(arg)
		if err != nil {
			faults = append(faults, err)
		}
		all = append(all, s)
	}
	return all, errors.Join(faults...)
}

// scenarioLimit is more bytes than a scenario has.
const scenarioLimit = 16 << 20

func readScenario(file string) (toPlay, error) {
	if _, err := os.Stat(file); err != nil && !strings.HasSuffix(file, scenario.Ending) && filepath.Base(file) == file {
		return toPlay{}, fmt.Errorf("there is no scenario %q; see assentctl scenario list", file)
	}
	data, err := folder.ReadFile(file, scenarioLimit)
	if err != nil {
		return toPlay{}, err
	}
	s, err := scenario.Read(strings.TrimSuffix(file, scenario.Ending), data)
	if err != nil {
		return toPlay{}, handwritten.InFile(file, 0, err)
	}
	return toPlay{s, file}, nil
}

// update writes what came into the scenario's file, if that is not what it expects.
func (s toPlay) update(out io.Writer, result scenario.Result) error {
	if result.Pass() {
		fmt.Fprintf(out, "as it was  %s\n", s.file)
		return nil
	}
	if err := os.WriteFile(s.file, s.Updated(result.Steps), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "updated    %s\n", s.file)
	return nil
}

// tellResult says how a scenario went.
func tellResult(out io.Writer, c colours, s toPlay, result scenario.Result, differs []string) {
	name := visible.Escape(s.Name)
	switch {
	case result.Skipped != "":
		fmt.Fprintf(out, "%s  %s: %s\n", c.yellow("skip"), name, result.Skipped)
	case result.Pass():
		fmt.Fprintf(out, "%s  %s\n", c.green("pass"), name)
	default:
		fmt.Fprintf(out, "%s  %s: %s\n", c.red("FAIL"), c.bold(name), visible.Escape(s.English))
		for _, line := range differs {
			switch {
			case strings.HasPrefix(line, removed):
				line = c.red(line)
			case strings.HasPrefix(line, added):
				line = c.green(line)
			}
			fmt.Fprintln(out, line)
		}
	}
}

// How the lines of a difference begin.
const (
	indent  = "    "
	removed = indent + "- "
	added   = indent + "+ "
)

// lineShown is how much of a line is shown, in characters.
const lineShown = 2000

// differences says where the play went another way than it must: the step by its line,
// and what was expected beside what came.
func differences(s toPlay, result scenario.Result) (lines []string) {
	where := s.file
	if where == "" {
		where = s.Name
	}
	for _, step := range result.Steps {
		if step.Pass() {
			continue
		}
		lines = append(lines, fmt.Sprintf("  %s:%d: %s", visible.Escape(where), step.At, shown(step.Line)))
		for _, line := range step.Difference() {
			lines = append(lines, indent+shownSetIn(line))
		}
	}
	if result.Err != nil {
		lines = append(lines, "  "+shown(handwritten.InFile(where, 0, result.Err).Error()))
	}
	if len(lines) > 0 {
		lines = append([]string{indent + "(- was expected, + came)"}, lines...)
	}
	return lines
}

func shown(line string) string {
	line, _ = visible.Short(line, lineShown)
	return visible.Escape(line)
}

// shownSetIn is a line of a difference, whose blanks at the beginning are the layout's.
func shownSetIn(line string) string {
	text := strings.TrimLeft(line[2:], " ")
	return line[:len(line)-len(text)] + shown(text)
}
