package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assent/app"
	"assent/app/host"
	"assent/app/ingress"
	"assent/app/wire"
	"assent/consent/visible"
	"assent/executors"
	"assent/executors/contained"

	"github.com/spf13/cobra"
)

func newDoctor(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Say for each scope, and for each way in, whether it works here, or what is missing and how to get it",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			places, err := f.places()
			if err != nil {
				return err
			}
			registry, err := app.Diagnose(places)
			if err != nil {
				return err
			}
			say := func(subject, found string) { fmt.Fprintf(cmd.OutOrStdout(), "%-18s %s\n", subject, found) }
			engine, engineErr := greet(cmd.Context(), places.Socket)
			availability := registry.Availability(cmd.Context())
			for _, scope := range registry.Scopes() {
				if slices.Contains(engine.Fake, scope) {
					say(scope, "fake: the engine that listens makes it up, as serve --fake said")
					continue
				}
				say(scope, health(availability[scope]))
			}
			say("landlock", containment(contained.Landlock()))
			if fake, err := places.Fake(); fake || err != nil {
				say("data folder", fakeFolder(err))
			}
			if len(engine.Fault) > 0 {
				say("fault", "on order, as serve --fault said: "+visible.Escape(strings.Join(engine.Fault, ", ")))
			}
			say("socket", listens(places.Socket, engineErr))
			for _, line := range doors(cmd.Context(), places) {
				say(line[0], line[1])
			}
			return nil
		},
	}
}

// greet asks the engine that listens at socket what it speaks and can do. The error is
// ingress.ErrNoEngine where there is none.
func greet(ctx context.Context, socket string) (wire.Greeting, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	c, err := host.Connect(ctx, socket, nil)
	if err != nil {
		return wire.Greeting{}, err
	}
	defer c.Close()
	return c.Hello(ctx)
}

// listens is what doctor says of the socket, from how asking there went.
func listens(socket string, err error) string {
	switch {
	case errors.Is(err, ingress.ErrNoEngine):
		return "no engine runs: start assent, or assentctl serve"
	case err != nil:
		return "does not work: " + err.Error()
	}
	return "works: an engine listens at " + socket
}

// fakeFolder is what doctor says of a data folder that is one of fakes, or of which that
// cannot be told.
func fakeFolder(err error) string {
	if err != nil {
		return "does not work: " + err.Error()
	}
	return "fake: what is in it was made up, and only an engine with --fake opens it"
}

// containment is what doctor says of what holds the programs that Assent starts.
func containment(version int) string {
	if version == 0 {
		return "unavailable: programs that an agent uses can touch all that you can; a Linux of 5.13 or later with lsm=landlock keeps them to their folders"
	}
	return fmt.Sprintf("works: version %d keeps programs that an agent uses to their folders", version)
}

// health is what doctor says of a scope.
func health(err error) string {
	var missing *executors.Error
	switch {
	case err == nil:
		return "works"
	case errors.As(err, &missing):
		return "unavailable: " + missing.Message
	}
	return "unavailable: " + err.Error()
}
