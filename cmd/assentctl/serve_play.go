package main

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"

	"assent/app"
	"assent/app/cassette"
	"assent/app/folder"
	"assent/app/ingress"

	"github.com/spf13/cobra"
)

// recordingLimit is more bytes than a recording has.
const recordingLimit = 64 << 20

// playRecording answers hosts from a recording until a signal ends it, or standard input
// with --stdio. Nothing is asked or run, and no data folder touched.
func (s serving) playRecording(cmd *cobra.Command, places folder.Places) error {
	recorded, err := folder.ReadFile(s.play, recordingLimit)
	if err != nil {
		return err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return fmt.Errorf("finding the home folder: %w", err)
	}
	tape, err := cassette.Read(recorded, home)
	if err != nil {
		return fmt.Errorf("%s: %w", s.play, err)
	}
	var unknown atomic.Int64
	tape.Version = app.Version
	tape.Unknown = func(tool, differs string) {
		unknown.Add(1)
		fmt.Fprintf(cmd.ErrOrStderr(), "assentctl: the recording has no such call of %q: %s\n", tool, differs)
	}
	if err := s.playTo(cmd, places, tape); err != nil {
		return err
	}
	if n := unknown.Load(); n > 0 {
		return exit{exitFinding, fmt.Sprintf("%d calls are not in the recording", n)}
	}
	return nil
}

func (s serving) playTo(cmd *cobra.Command, places folder.Places, tape *cassette.Cassette) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	if s.stdio {
		ingress.ServeStdio(cmd.InOrStdin(), cmd.OutOrStdout(), tape)
		return nil
	}
	listener, err := ingress.Listen(places.Socket)
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "listening on "+places.Socket)
	return ingress.Serve(ctx, listener, tape)
}
