package main

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the manual pages to a folder",
		Args:   cobra.ExactArgs(1),
		Hidden: true,
		RunE: func(_ *cobra.Command, args []string) error {
			root.DisableAutoGenTag = true
			epoch := time.Unix(0, 0)
			return doc.GenManTree(root, &doc.GenManHeader{Title: "ASSENTCTL", Section: "1", Source: "Assent", Date: &epoch}, args[0])
		},
	}
}
