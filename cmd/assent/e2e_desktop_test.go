//go:build linux

package main_test

import (
	"github.com/go-json-experiment/json"
	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

// notifications returns what the desktop showed, newest first: title and text.
func (m *machine) notifications() (all []string) {
	m.t.Helper()
	m.Run("dunstctl", "close-all") // the history has what was closed
	var history struct {
		Data [][]map[string]struct {
			Data any `json:"data"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(m.Run("dunstctl", "history")), &history); err != nil {
		m.t.Fatal(err)
	}
	for _, list := range history.Data {
		for _, n := range list {
			title, _ := n["summary"].Data.(string)
			text, _ := n["body"].Data.(string)
			all = append(all, title+"\n"+text)
		}
	}
	return all
}

// watcher takes tray icons, as a panel does.
type watcher struct{}

// RegisterStatusNotifierItem implements org.kde.StatusNotifierWatcher.
func (watcher) RegisterStatusNotifierItem(string) *dbus.Error { return nil }

// tray gives the desktop a panel that shows tray icons.
func (m *machine) tray() {
	m.t.Helper()
	const name, path = "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher"
	bus, err := dbus.Connect(m.Bus)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { bus.Close() })
	if err := bus.Export(watcher{}, path, name); err != nil {
		m.t.Fatal(err)
	}
	if _, err := prop.Export(bus, path, prop.Map{name: {"IsStatusNotifierHostRegistered": {Value: true}}}); err != nil {
		m.t.Fatal(err)
	}
	if _, err := bus.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		m.t.Fatal(err)
	}
}
