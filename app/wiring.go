package app

import (
	"fmt"
	"os"

	"assent/app/folder"
	"assent/executors"
	"assent/executors/clipboard"
	"assent/executors/contained"
	"assent/executors/filesystem"
	"assent/executors/location"
	"assent/executors/network"
	"assent/executors/notification"
	"assent/executors/projectcli"
)

// ID names Assent to the desktop and its services: it is the name of its desktop file,
// without the suffix.
const ID = "io.assent.Assent"

// newRegistry registers what this Assent can do: one line a scope.
func newRegistry(s Settings, places folder.Places, home string, placesOf func(agentID string) (filesystem.Places, bool), fakes Fakes) *executors.Registry {
	registry := &executors.Registry{}
	registry.Register("notification:send", notification.New(notification.NewSender(ID)))
	registry.Register("filesystem:read", filesystem.New(filesystem.Options{
		Folders: s.Folders, Care: s.Care, Home: home, DataFolder: places.Data, DataMark: folder.Mark,
		PlacesOf: placesOf,
	}))
	registry.Register("clipboard:read", clipboard.New(clipboard.Options{}))
	registry.Register("location:read", location.New(location.Options{DesktopID: ID, Manual: s.ManualPosition}))
	registry.Register("network:http", network.New(network.Options{AllowedHosts: s.AllowedHosts, Pages: fakes.pages()}))
	registry.Register(projectcli.Scope, projectcli.New(projectcli.Options{CLIs: s.ProjectCLIs, DataFolder: places.Data, Home: home}))
	return registry
}

// Child reports whether an engine started this process, its own program, to do something
// apart. If so it is done, and main returns at once.
func Child() bool { return clipboard.Child() || contained.Child() }

// findHome returns the user's home folder.
func findHome() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("finding the home folder: %w", err)
	}
	return home, nil
}

// Diagnose returns the executors as an engine of these places would have them, for
// asking what works here. It changes nothing.
func Diagnose(places folder.Places) (*executors.Registry, error) {
	settings, err := ReadSettings(places)
	if err != nil {
		return nil, fmt.Errorf("reading the settings: %w", err)
	}
	home, err := findHome()
	if err != nil {
		return nil, err
	}
	return newRegistry(settings, places, home, nil, Fakes{}), nil
}
