package main

import (
	"errors"
	"fmt"

	"assent/app"
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
			availability := registry.Availability(cmd.Context())
			for _, scope := range registry.Scopes() {
				fmt.Fprintf(cmd.OutOrStdout(), "%-18s %s\n", scope, health(availability[scope]))
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%-18s %s\n", "landlock", containment(contained.Landlock()))
			for _, line := range doors(cmd.Context(), places) {
				fmt.Fprintf(cmd.OutOrStdout(), "%-18s %s\n", line[0], line[1])
			}
			return nil
		},
	}
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
