//go:build linux

package main_test

import (
	"fmt"

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

// tray gives the desktop a panel that shows tray icons. It returns a click on Assent's.
func (m *machine) tray() (click func()) {
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
	return func() {
		m.t.Helper()
		icon := bus.Object(fmt.Sprintf("org.kde.StatusNotifierItem-%d-1", m.app.cmd.Process.Pid), "/StatusNotifierItem")
		if err := icon.Call("org.kde.StatusNotifierItem.Activate", 0, int32(0), int32(0)).Err; err != nil {
			m.t.Fatal(err)
		}
	}
}
