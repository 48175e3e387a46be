package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"assent/app/wire"

	"github.com/spf13/cobra"
)

// readArguments returns what --args says: JSON, or where it begins with @ that of a file,
// @- of standard input.
func readArguments(cmd *cobra.Command, given string) (string, error) {
	name, named := strings.CutPrefix(given, "@")
	if !named {
		return given, nil
	}
	in := cmd.InOrStdin()
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return "", fmt.Errorf("--args: %w", err)
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, wire.MaxInbound+1))
	if err == nil && len(data) > wire.MaxInbound {
		err = fmt.Errorf("%s has more than the %d bytes that a line may have", name, wire.MaxInbound)
	}
	if err != nil {
		return "", fmt.Errorf("--args: %w", err)
	}
	return string(data), nil
}
