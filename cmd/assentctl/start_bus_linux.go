package main

import (
	"context"
	"fmt"
	"os"

	"assent/app"

	"github.com/godbus/dbus/v5"
)

// startOverBus has the user's bus start the desktop app by its service file, and returns
// when it listens.
func startOverBus(ctx context.Context) error {
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	if address == "" {
		address = fmt.Sprintf("unix:path=/run/user/%d/bus", os.Getuid())
	}
	bus, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("reaching the desktop's bus: %w", err)
	}
	defer bus.Close()
	if err := bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.StartServiceByName", 0, app.ID, uint32(0)).Err; err != nil {
		return fmt.Errorf("having the desktop start Assent: %w", err)
	}
	return nil
}
