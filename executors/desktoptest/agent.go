//go:build linux

package desktoptest

import (
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

const (
	agentPath      dbus.ObjectPath = "/org/freedesktop/GeoClue2/Agent"
	agentInterface                 = "org.freedesktop.GeoClue2.Agent"
	exact          uint32          = 8 // GClueAccuracyLevel
)

// agent speaks for the user to GeoClue, as a part of the desktop does.
type agent struct{}

// AuthorizeApp is asked about apps that the configuration does not know.
func (agent) AuthorizeApp(string, uint32) (bool, uint32, *dbus.Error) { return false, 0, nil }

// registerAgent registers an agent that lets apps have any accuracy, or none when
// location is off.
func registerAgent(t testing.TB, bus *dbus.Conn, on bool) {
	t.Helper()
	level := exact
	if !on {
		level = 0
	}
	if err := bus.Export(agent{}, agentPath, agentInterface); err != nil {
		t.Fatalf("making an agent for GeoClue: %v", err)
	}
	_, err := prop.Export(bus, agentPath, prop.Map{agentInterface: {"MaxAccuracyLevel": {Value: level}}})
	if err != nil {
		t.Fatalf("making an agent for GeoClue: %v", err)
	}
	manager := bus.Object("org.freedesktop.GeoClue2", "/org/freedesktop/GeoClue2/Manager")
	if err := manager.Call("org.freedesktop.GeoClue2.Manager.AddAgent", 0, agentID).Err; err != nil {
		t.Fatalf("registering an agent with GeoClue: %v", err)
	}
}
