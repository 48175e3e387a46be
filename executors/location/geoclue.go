package location

import (
	"context"
	"errors"
	"slices"
	"time"

	"assent/executors"

	"github.com/godbus/dbus/v5"
)

// The names of GeoClue's D-Bus interface, version 2.
const (
	service         = "org.freedesktop.GeoClue2"
	managerPath     = "/org/freedesktop/GeoClue2/Manager"
	createClient    = service + ".Manager.CreateClient"
	deleteClient    = service + ".Manager.DeleteClient"
	clientInterface = service + ".Client"
	updated         = "LocationUpdated"
)

// Accuracy levels that a client asks for (GClueAccuracyLevel).
const (
	neighborhood uint32 = 5
	exact        uint32 = 8
)

// client is one way of asking GeoClue.
type client struct {
	desktopID string
	level     uint32
	patience  time.Duration
}

// find returns nil when GeoClue runs or can be started. It starts nothing.
func (c client) find(ctx context.Context) error {
	bus, err := c.connect(ctx)
	if err != nil {
		return err
	}
	defer bus.Close()
	for _, list := range []string{"ListActivatableNames", "ListNames"} {
		var names []string
		if err := bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus."+list, 0).Store(&names); err != nil {
			return c.failure(err)
		}
		if slices.Contains(names, service) {
			return nil
		}
	}
	return missing(nil)
}

// connect returns a connection to the system bus that ends with ctx.
func (c client) connect(ctx context.Context) (*dbus.Conn, error) {
	bus, err := dbus.ConnectSystemBus(dbus.WithContext(ctx))
	switch {
	case ctx.Err() != nil:
		return nil, c.failure(ctx.Err())
	case err != nil:
		return nil, missing(err)
	}
	return bus, nil
}

// ask returns the first position that GeoClue finds.
func (c client) ask(ctx context.Context) (Result, error) {
	bus, err := c.connect(ctx)
	if err != nil {
		return Result{}, err
	}
	defer bus.Close() // GeoClue drops a client whose connection ends
	manager := bus.Object(service, managerPath)
	path, err := c.create(ctx, manager)
	if err != nil {
		return Result{}, c.failure(err)
	}
	// Go, not Call: on a closed connection Call waits for ever for no reply.
	defer manager.Go(deleteClient, dbus.FlagNoReplyExpected, nil, path)

	object := bus.Object(service, path)
	if err := errors.Join(
		object.SetProperty(clientInterface+".DesktopId", c.desktopID),
		object.SetProperty(clientInterface+".RequestedAccuracyLevel", c.level),
	); err != nil {
		return Result{}, c.failure(err)
	}
	found, err := c.locate(ctx, bus, object)
	if err != nil {
		return Result{}, c.failure(err)
	}
	return found, nil
}

// create makes a client. GeoClue does so only once there is an agent, a part of the
// desktop that speaks for the user, and else waits for ever.
func (c client) create(ctx context.Context, manager dbus.BusObject) (path dbus.ObjectPath, err error) {
	patient, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	err = manager.CallWithContext(patient, createClient, 0).Store(&path)
	if patient.Err() != nil && ctx.Err() == nil {
		err = errNoAgent
	}
	return path, err
}

// locate starts a client, waits for its first position and stops it.
func (c client) locate(ctx context.Context, bus *dbus.Conn, object dbus.BusObject) (Result, error) {
	// Listening comes before starting: the first signal may come at once.
	signals := make(chan *dbus.Signal, 16)
	bus.Signal(signals)
	err := bus.AddMatchSignalContext(ctx, dbus.WithMatchSender(service), dbus.WithMatchObjectPath(object.Path()),
		dbus.WithMatchInterface(clientInterface), dbus.WithMatchMember(updated))
	if err != nil {
		return Result{}, err
	}
	if err := object.CallWithContext(ctx, clientInterface+".Start", 0).Err; err != nil {
		return Result{}, err
	}
	defer object.Go(clientInterface+".Stop", dbus.FlagNoReplyExpected, nil)
	late := time.NewTimer(c.patience)
	defer late.Stop()
	for {
		select {
		case <-ctx.Done():
			return Result{}, ctx.Err()
		case <-late.C:
			return Result{}, whyNothing(object)
		case signal, ok := <-signals:
			if !ok {
				return Result{}, errors.New("the system bus closed the connection")
			}
			if place, ok := newPlace(signal, object.Path()); ok {
				return measured(ctx, bus.Object(service, place))
			}
		}
	}
}

// Why a client gets no position.
var (
	errNoAgent    = errors.New("GeoClue waits for an agent")
	errNoPosition = errors.New("GeoClue knows no position")
)

// whyNothing says why a client got no position: it is active only when the agent
// agreed.
func whyNothing(object dbus.BusObject) error {
	var active bool
	if err := object.StoreProperty(clientInterface+".Active", &active); err != nil {
		return err
	}
	if !active {
		return errNoAgent
	}
	return errNoPosition
}

// newPlace returns the object that a LocationUpdated signal announces. The path /
// stands for none.
func newPlace(signal *dbus.Signal, client dbus.ObjectPath) (place dbus.ObjectPath, ok bool) {
	if signal.Name != clientInterface+"."+updated || signal.Path != client {
		return "", false
	}
	var before dbus.ObjectPath
	if err := dbus.Store(signal.Body, &before, &place); err != nil || place == "/" {
		return "", false
	}
	return place, true
}

// measured reads a position. Its description and the rest stay where they are.
func measured(ctx context.Context, place dbus.BusObject) (Result, error) {
	var all map[string]dbus.Variant
	err := place.CallWithContext(ctx, "org.freedesktop.DBus.Properties.GetAll", 0, service+".Location").Store(&all)
	if err != nil {
		return Result{}, err
	}
	r := Result{Source: "geoclue"}
	var at struct{ Seconds, Microseconds uint64 }
	for name, target := range map[string]any{
		"Latitude": &r.Latitude, "Longitude": &r.Longitude, "Accuracy": &r.AccuracyM, "Timestamp": &at,
	} {
		if err := all[name].Store(target); err != nil {
			return Result{}, err
		}
	}
	r.Timestamp = time.Unix(int64(at.Seconds), 0).UTC()
	return r, nil
}

func missing(err error) error {
	return &executors.Error{
		Reason:  executors.ServiceMissing,
		Message: "The location service GeoClue is missing. Install it (Debian, Ubuntu: apt install geoclue-2.0), or set manual_position in the settings.",
		Err:     err,
	}
}
