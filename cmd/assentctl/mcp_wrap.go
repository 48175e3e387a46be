package main

import (
	"errors"
	"fmt"
	"net/url"

	"assent/app/mcp"
	"assent/app/mcp/relay"

	"github.com/spf13/cobra"
)

func newMCPWrap(f *flags) *cobra.Command {
	d := &door{}
	var upstream, headerFile string
	cmd := &cobra.Command{
		Use:   "wrap NAME [flags] -- COMMAND ARGS…",
		Short: "Put an MCP server behind the consent",
		Long: "Relays to an MCP server, byte for byte; what calls a tool, or reads a resource or a prompt, goes on only\n" +
			"after the person's yes. The server is a command that is started, or with --url one that speaks streamable HTTP.",
		Example: "  assentctl mcp wrap files --client cursor -- npx -y @modelcontextprotocol/server-filesystem ~/notes\n" +
			"  assentctl mcp wrap tickets --url https://example.com/mcp --header-file ~/.config/tickets-token --http 127.0.0.1:0 --token-file ~/.config/assent-tokens",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, command := args[0], args[1:]
			guard, err := d.guard(f, name)
			switch {
			case err != nil:
				return err
			case (upstream == "") == (len(command) == 0):
				return errors.New("name a command after --, or a server with --url")
			case upstream != "" && d.address == "" || upstream == "" && d.address != "":
				return errors.New("--url needs --http and --token-file, and the other way round")
			case upstream == "":
				guard.Identity = command
				return failed(relay.Run(cmd.Context(), guard, command, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()))
			}
			target, err := url.Parse(upstream)
			if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
				return fmt.Errorf("--url %q is not an address of http or https", upstream)
			}
			headers, err := mcp.ReadHeaders(headerFile)
			if err != nil {
				return err
			}
			listener, tokens, err := d.listen()
			if err != nil {
				return err
			}
			return failed(mcp.WrapHTTP(cmd.Context(), listener, tokens, cmd.OutOrStdout(), &relay.HTTP{Upstream: target, Headers: headers}, func(client string) *relay.Guard {
				return &relay.Guard{
					Server: name, Client: client, Identity: []string{upstream}, Socket: guard.Socket, Deadline: guard.Deadline, Start: guard.Start, Words: mcp.Words,
				}
			}))
		},
	}
	d.add(cmd)
	cmd.Flags().StringVar(&upstream, "url", "", "`address` of a server that speaks streamable HTTP")
	cmd.Flags().StringVar(&headerFile, "header-file", "", "`file` with lines Name: value that the server of --url gets")
	return cmd
}

// failed makes an error of what ended, but for wrong usage, one with its exit code.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return exit{exitFinding, err.Error()}
}

// guard returns the guard of a server of this name.
func (d *door) guard(f *flags, name string) (*relay.Guard, error) {
	if !mcp.ValidName(name) {
		return nil, fmt.Errorf("NAME %q is not a name of a-z, 0-9, _ and -, at most 32 characters", name)
	}
	if _, err := d.complete(); err != nil {
		return nil, err
	}
	places, err := f.places()
	if err != nil {
		return nil, err
	}
	return &relay.Guard{
		Server: name, Client: d.client, Socket: places.Socket, Deadline: d.deadline, Start: starter(places), Words: mcp.Words,
	}, nil
}
