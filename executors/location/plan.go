package location

import (
	"context"
	"time"

	"assent/executors"
	"assent/i18n"
)

// Result is what Run returns.
type Result struct {
	Latitude  float64   `json:"latitude"`
	Longitude float64   `json:"longitude"`
	AccuracyM float64   `json:"accuracy_m"`
	Source    string    `json:"source"`    // geoclue or manual
	Timestamp time.Time `json:"timestamp"` // of the measurement, UTC, in whole seconds
}

type plan struct {
	executor    executor
	approximate bool
	ignored     []string
	facts       executors.Facts
}

func (p *plan) Facts() executors.Facts { return p.facts }

// Coarsen makes the result approximate.
func (p *plan) Coarsen() { p.approximate = true }

// Size is next to nothing: a position.
func (p *plan) Size() int64 { return 0 }

func (p *plan) Close() error { return nil }

func (p *plan) describe() executors.Facts {
	facts := executors.Facts{
		Leaves:  i18n.Text{Key: "leaves.location_precise"},
		Details: []i18n.Text{{Key: "fact.location_geoclue"}},
		Ignored: p.ignored,
		Coarse:  !p.approximate,
	}
	if p.approximate {
		facts.Leaves.Key = "leaves.location_approximate"
	}
	if p.executor.options.Manual != nil {
		facts.Details[0].Key = "fact.location_manual"
	}
	return facts
}

// Run finds the position and returns it as exactly as was agreed.
func (p *plan) Run(ctx context.Context) (any, error) {
	found, err := p.locate(ctx)
	if err != nil {
		return nil, err
	}
	if !found.valid() {
		return nil, executors.Errorf(executors.LocationUnavailable,
			"The position found is not on Earth. Correct manual_position in the settings, or look at the location service.")
	}
	if p.approximate {
		found = found.coarse()
	}
	return found, nil
}

func (p *plan) locate(ctx context.Context) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, &executors.Error{Reason: executors.ToolTimeout, Message: "There was no time left.", Err: err}
	}
	if manual := p.executor.options.Manual; manual != nil {
		return p.executor.at(*manual, "manual"), nil
	}
	if fake := p.executor.options.Fake; fake != nil {
		return p.executor.at(*fake, "geoclue"), nil
	}
	level := exact
	if p.approximate {
		level = neighborhood
	}
	return p.executor.client(level).ask(ctx)
}

// at is a position that is known without asking, as a source says it now.
func (e executor) at(p Position, source string) Result {
	return Result{
		Latitude: p.Latitude, Longitude: p.Longitude, AccuracyM: p.AccuracyM,
		Source: source, Timestamp: e.options.Now().UTC().Truncate(time.Second),
	}
}

// valid reports whether r is a place on Earth, known to within its size.
func (r Result) valid() bool {
	return Position{r.Latitude, r.Longitude, r.AccuracyM}.Valid() && r.AccuracyM < 2.1e7
}
