package main

import (
	"fmt"
	"os"

	"assent/app/scenario"

	"github.com/spf13/cobra"
)

func newScenario() *cobra.Command {
	cmd := newGroup("scenario", "Play scenarios, ready-made ones and your own, each on a data folder and a clock of its own")
	cmd.AddCommand(newScenarioRun(), newScenarioNew(), newScenarioList(), newScenarioReplay())
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
