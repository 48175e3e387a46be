package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"assent/app"
	"assent/app/mcp"
	"assent/app/mcp/declare"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
)

// listTime is how long a server may take to start and to list its tools; some are
// fetched from the network first.
const listTime = 2 * time.Minute

func newFromMCP() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "from-mcp [--name NAME] -- COMMAND ARGS…",
		Short: "Print a manifest that declares the tools of an MCP server",
		Long: "Starts the server, lists its tools, ends it, and prints the manifest that mcp wrap would declare for it: scopes by\n" +
			"what the tools say they do, names and schemas as the manifest's rules allow. Nothing is called.",
		Example: "  assentctl manifest from-mcp --name files -- npx -y @modelcontextprotocol/server-filesystem ~/notes >manifest.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, command []string) error {
			if !mcp.ValidName(name) {
				return fmt.Errorf("--name %q is not a name of a-z, 0-9, _ and -, at most 32 characters", name)
			}
			tools, err := listTools(cmd, command)
			if err != nil {
				return exit{exitFinding, fmt.Sprintf("listing the tools of %s: %v", command[0], err)}
			}
			made, err := declare.Server(name, tools)
			if err != nil {
				return exit{exitFinding, err.Error()}
			}
			indented := jsontext.Value(made)
			if err := indented.Indent(jsontext.WithIndent("  ")); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), string(indented))
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "name", "server", "the server's `name` in the scopes, as in mcp:NAME:read")
	return cmd
}

// listTools starts a server and lists what it can do.
func listTools(cmd *cobra.Command, command []string) (tools []declare.Tool, err error) {
	ctx, cancel := context.WithTimeout(cmd.Context(), listTime)
	defer cancel()
	server := exec.CommandContext(ctx, command[0], command[1:]...)
	server.Stderr = cmd.ErrOrStderr()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "assentctl", Version: app.Version}, nil).Connect(ctx, &sdk.CommandTransport{Command: server}, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	for listed, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(listed)
		if err != nil {
			return nil, err
		}
		t, err := declare.Read(raw)
		if err != nil {
			return nil, err
		}
		if tools = append(tools, t); len(tools) > declare.MaxTools {
			return nil, errors.New("it lists too many")
		}
	}
	return tools, nil
}
