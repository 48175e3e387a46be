package main

import (
	"errors"
	"fmt"
	"io"

	"assent/app"
	"assent/consent/manifest"
	"assent/consent/manifest/lint"
	"assent/consent/visible"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

// findings is what lint says of a manifest.
type findings struct {
	File     string           `json:"file,omitzero"` // where several are looked at
	Valid    bool             `json:"valid"`
	Hash     string           `json:"hash,omitzero"`
	Errors   []manifest.Issue `json:"errors"`
	Warnings []manifest.Issue `json:"warnings"`
}

func newLint(f *flags) *cobra.Command {
	var asJSON, strict bool
	cmd := &cobra.Command{
		Use:   "lint FILE…",
		Short: "Report every error and warning with its place; exit 1 on errors",
		Long: "Reports all that makes a manifest invalid, with its place, and all that will not work as it seems to be meant:\n" +
			"arguments that no executor takes, members that are required and not let in, branches that are shut out,\n" +
			"misspelt members, formats that nobody judges by, scopes that no tool needs, characters that nobody sees.\n" +
			"FILE - is standard input. Exit 1 on errors, with --strict on warnings too.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var all []findings
			bad := false
			for _, name := range args {
				data, err := readManifest(cmd, name)
				if err != nil {
					return err
				}
				found, err := check(f, data)
				if err != nil {
					return err
				}
				found.File = name
				bad = bad || !found.Valid || strict && len(found.Warnings) > 0
				all = append(all, found)
			}
			if err := printFindings(cmd.OutOrStdout(), all, asJSON); err != nil {
				return err
			}
			if bad {
				return exit{code: exitFinding}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON: an object, of several files an array")
	cmd.Flags().BoolVar(&strict, "strict", false, "exit 1 on warnings too")
	return cmd
}

// check looks at a manifest as this machine's engine would, and as its author should.
func check(f *flags, data []byte) (findings, error) {
	m, err := manifest.Parse(data)
	var invalid *manifest.Invalid
	switch {
	case errors.As(err, &invalid):
		return findings{Errors: invalid.Issues}, nil
	case err != nil:
		return findings{Errors: []manifest.Issue{{Message: err.Error()}}}, nil
	}
	places, err := f.places()
	if err != nil {
		return findings{}, err
	}
	registry, err := app.Diagnose(places)
	if err != nil {
		return findings{}, err
	}
	return findings{Valid: true, Hash: m.Hash, Warnings: append(m.Warn(registry.Serves), lint.Findings(m)...)}, nil
}

// printFindings prints what was found in each file.
func printFindings(w io.Writer, all []findings, asJSON bool) error {
	if !asJSON {
		for _, found := range all {
			found.print(w)
		}
		return nil
	}
	var value any = all
	if len(all) == 1 {
		all[0].File = ""
		value = all[0]
	}
	err := json.MarshalWrite(w, value, jsontext.WithIndent("  "))
	fmt.Fprintln(w)
	return err
}

// print writes the findings as file:pointer: message.
func (r findings) print(w io.Writer) {
	for _, issue := range r.Errors {
		fmt.Fprintf(w, "%s:%s: %s\n", r.File, visible.Escape(issue.Path), visible.Escape(issue.Message))
	}
	for _, issue := range r.Warnings {
		fmt.Fprintf(w, "%s:%s: warning: %s\n", r.File, visible.Escape(issue.Path), visible.Escape(issue.Message))
	}
	if r.Valid {
		fmt.Fprintf(w, "%s: valid, %d warnings, hash %s\n", r.File, len(r.Warnings), r.Hash)
	}
}
