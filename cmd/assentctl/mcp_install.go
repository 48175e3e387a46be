package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"assent/app/clients"

	"github.com/spf13/cobra"
)

func newMCP(f *flags) *cobra.Command {
	cmd := newGroup("mcp", "Let MCP clients ask, and put MCP servers behind the consent")
	cmd.AddCommand(newMCPServe(f), newMCPWrap(f), newMCPInstall(f), newMCPUninstall(f), newMCPStatus(f))
	return cmd
}

func clientNames() (names []string) {
	for _, c := range clients.All() {
		names = append(names, c.Name)
	}
	return names
}

func newMCPInstall(f *flags) *cobra.Command {
	var wrap, dryRun bool
	cmd := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Put Assent among a client's MCP servers",
		Long: "Prints what changes in the client's own configuration, then changes it, keeping the file as it was beside it.\n" +
			"Comments, order and everything else stay. Clients: " + strings.Join(clientNames(), ", ") + ".",
		Example:   "  assentctl mcp install claude-code --dry-run\n  assentctl mcp install cursor --wrap",
		Args:      cobra.ExactArgs(1),
		ValidArgs: clientNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			client, place, err := findClient(f, args[0], clients.Find)
			if err != nil {
				return err
			}
			change, err := client.Install(place, wrap)
			if err != nil {
				return exit{exitFinding, err.Error()}
			}
			if err := applied(cmd.OutOrStdout(), change, dryRun, func() error { return change.Apply(true) }); err != nil {
				return err
			}
			if !dryRun {
				told(cmd.OutOrStdout(), client.Status(place))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&wrap, "wrap", false, "put every other stdio server behind the consent too")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print what would change")
	return cmd
}

func newMCPUninstall(f *flags) *cobra.Command {
	var dryRun bool
	cmd := &cobra.Command{
		Use:       "uninstall CLIENT",
		Short:     "Take Assent out of a client's configuration, and its servers from behind the consent",
		Args:      cobra.ExactArgs(1),
		ValidArgs: clientNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			client, place, err := findClient(f, args[0], clients.Find)
			if err != nil {
				return err
			}
			change, undo, err := client.Uninstall(place)
			if err != nil {
				return exit{exitFinding, err.Error()}
			}
			return applied(cmd.OutOrStdout(), change, dryRun, undo)
		},
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print what would change")
	return cmd
}

func newMCPStatus(f *flags) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say which clients are connected, which servers are wrapped, and what is missing",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			places, err := f.places()
			if err != nil {
				return err
			}
			place, err := clients.ThisUser(places.Socket)
			if err != nil {
				return exit{exitFinding, err.Error()}
			}
			all := []clients.Status{}
			for _, client := range clients.All() {
				all = append(all, client.Status(place))
			}
			if asJSON {
				encoder := json.NewEncoder(cmd.OutOrStdout())
				encoder.SetIndent("", "  ")
				return encoder.Encode(all)
			}
			for _, status := range all {
				told(cmd.OutOrStdout(), status)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

// findClient returns a client, as find knows it by its name, and where this user's files
// lie.
func findClient(f *flags, name string, find func(string) (clients.Client, error)) (clients.Client, clients.Place, error) {
	client, err := find(name)
	if err != nil {
		return clients.Client{}, clients.Place{}, err
	}
	places, err := f.places()
	if err != nil {
		return clients.Client{}, clients.Place{}, err
	}
	place, err := clients.ThisUser(places.Socket)
	return client, place, err
}

// applied prints a change and makes it, unless it is only to be looked at.
func applied(out io.Writer, change clients.Change, dryRun bool, apply func() error) error {
	if change.Empty() {
		fmt.Fprintln(out, "Nothing to do.")
		return nil
	}
	fmt.Fprint(out, change.Diff())
	if dryRun {
		return nil
	}
	if err := apply(); err != nil {
		return exit{exitFinding, fmt.Sprintf("%s was left alone: %v", change.Path, err)}
	}
	return nil
}

// told says how a client stands, in a few lines.
func told(out io.Writer, s clients.Status) {
	state := "not connected"
	if s.Connected {
		state = "connected"
	}
	if s.Fault != "" {
		state = "cannot be read: " + s.Fault
	}
	fmt.Fprintf(out, "%s: %s\n", s.Client, state)
	for _, part := range []struct {
		label string
		names []string
	}{{"behind the consent", s.Wrapped}, {"not behind it", s.Missing}, {"on the network, not wrapped", s.Remote}} {
		if len(part.names) > 0 {
			fmt.Fprintf(out, "  %s: %s\n", part.label, strings.Join(part.names, ", "))
		}
	}
	if s.Hook != "" {
		fmt.Fprintf(out, "  hook: %s\n", s.Hook)
	}
	for _, sentence := range slices.Concat(s.Broken, s.Wants) {
		fmt.Fprintf(out, "  %s\n", sentence)
	}
}
