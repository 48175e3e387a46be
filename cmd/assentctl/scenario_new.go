package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"assent/app/scenario"
	"assent/assets"

	"github.com/spf13/cobra"
)

func newScenarioNew() *cobra.Command {
	return &cobra.Command{
		Use:   "new NAME",
		Short: "Write a small scenario to begin with, with a word to each part, as NAME.txtar",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := strings.TrimSuffix(args[0], scenario.Ending) + scenario.Ending
			out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%s is there already; choose another name", file)
			}
			if err != nil {
				return err
			}
			_, err = out.Write(assets.NewScenario)
			if err := errors.Join(err, out.Close()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "wrote %s; play it with: assentctl scenario run %s\n", file, file)
			return nil
		},
	}
}
