package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"assent/app"
	"assent/consent/canonical"
	"assent/consent/visible"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

func newAgent(f *flags) *cobra.Command {
	cmd := newGroup("agent", "Add, list and remove agents of the running engine")
	cmd.AddCommand(newAgentAdd(f), newAgentList(f), newAgentRemove(f))
	return cmd
}

func newAgentAdd(f *flags) *cobra.Command {
	var id, name string
	cmd := &cobra.Command{
		Use:   "add FILE --agent-id ID",
		Short: "Offer a manifest to the engine and print what the user granted",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			if err := canonical.Check(data); err != nil {
				return exit{exitFinding, fmt.Sprintf("%s: %v", args[0], err)}
			}
			c, err := dial(cmd.Context(), f)
			if err != nil {
				return err
			}
			defer c.close()
			version, err := c.nextVersion(id)
			if err != nil {
				return err
			}
			offer := map[string]any{
				"type": "manifest", "agent_id": id, "manifest_version": version,
				"manifest_hash": canonical.Digest(data), "manifest": jsontext.Value(data),
			}
			if name != "" {
				offer["agent_name"] = name
			}
			if err := c.send(offer); err != nil {
				return err
			}
			a, err := c.receive(func(a answer) bool { return a.Type == "error" || a.Type == "relation" && a.AgentID == id })
			if err != nil {
				return err
			}
			if a.Type == "error" {
				return exit{exitError, refusalText(args[0], a)}
			}
			fmt.Fprintln(cmd.OutOrStdout(), string(a.raw))
			return nil
		},
	}
	cmd.Flags().StringVar(&id, "agent-id", "", "agent `id`")
	cmd.Flags().StringVar(&name, "name", "", "the agent's `name`, shown to the user")
	cmd.MarkFlagRequired("agent-id")
	return cmd
}

// refusalText is an error line and its details, for a terminal.
func refusalText(file string, a answer) string {
	text := a.Code + ": " + visible.Escape(a.Message)
	for _, detail := range a.Details {
		text += fmt.Sprintf("\n%s:%s: %s", file, visible.Escape(detail.Path), visible.Escape(detail.Message))
	}
	return text
}

// nextVersion is the cached version of the agent's manifest and one.
func (c *client) nextVersion(agentID string) (int, error) {
	agents, err := c.agents()
	if err != nil {
		return 0, err
	}
	for _, a := range agents {
		if a.AgentID == agentID {
			return a.ManifestVersion + 1, nil
		}
	}
	return 1, nil
}

func (c *client) agents() ([]app.AgentStatus, error) {
	var result struct {
		Agents []app.AgentStatus `json:"agents"`
	}
	err := c.control(map[string]any{"op": "agent_list"}, &result)
	return result.Agents, err
}

func newAgentList(f *flags) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the agents and what each may use",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := dial(cmd.Context(), f)
			if err != nil {
				return err
			}
			defer c.close()
			agents, err := c.agents()
			if err != nil {
				return err
			}
			if asJSON {
				return json.MarshalWrite(cmd.OutOrStdout(), agents, jsontext.WithIndent("  "))
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(table, "AGENT\tNAME\tVERSION\tGRANTED")
			for _, a := range agents {
				fmt.Fprintf(table, "%s\t%s\t%d\t%s\n", a.AgentID, visible.Escape(a.AgentName), a.ManifestVersion, visible.Escape(strings.Join(a.GrantedScopes, " ")))
			}
			return table.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func newAgentRemove(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "remove ID",
		Short: "Forget an agent, its grants and its silent windows",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := dial(cmd.Context(), f)
			if err != nil {
				return err
			}
			defer c.close()
			return c.control(map[string]any{"op": "agent_remove", "agent_id": args[0]}, nil)
		},
	}
}
