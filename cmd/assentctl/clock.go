package main

import (
	"fmt"

	"assent/app/wire"
	"assent/consent/clock"

	"github.com/spf13/cobra"
)

func newClock(f *flags) *cobra.Command {
	cmd := newGroup("clock", "Move the clock of an engine started with serve --virtual-clock")
	cmd.AddCommand(&cobra.Command{
		Use:     "advance DURATION",
		Short:   "Let time pass: timers and silent windows follow",
		Example: "  assentctl clock advance 25h\n  assentctl clock advance 1d12h",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := clock.ParseDuration(args[0])
			if err != nil || d <= 0 {
				return fmt.Errorf("%q is not a duration such as 31s, 25h or 2d", args[0])
			}
			answer, err := control(cmd.Context(), f, wire.Control{Op: wire.ClockAdvance, By: d.String()})
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), answer.Now)
			return nil
		},
	})
	return cmd
}
