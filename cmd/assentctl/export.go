package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"assent/audit"

	"github.com/spf13/cobra"
)

func newAuditExport(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE",
		Short: "Write every row to a file: CSV when its name ends in .csv, else JSON Lines, as to standard output for -",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			log, err := openLog(f)
			if err != nil {
				return err
			}
			defer log.Close()
			if args[0] == "-" {
				return log.Export(cmd.Context(), cmd.OutOrStdout(), audit.JSONLines, audit.Filter{})
			}
			format := audit.JSONLines
			if strings.HasSuffix(strings.ToLower(args[0]), ".csv") {
				format = audit.CSV
			}
			file, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
			if err != nil {
				return err
			}
			if err := errors.Join(log.Export(cmd.Context(), file, format, audit.Filter{}), file.Close()); err != nil {
				return fmt.Errorf("exporting to %s: %w", args[0], err)
			}
			return nil
		},
	}
}
