package main

import (
	"errors"
	"fmt"
	"io/fs"

	"assent/app"
	"assent/app/folder"
	"assent/app/handwritten"

	"github.com/spf13/cobra"
)

// tellSettings says on standard error what is wrong with the settings: the engine passes
// over a member that it does not know, and begins with the defaults where it cannot read
// them.
func tellSettings(cmd *cobra.Command, places folder.Places) {
	data, err := folder.ReadFile(places.Settings(), app.SettingsLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		err = app.CheckSettings(data)
	}
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "assentctl:", handwritten.InFile(places.Settings(), 0, err))
	}
}
