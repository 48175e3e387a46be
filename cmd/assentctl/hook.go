package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"assent/app/clients"
	"assent/app/hook"

	"github.com/spf13/cobra"
)

func newHook(f *flags) *cobra.Command {
	guard := false
	cmd := &cobra.Command{
		Use:   "hook CLIENT",
		Short: "Answer a coding agent's hook: read its JSON on standard input, ask, answer in its form",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			client, ok := hook.Find(args[0])
			if !ok {
				_, err := clients.FindHooks(args[0])
				return err
			}
			h := hook.Hook{Client: client, Guard: guard, Patience: clients.HookPatience}
			places, err := f.places()
			if err == nil {
				h.Socket = places.Socket
				h.Behind, h.Installed = behind(client.Name, places.Socket), installed(places.Socket)
			} // else it fails where it would connect
			if code := h.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()); code != exitOK {
				return exit{code: code}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&guard, "guard", false, "stand before every tool, and block whatever cannot be asked about")
	cmd.AddCommand(newHookInstall(f), newHookUninstall(f))
	return cmd
}

// behind tells which of a client's MCP servers run behind Assent, as its tools name them.
func behind(client, socket string) func(string) bool {
	return func(server string) bool {
		c, err := clients.Find(client)
		if err != nil {
			return false
		}
		place, err := clients.ThisUser(socket)
		if err != nil {
			return false
		}
		status := c.Status(place)
		names := status.Wrapped
		if status.Connected {
			names = append(names, clients.EntryName)
		}
		return slices.ContainsFunc(names, func(name string) bool { return toolPart(name) == toolPart(server) })
	}
}

var notInToolName = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// toolPart is how a server's name stands in the names of its tools.
func toolPart(server string) string { return notInToolName.ReplaceAllString(server, "_") }

// installed tells which clients have a hook of Assent's own.
func installed(socket string) func(string) bool {
	return func(client string) bool {
		c, err := clients.FindHooks(client)
		if err != nil {
			return false
		}
		place, err := clients.ThisUser(socket)
		if err != nil {
			return false
		}
		status, err := c.HookStatus(place)
		return err == nil && status != ""
	}
}

func newHookInstall(f *flags) *cobra.Command {
	guard, dryRun := false, false
	cmd := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Have a coding agent ask Assent, by its own configuration",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			client, place, err := findClient(f, args[0], clients.FindHooks)
			if err != nil {
				return err
			}
			change, err := client.InstallHook(place, guard)
			switch {
			case errors.Is(err, clients.ErrOnlyGuard):
				return fmt.Errorf("%s: %w", client.Title, err)
			case err != nil:
				return exit{exitFinding, err.Error()}
			}
			if err := applied(cmd.OutOrStdout(), change, dryRun, func() error { return change.Apply(true) }); err != nil {
				return err
			}
			for _, note := range client.HookNotes(guard) {
				fmt.Fprintln(cmd.ErrOrStderr(), note)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&guard, "guard", false, "before every tool, also where the client would not ask")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print what would change")
	return cmd
}

func newHookUninstall(f *flags) *cobra.Command {
	dryRun := false
	cmd := &cobra.Command{
		Use:   "uninstall CLIENT",
		Short: "Take the hook out of a coding agent's configuration again",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			client, place, err := findClient(f, args[0], clients.FindHooks)
			if err != nil {
				return err
			}
			change, undo, err := client.UninstallHook(place)
			if err != nil {
				return exit{exitFinding, err.Error()}
			}
			return applied(cmd.OutOrStdout(), change, dryRun, undo)
		},
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only print what would change")
	return cmd
}
