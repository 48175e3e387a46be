//go:build linux

package location

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"assent/executors"
	"assent/executors/desktoptest"
	"assent/executors/executortest"
)

func request(arguments string) executors.Request {
	return executors.Request{Scope: "location:read", Tool: "where_am_i", Arguments: []byte(arguments)}
}

// run makes one call; coarsen stands for the person's choice.
func run(t *testing.T, e executors.Executor, arguments string, coarsen bool) (Result, error) {
	t.Helper()
	plan, err := e.Prepare(t.Context(), request(arguments))
	if err != nil {
		return Result{}, err
	}
	defer plan.Close()
	if coarsen {
		plan.(executors.Coarsener).Coarsen()
	}
	result, err := plan.Run(t.Context())
	if err != nil {
		return Result{}, err
	}
	return result.(Result), nil
}

func TestGeoClue(t *testing.T) {
	desktoptest.StartGeoClue(t, 39.9042, 116.4074, 25).Setenv()
	e := New(Options{DesktopID: desktoptest.AppID})
	if err := e.Available(t.Context()); err != nil {
		t.Errorf("available: %v", err)
	}
	exactly := Result{Latitude: 39.9042, Longitude: 116.4074, AccuracyM: 25, Source: "geoclue"}
	// GeoClue itself gives no better than 3 km to who asks for a neighbourhood.
	roughly := Result{Latitude: 39.9, Longitude: 116.415, AccuracyM: 8000, Source: "geoclue"}
	for _, test := range []struct {
		name, arguments string
		coarsen         bool
		want            Result
	}{
		{"no arguments", `{}`, false, exactly},
		{"precise", `{"accuracy":"precise"}`, false, exactly},
		{"approximate", `{"accuracy":"approximate"}`, false, roughly},
		{"precise, but the person chose approximate", `{"accuracy":"precise"}`, true, roughly},
	} {
		got, err := run(t, e, test.arguments, test.coarsen)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if age := time.Since(got.Timestamp); age < -time.Second || age > 2*time.Minute || got.Timestamp.Location() != time.UTC {
			t.Errorf("%s: timestamp = %v", test.name, got.Timestamp)
		}
		got.Timestamp = time.Time{}
		if got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, test := range []struct {
		name    string
		variant desktoptest.Variant
		reason  executors.Reason
		says    string
	}{
		{"no agent", desktoptest.NoAgent, executors.LocationUnavailable, "start a GeoClue agent"},
		{"denied by the configuration", desktoptest.Denied, executors.LocationUnavailable, "Allow io.assent.Assent in /etc/geoclue/geoclue.conf"},
		{"location switched off", desktoptest.Off, executors.LocationUnavailable, "switched off"},
		{"no position", desktoptest.NoPosition, executors.LocationUnavailable, "found no position"},
		{"no service", desktoptest.NoService, executors.ServiceMissing, "apt install geoclue-2.0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			desktoptest.StartGeoClue(t, 39.9042, 116.4074, 25, test.variant).Setenv()
			// GeoClue answers in milliseconds, or never.
			_, err := run(t, impatient(Options{DesktopID: desktoptest.AppID}), `{}`, false)
			var e *executors.Error
			if !errors.As(err, &e) || e.Reason != test.reason || !strings.Contains(e.Message, test.says) {
				t.Errorf("error = %v, want %s with %q", err, test.reason, test.says)
			}
		})
	}
}

func impatient(o Options) executors.Executor {
	e := New(o).(executor)
	e.patience = 500 * time.Millisecond
	return e
}

func TestNoSystemBus(t *testing.T) {
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+t.TempDir()+"/bus")
	if err := New(Options{DesktopID: desktoptest.AppID}).Available(t.Context()); err == nil || executors.AsError(err).Reason != executors.ServiceMissing {
		t.Errorf("available = %v, want %s", err, executors.ServiceMissing)
	}
}

func TestConform(t *testing.T) {
	t.Run("geoclue", func(t *testing.T) {
		executortest.Conform(t, startWith(), []executortest.Case{
			{Name: "precise", Request: request(`{"accuracy":"precise"}`)},
			{Name: "unknown arguments", Request: request(`{"accuracy":"approximate","altitude":"a value of it"}`)},
			{Name: "invalid", Request: request(`{"accuracy":"to the centimetre"}`), Reason: executors.InvalidArguments},
		})
	})
	t.Run("no agent", func(t *testing.T) {
		executortest.Conform(t, startWith(desktoptest.NoAgent), []executortest.Case{
			{Name: "stalls", Request: request(`{}`), Reason: executors.LocationUnavailable, Stalls: true},
		})
	})
	t.Run("missing", func(t *testing.T) {
		executortest.Conform(t, startWith(desktoptest.NoService), []executortest.Case{
			{Name: "no service", Request: request(`{}`), Reason: executors.ServiceMissing},
		})
	})
	t.Run("manual", func(t *testing.T) {
		start := func(*testing.T) executors.Executor { return New(Options{Manual: &Position{Latitude: 1}}) }
		executortest.Conform(t, start, []executortest.Case{{Name: "precise", Request: request(`{}`)}})
	})
}

// TestFake: a position stands in for the service's, and nothing else is different.
func TestFake(t *testing.T) {
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+t.TempDir()+"/bus")
	o := Options{Fake: &Position{Latitude: 39.9042, Longitude: 116.4074, AccuracyM: 25}}
	got, err := run(t, New(o), `{}`, false)
	if err != nil || got.Latitude != 39.9042 || got.Longitude != 116.4074 || got.AccuracyM != 25 || got.Source != "geoclue" {
		t.Errorf("precise: %+v, %v", got, err)
	}
	got, err = run(t, New(o), `{"accuracy":"approximate"}`, false)
	if err != nil || got.Latitude == 39.9042 || got.AccuracyM < 5000 {
		t.Errorf("approximate: %+v, %v", got, err)
	}
	plan, err := New(o).Prepare(t.Context(), request(`{}`))
	if err != nil || plan.Facts().Details[0].Key != "fact.location_geoclue" || !plan.Facts().Coarse {
		t.Errorf("%v, %+v", err, plan)
	}
	o.Manual = &Position{Latitude: 1}
	if got, err := run(t, New(o), `{}`, false); err != nil || got.Source != "manual" {
		t.Errorf("with the user's own word: %+v, %v", got, err)
	}
}

func startWith(variants ...desktoptest.Variant) func(*testing.T) executors.Executor {
	return func(t *testing.T) executors.Executor {
		// The folders of GeoClue and its bus are no leak of the executor.
		own := os.Getenv("TMPDIR")
		t.Setenv("TMPDIR", t.TempDir())
		desktoptest.StartGeoClue(t, 39.9042, 116.4074, 25, variants...).Setenv()
		t.Setenv("TMPDIR", own)
		return New(Options{DesktopID: desktoptest.AppID})
	}
}
