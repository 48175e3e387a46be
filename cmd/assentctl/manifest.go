package main

import (
	"fmt"
	"io"
	"os"

	"assent/consent/canonical"

	"github.com/spf13/cobra"
)

func newManifest(f *flags) *cobra.Command {
	cmd := newGroup("manifest", "Check, compare and make capability manifests, and print their hash or canonical form")
	cmd.AddCommand(newLint(f), newDiff(), newFromMCP(), newFormCommand("hash FILE", "Print the SHA-256 of the canonical form", func(form []byte) string {
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
			data, err := readManifest(cmd, args[0])
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

// maxRead is how much is read of a manifest: what is larger is refused for its size.
const maxRead = 64 << 20

// readManifest reads the file that a person names; "-" is standard input.
func readManifest(cmd *cobra.Command, name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxRead))
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxRead))
}
