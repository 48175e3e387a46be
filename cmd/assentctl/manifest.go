package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"assent/app"
	"assent/consent/canonical"
	"assent/consent/manifest"
	"assent/consent/visible"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

func newManifest(f *flags) *cobra.Command {
	cmd := newGroup("manifest", "Check a capability manifest, and print its hash or canonical form")
	cmd.AddCommand(newLint(f), newFormCommand("hash FILE", "Print the SHA-256 of the canonical form", func(form []byte) string {
		return canonical.Hash(form)
	}), newFormCommand("canonical FILE", "Print the canonical form (RFC 8785)", func(form []byte) string {
		return string(form)
	}))
	return cmd
}

// newFormCommand makes a command that prints something of a file's canonical form.
func newFormCommand(use, short string, show func(form []byte) string) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			form, err := canonical.Form(data)
			if err != nil {
				return exit{exitFinding, fmt.Sprintf("%s: %v", args[0], err)}
			}
			fmt.Fprintln(cmd.OutOrStdout(), show(form))
			return nil
		},
	}
}

// findings is what lint says of a manifest.
type findings struct {
	Valid    bool             `json:"valid"`
	Hash     string           `json:"hash,omitzero"`
	Errors   []manifest.Issue `json:"errors"`
	Warnings []manifest.Issue `json:"warnings"`
}

func newLint(f *flags) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "lint FILE",
		Short: "Report every error and warning with its place; exit 1 on errors",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			found, err := lint(f, data)
			if err != nil {
				return err
			}
			if asJSON {
				err = json.MarshalWrite(cmd.OutOrStdout(), found, jsontext.WithIndent("  "))
				fmt.Fprintln(cmd.OutOrStdout())
			} else {
				found.print(cmd.OutOrStdout(), args[0])
			}
			if err == nil && !found.Valid {
				return exit{code: exitFinding}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// lint checks a manifest as this machine's engine would.
func lint(f *flags, data []byte) (findings, error) {
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
	return findings{Valid: true, Hash: m.Hash, Warnings: m.Warn(registry.Serves)}, nil
}

// print writes the findings as file:pointer: message.
func (r findings) print(w io.Writer, file string) {
	for _, issue := range r.Errors {
		fmt.Fprintf(w, "%s:%s: %s\n", file, visible.Escape(issue.Path), visible.Escape(issue.Message))
	}
	for _, issue := range r.Warnings {
		fmt.Fprintf(w, "%s:%s: warning: %s\n", file, visible.Escape(issue.Path), visible.Escape(issue.Message))
	}
}
