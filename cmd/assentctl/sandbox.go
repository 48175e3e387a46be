package main

import (
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"

	"assent/app/folder"
	"assent/app/sandbox"
	"assent/consent/clock"

	"github.com/spf13/cobra"
)

func newSandbox(f *flags) *cobra.Command {
	var listen string
	var engines []string
	cmd := &cobra.Command{
		Use:   "sandbox",
		Short: "Run the server side of agents on this machine, for testing",
		Long: `Run the server that agents and users speak to, on this machine and for testing: agents
and their manifests, relations, conversations, events, webhooks. Each --engine is the desk
of one user, to which manifests, changes and tool calls are handed on.

The first line on standard output is where it listens, and the tokens:

  {"url":"http://127.0.0.1:41235","owner_token":"hso_…","users":[{"user_id":"user-1","token":"hsu_…"}]}

GET /openapi.json there describes every call. State is kept in --data, a folder of the
sandbox's own (default $XDG_DATA_HOME/assent-sandbox): the same folder gives the same
tokens again. There is no end-to-end encryption: messages and tokens lie in that folder.`,
		Example: "  assentctl sandbox --engine \"$XDG_RUNTIME_DIR/assent/assent.sock\"\n" +
			"  assentctl sandbox --listen 127.0.0.1:8080 --data /tmp/sandbox --engine one.sock --engine two.sock",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			own, err := sandboxFolder(f.data)
			if err != nil {
				return err
			}
			for i, socket := range engines {
				if engines[i], err = filepath.Abs(socket); err != nil {
					return err
				}
				if slices.Contains(engines[:i], engines[i]) {
					return fmt.Errorf("--engine names %s twice: each is the desk of one user", engines[i])
				}
			}
			listener, err := net.Listen("tcp", listen)
			if err != nil {
				return fmt.Errorf("listening at %s: %w", listen, err)
			}
			return sandbox.Run(cmd.Context(), sandbox.Options{
				Folder: own, Engines: engines, Clock: clock.System(), Log: slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)),
			}, listener, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "`address` to serve HTTP at; port 0 is any")
	cmd.Flags().StringArrayVar(&engines, "engine", nil, "`socket` of a user's engine; may be given several times")
	return cmd
}

// sandboxFolder returns the folder of the sandbox: data, else one beside the engine's.
func sandboxFolder(data string) (string, error) {
	if data != "" {
		return filepath.Abs(data)
	}
	places, err := folder.FindPlaces("", "")
	return places.Data + "-sandbox", err
}
