package main

import "github.com/godbus/dbus/v5"

// nameOnBus has the user's bus know that Assent listens, so that a program which the bus
// started it for goes on. Where there is no bus, nobody waits there.
func nameOnBus(name string) (leave func()) {
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		return func() {}
	}
	_, _ = bus.RequestName(name, dbus.NameFlagDoNotQueue) // another one's is as good
	return func() { bus.Close() }
}
