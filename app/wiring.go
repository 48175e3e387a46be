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

// machine is what executors are made of beside the settings.
type machine struct {
	places folder.Places
	home   string
	fakes  Fakes
	files  *filesystem.Executor
	steady map[string]executors.Executor // by scope: those that no setting changes
	own    []executors.ForSome           // of agents that bring their own
}

// newMachine makes what serves as long as the engine does. placesOf says where an agent's
// own file lets it read (filesystem.Options).
func newMachine(places folder.Places, home string, placesOf func(agentID string) (filesystem.Places, bool), fakes Fakes) *machine {
	return &machine{
		places: places, home: home, fakes: fakes,
		files: filesystem.New(filesystem.Options{Home: home, DataFolder: places.Data, DataMark: folder.Mark, PlacesOf: placesOf}),
		steady: map[string]executors.Executor{
			"notification:send": notification.New(fakes.notifications()),
			"clipboard:read":    clipboard.New(fakes.clipboard()),
		},
	}
}

// registry registers what this Assent can do by its settings: one line a scope.
func (m *machine) registry(s Settings) *executors.Registry {
	registry := &executors.Registry{}
	for scope, executor := range m.steady {
		registry.Register(scope, executor)
	}
	registry.Register("filesystem:read", m.files.With(s.Folders, s.Care))
	registry.Register("location:read", location.New(location.Options{DesktopID: ID, Manual: s.ManualPosition, Fake: m.fakes.Location}))
	registry.Register("network:http", network.New(m.fakes.network(s.AllowedHosts)))
	registry.Register(projectcli.Scope, projectcli.New(projectcli.Options{CLIs: s.ProjectCLIs, DataFolder: m.places.Data, Home: m.home}))
	for _, executor := range m.own {
		registry.RegisterForSome(executor)
	}
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
	return newMachine(places, home, nil, Fakes{}).registry(settings), nil
}
