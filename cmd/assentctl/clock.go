package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

func newClock(f *flags) *cobra.Command {
	cmd := newGroup("clock", "Move the clock of an engine started with serve --virtual-clock")
	cmd.AddCommand(&cobra.Command{
		Use:     "advance DURATION",
		Short:   "Let time pass: timers and silent windows follow",
		Example: "  assentctl clock advance 25h",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if d, err := time.ParseDuration(args[0]); err != nil || d <= 0 {
				return fmt.Errorf("%q is not a duration such as 90s, 31s or 25h", args[0])
			}
			c, err := dial(cmd.Context(), f)
			if err != nil {
				return err
			}
			defer c.close()
			var result struct {
				Now string `json:"now"`
			}
			if err := c.control(map[string]any{"op": "clock_advance", "by": args[0]}, &result); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), result.Now)
			return nil
		},
	})
	return cmd
}
