package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"assent/app/wire"
	"assent/consent/manifest"
	"assent/consent/visible"

	"github.com/spf13/cobra"
)

func newAgentImport(f *flags) *cobra.Command {
	var workspace string
	var given []string
	cmd := &cobra.Command{
		Use:   "import FILE [--workspace DIR] [--input NAME=VALUE]...",
		Short: "Offer an agent file to the engine and print what the user granted",
		Long: `Offer an agent file, as Amazon Q and Kiro write them, to the engine, and print what the
user granted. The agent's id is the file's name.

The user reviews twice. First the commands, the addresses and the names of the variables
that would be handed over: only after a yes is each server started, listed and ended. Then
the tools and their scopes, as of any manifest.

${NAME} in the file is filled in from --input, judged by the file's inputSchema, and
${workspace} by --workspace. Any other name is a variable of the environment in which
Assent was started; it may stand in a server's env and headers alone, and is read when
that server starts.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			request, err := importOf(args[0], workspace, given)
			if err != nil {
				return err
			}
			c, err := connect(cmd.Context(), f)
			if err != nil {
				return err
			}
			defer c.Close()
			var wrong []manifest.Issue
			granted, err := c.Import(cmd.Context(), request, func(answer wire.ControlAnswer) {
				wrong = answer.Details
				if warnings := issues(args[0], answer.Warnings); warnings != "" {
					fmt.Fprintln(cmd.ErrOrStderr(), "warnings:"+warnings)
				}
			})
			var refusal *wire.Error
			switch {
			case errors.As(err, &refusal):
				return exit{exitError, refusalText(args[0], refusal)}
			case len(wrong) > 0:
				return exit{exitFinding, err.Error() + issues(args[0], wrong)}
			case err != nil:
				return exit{exitError, err.Error()}
			}
			fmt.Fprintln(cmd.OutOrStdout(), string(granted.Line()))
			return nil
		},
	}
	cmd.Flags().StringVar(&workspace, "workspace", "", "`folder` that paths are relative to, and that servers may change (default the current one)")
	cmd.Flags().StringArrayVar(&given, "input", nil, "an input that templates are filled in from, as `NAME=VALUE`")
	return cmd
}

// importOf is the request to import a file.
func importOf(file, workspace string, given []string) (wire.Control, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return wire.Control{}, err
	}
	if workspace, err = filepath.Abs(workspace); err != nil {
		return wire.Control{}, err
	}
	if info, err := os.Stat(workspace); err != nil {
		return wire.Control{}, err
	} else if !info.IsDir() {
		return wire.Control{}, fmt.Errorf("%s is no folder", workspace)
	}
	inputs := map[string]string{}
	for _, one := range given {
		name, value, ok := strings.Cut(one, "=")
		if !ok || name == "" {
			return wire.Control{}, errors.New("--input is NAME=VALUE")
		}
		inputs[name] = value
	}
	return wire.Control{Op: wire.AgentImport, File: string(text), Workspace: workspace, Inputs: inputs}, nil
}

// issues are a line each, for a terminal.
func issues(file string, all []manifest.Issue) (text string) {
	for _, issue := range all {
		text += fmt.Sprintf("\n%s:%s: %s", file, visible.Escape(issue.Path), visible.Escape(issue.Message))
	}
	return text
}

func newAgentExport(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "export ID",
		Short: "Print an agent as an agent file, and on standard error what such a file cannot say",
		Args:  cobra.ExactArgs(1),

		ValidArgsFunction: first(agentIDs(f)),
		RunE: func(cmd *cobra.Command, args []string) error {
			answer, err := control(cmd.Context(), f, wire.Control{Op: wire.AgentExport, AgentID: args[0]})
			if err != nil {
				return err
			}
			for _, lost := range answer.Lost {
				fmt.Fprintln(cmd.ErrOrStderr(), "not in the file: "+visible.Escape(lost))
			}
			fmt.Fprint(cmd.OutOrStdout(), answer.File)
			return nil
		},
	}
}
