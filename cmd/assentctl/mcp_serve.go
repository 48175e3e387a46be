package main

import (
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"time"

	"assent/app"
	"assent/app/clients"
	"assent/app/mcp"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
)

// defaultDeadline is how long a person may take where the client's own limit is not
// known: most give a call 60 s.
const defaultDeadline = 50 * time.Second

// door are the flags of a way in for agents.
type door struct {
	client    string
	deadline  time.Duration
	address   string
	tokenFile string
}

func (d *door) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&d.client, "client", "", "`name` of the program that asks (default: what it calls itself)")
	cmd.Flags().DurationVar(&d.deadline, "deadline", 0, "how long the person may take before a call is answered with a no (default 50s, known clients more)")
	cmd.Flags().StringVar(&d.address, "http", "", "serve streamable HTTP at this `address`, as 127.0.0.1:0, instead of standard input and output")
	cmd.Flags().StringVar(&d.tokenFile, "token-file", "", "`file` with a line CLIENT TOKEN for each client of --http; made when it is missing")
}

// complete checks the flags and fills in what follows from the client.
func (d *door) complete() (title string, err error) {
	if d.client != "" && !mcp.ValidName(d.client) {
		return "", fmt.Errorf("--client %q is not a name of a-z, 0-9, _ and -, at most 32 characters", d.client)
	}
	if (d.address == "") != (d.tokenFile == "") {
		return "", errors.New("--http needs --token-file, and the other way round")
	}
	title = d.client
	known, err := clients.Find(d.client)
	if err == nil {
		title = known.Title
	}
	switch {
	case d.deadline < 0:
		return "", errors.New("--deadline is not a length of time such as 50s")
	case d.deadline > 0:
	case err == nil:
		d.deadline = known.Deadline
	default:
		d.deadline = defaultDeadline
	}
	return title, nil
}

// gcPercent is how much an MCP server lets gather. It keeps little, and the library takes
// some 160 KiB for each call: at the usual 100 it would collect every 25 calls, and spend
// a third of its time on that. At this it stays under 48 MiB.
const gcPercent = 800

func newMCPServe(f *flags) *cobra.Command {
	d := &door{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Offer notification, files, clipboard, location and web as an MCP server",
		Long: "Offer what Assent can do as the tools of an MCP server, on standard input and output or over HTTP.\n" +
			"Each call takes the way of any other: checked, asked about, recorded.",
		Example: "  assentctl mcp serve --client cursor\n  assentctl mcp serve --http 127.0.0.1:0 --token-file ~/.config/assent-tokens",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			title, err := d.complete()
			if err != nil {
				return err
			}
			places, err := f.places()
			if err != nil {
				return err
			}
			debug.SetGCPercent(gcPercent)
			server := &mcp.Server{Version: app.Version, Socket: places.Socket, Client: d.client, Title: title, Deadline: d.deadline, Start: starter(places)}
			if d.address == "" {
				return server.Run(cmd.Context(), &sdk.StdioTransport{})
			}
			listener, tokens, err := d.listen()
			if err != nil {
				return err
			}
			return server.ServeHTTP(cmd.Context(), listener, tokens, cmd.OutOrStdout())
		},
	}
	d.add(cmd)
	return cmd
}

// listen opens what --http and --token-file name.
func (d *door) listen() (net.Listener, *mcp.Tokens, error) {
	client := d.client
	if client == "" {
		client = "client"
	}
	tokens, err := mcp.ReadTokens(d.tokenFile, client)
	if err != nil {
		return nil, nil, err
	}
	listener, err := net.Listen("tcp", d.address)
	if err != nil {
		return nil, nil, fmt.Errorf("listening at %s: %w", d.address, err)
	}
	return listener, tokens, nil
}
