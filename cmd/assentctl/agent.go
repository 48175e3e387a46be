package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"assent/app/wire"
	"assent/consent/canonical"
	"assent/consent/visible"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

func newAgent(f *flags) *cobra.Command {
	cmd := newGroup("agent", "Add, list and remove agents of the running engine")
	cmd.AddCommand(newAgentAdd(f), newAgentImport(f), newAgentExport(f), newAgentList(f), newAgentRemove(f))
	return cmd
}

func newAgentAdd(f *flags) *cobra.Command {
	var id, name string
	cmd := &cobra.Command{
		Use:   "add FILE --agent-id ID",
		Short: "Offer a manifest to the engine and print what the user granted",
		Long: "Offer a manifest to the engine and print what the user granted, as a relation line. The version follows on the\n" +
			"last that was seen of this agent; the same manifest keeps its own. Where nobody is there to agree it exits 3.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			if err := canonical.Check(data); err != nil {
				return exit{exitFinding, fmt.Sprintf("%s: %v", args[0], err)}
			}
			c, err := connect(cmd.Context(), f)
			if err != nil {
				return err
			}
			defer c.Close()
			granted, err := c.Declare(cmd.Context(), id, name, data)
			var refusal *wire.Error
			if errors.As(err, &refusal) {
				return exit{exitError, refusalText(args[0], refusal)}
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), string(granted.Line()))
			if len(granted.Granted) > 0 {
				return nil
			}
			answer, err := c.Control(cmd.Context(), wire.Control{Op: wire.AgentList, AgentID: id})
			if err == nil && answer.Unattended {
				err = exit{exitDenied, "nothing was granted: nobody is there to agree. Start assent, or assentctl serve with --answers FILE"}
			}
			return err
		},
	}
	cmd.Flags().StringVar(&id, "agent-id", "", "agent `id`")
	cmd.Flags().StringVar(&name, "name", "", "the agent's `name`, shown to the user")
	cmd.MarkFlagRequired("agent-id")
	return cmd
}

// refusalText is an error line and its details, for a terminal.
func refusalText(file string, e *wire.Error) string {
	text := e.Code + ": " + visible.Escape(e.Message)
	for _, detail := range e.Details {
		text += fmt.Sprintf("\n%s:%s: %s", file, visible.Escape(detail.Path), visible.Escape(detail.Message))
	}
	return text
}

func newAgentList(f *flags) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the agents and what each may use",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := connect(cmd.Context(), f)
			if err != nil {
				return err
			}
			defer c.Close()
			agents, err := c.Agents(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return json.MarshalWrite(cmd.OutOrStdout(), agents, jsontext.WithIndent("  "))
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(table, "AGENT\tNAME\tDOOR\tPROGRAM\tFIRST SEEN\tVERSION\tGRANTED")
			for _, a := range agents {
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", a.AgentID, visible.Escape(a.AgentName), visible.Escape(a.Door), program(a),
					visible.Escape(a.FirstSeen), a.ManifestVersion, visible.Escape(strings.Join(a.GrantedScopes, " ")))
			}
			return table.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// program names the program behind an agent, and what started it.
func program(a wire.AgentStatus) string {
	if a.StartedBy == "" {
		return visible.Escape(a.Program)
	}
	return visible.Escape(a.Program) + " from " + visible.Escape(a.StartedBy)
}

func newAgentRemove(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "remove ID",
		Short: "Forget an agent, its grants and its silent windows",
		Args:  cobra.ExactArgs(1),

		ValidArgsFunction: first(agentIDs(f)),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := control(cmd.Context(), f, wire.Control{Op: wire.AgentRemove, AgentID: args[0]})
			return err
		},
	}
}
