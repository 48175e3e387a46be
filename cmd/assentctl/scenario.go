package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"assent/app/scenario"

	"github.com/spf13/cobra"
)

func newScenario() *cobra.Command {
	cmd := newGroup("scenario", "Play ready-made scenarios, each on a data folder and a clock of its own")
	cmd.AddCommand(newScenarioRun(), newScenarioList(), newScenarioReplay())
	return cmd
}

func newScenarioList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the scenarios and what each shows",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := scenario.All()
			for _, s := range all {
				fmt.Fprintf(cmd.OutOrStdout(), "%-36s %s\n", s.Name, s.English)
			}
			return err
		},
	}
}

func newScenarioRun() *cobra.Command {
	var report string
	cmd := &cobra.Command{
		Use:   "run NAME|all",
		Short: "Play scenarios and say what differs from what must come; exit 0 when nothing does, else 1",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := scenario.All()
			if err != nil {
				return err
			}
			if args[0] != "all" {
				all = slices.DeleteFunc(all, func(s scenario.Scenario) bool { return s.Name != args[0] })
			}
			if len(all) == 0 {
				return fmt.Errorf("there is no scenario %q; see assentctl scenario list", args[0])
			}
			suite := playAll(cmd.Context(), all, cmd.OutOrStdout())
			if report != "" {
				if err := suite.write(report); err != nil {
					return err
				}
			}
			if suite.Failures > 0 {
				return exit{exitFinding, fmt.Sprintf("%d of %d scenarios failed", suite.Failures, suite.Tests)}
			}
			return nil
		},
	}
	cmd.ValidArgsFunction = scenarioNames()
	cmd.Flags().StringVar(&report, "junit", "", "`file` to write a JUnit report to")
	return cmd
}

func newScenarioReplay() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a session that serve --record --record-arguments wrote; exit 0 when the same comes again, else 1",
		Long: "Play a session that serve --record --record-arguments wrote against a fresh engine, at the\n" +
			"same times by its own clock and with the same answers, and say where what is asked and\n" +
			"answered differs. Files and services are this computer's.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			transcript, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			differences, err := scenario.Replay(cmd.Context(), transcript)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			for _, difference := range differences {
				fmt.Fprintln(cmd.OutOrStdout(), difference)
			}
			if len(differences) > 0 {
				return exit{exitFinding, fmt.Sprintf("%d differences", len(differences))}
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the same came again")
			return nil
		},
	}
}

// suite is a JUnit report.
type suite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Time     string     `xml:"time,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Time    string   `xml:"time,attr"`
	Failure *finding `xml:"failure"`
	Skipped *finding `xml:"skipped"`
}

type finding struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// playAll plays the scenarios one after the other and prints how each went.
func playAll(ctx context.Context, all []scenario.Scenario, out io.Writer) suite {
	report := suite{Name: "assentctl scenario", Tests: len(all)}
	var total float64
	for _, s := range all {
		o := s.Play(ctx)
		c := testCase{Class: "scenario", Name: s.Name, Time: fmt.Sprintf("%.3f", o.Took.Seconds())}
		total += o.Took.Seconds()
		switch {
		case o.Skipped != "":
			report.Skipped++
			c.Skipped = &finding{Message: o.Skipped}
			fmt.Fprintf(out, "skip  %s: %s\n", s.Name, o.Skipped)
		case o.Pass():
			fmt.Fprintf(out, "pass  %s\n", s.Name)
		default:
			report.Failures++
			c.Failure = &finding{Message: s.English, Text: differences(o)}
			fmt.Fprintf(out, "FAIL  %s: %s\n%s", s.Name, s.English, c.Failure.Text)
		}
		report.Cases = append(report.Cases, c)
	}
	report.Time = fmt.Sprintf("%.3f", total)
	return report
}

// differences says where the play went another way than it must.
func differences(o scenario.Result) string {
	var b strings.Builder
	for _, step := range o.Steps {
		if step.Pass() {
			continue
		}
		fmt.Fprintln(&b, "at    "+step.Line)
		for _, line := range step.Got {
			fmt.Fprintln(&b, "  got   "+line)
		}
		for _, line := range step.Want {
			fmt.Fprintln(&b, "  want  "+line)
		}
	}
	if o.Err != nil {
		fmt.Fprintln(&b, "ended "+o.Err.Error())
	}
	return b.String()
}

func (s suite) write(file string) error {
	data, err := xml.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the report: %w", err)
	}
	return os.WriteFile(file, append([]byte(xml.Header), append(data, '\n')...), 0o644)
}
