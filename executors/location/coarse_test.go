package location

import (
	"math"
	"testing"
	"testing/quick"
	"time"

	"assent/executors"
)

func TestCoarse(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 12, 34, 56, 0, time.UTC)
	for _, test := range []struct {
		name     string
		from     Result
		lat, lng float64
		accuracy float64
	}{
		{"equator", Result{Latitude: 0.012, Longitude: 0.03, AccuracyM: 3}, 0, 0.05, 5000},
		{"south west", Result{Latitude: -33.8688, Longitude: -70.66, AccuracyM: 1200}, -33.85, -70.6874, 6000},
		{"north pole", Result{Latitude: 89.99, Longitude: 123.4}, 90, 0, 5000},
		{"date line", Result{Latitude: 0, Longitude: 179.99}, 0, -180, 5000},
		{"coarse already", Result{Latitude: 48.85, Longitude: 2.35, AccuracyM: 50000}, 48.85, 2.3559, 54000},
	} {
		test.from.Timestamp = at
		got := test.from.coarse()
		if got.Latitude != test.lat || got.Longitude != test.lng || got.AccuracyM != test.accuracy {
			t.Errorf("%s: got %v, want %v, %v within %v m", test.name, got, test.lat, test.lng, test.accuracy)
		}
		if want := at.Truncate(time.Minute); got.Timestamp != want {
			t.Errorf("%s: timestamp = %v, want %v", test.name, got.Timestamp, want)
		}
	}
}

// An approximate position is on Earth, near the place, and stays what it is.
func TestCoarseEverywhere(t *testing.T) {
	t.Parallel()
	holds := func(a, b uint32) bool {
		from := Result{Latitude: float64(a)/math.MaxUint32*180 - 90, Longitude: float64(b)/math.MaxUint32*360 - 180}
		got := from.coarse()
		return got.valid() && metres(from, got) <= got.AccuracyM && got.coarse().Latitude == got.Latitude
	}
	if err := quick.Check(holds, &quick.Config{MaxCount: 100_000}); err != nil {
		t.Error(err)
	}
}

// metres is the great-circle distance of two places.
func metres(a, b Result) float64 {
	rad := math.Pi / 180
	north, east := (b.Latitude-a.Latitude)*rad, (b.Longitude-a.Longitude)*rad
	h := math.Pow(math.Sin(north/2), 2) + math.Cos(a.Latitude*rad)*math.Cos(b.Latitude*rad)*math.Pow(math.Sin(east/2), 2)
	return 2 * 6371000 * math.Asin(math.Sqrt(h))
}

func TestManual(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 13, 34, 56, 789, time.FixedZone("", 3600))
	e := New(Options{Manual: &Position{Latitude: 39.9042, Longitude: 116.4074, AccuracyM: 100}, Now: func() time.Time { return now }})
	plan, err := e.Prepare(t.Context(), executors.Request{Arguments: []byte(`{"why":"weather"}`)})
	if err != nil {
		t.Fatal(err)
	}
	facts := plan.Facts()
	if !facts.Coarse || facts.Leaves.Key != "leaves.location_precise" || facts.Details[0].Key != "fact.location_manual" || len(facts.Ignored) != 1 {
		t.Errorf("facts = %v", facts)
	}
	got, err := plan.Run(t.Context())
	want := Result{39.9042, 116.4074, 100, "manual", time.Date(2026, 3, 1, 12, 34, 56, 0, time.UTC)}
	if err != nil || got != want {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestNoPlaceOnEarth(t *testing.T) {
	t.Parallel()
	for _, place := range []Position{{Latitude: 91}, {Longitude: -181}, {AccuracyM: -1}, {Latitude: math.NaN()}, {AccuracyM: math.Inf(1)}} {
		plan, err := New(Options{Manual: &place}).Prepare(t.Context(), executors.Request{Arguments: []byte(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := plan.Run(t.Context()); err == nil || executors.AsError(err).Reason != executors.LocationUnavailable {
			t.Errorf("%v: error = %v", place, err)
		}
	}
}

// FuzzPrepare wants a plan or an *Error from any arguments, and no panic.
func FuzzPrepare(f *testing.F) {
	f.Add([]byte(`{"accuracy":"precise"}`))
	f.Add([]byte(`{"accuracy":["approximate"],"x":{}}`))
	e := New(Options{Manual: &Position{}})
	f.Fuzz(func(t *testing.T, arguments []byte) {
		plan, err := e.Prepare(t.Context(), executors.Request{Arguments: arguments})
		if err != nil {
			if reason := executors.AsError(err).Reason; reason != executors.InvalidArguments {
				t.Errorf("reason = %s", reason)
			}
			return
		}
		if _, err := plan.Run(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
