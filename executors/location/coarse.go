package location

import (
	"math"
	"time"
)

// An approximate position is a point of a grid with lines every gridDegrees of
// latitude, which is 5.6 km, and about as far apart along them.
const (
	gridDegrees = 0.05
	gridMetres  = 5000.0
)

// coarse returns the point of the grid nearest to r. The point depends on the place
// alone. What the accuracy and the time would tell beyond that is rounded away.
func (r Result) coarse() Result {
	r.Latitude = min(90, max(-90, nearest(r.Latitude, gridDegrees)))
	// Meridians come together towards the poles: fewer steps go around there.
	steps := max(1, math.Floor(360*math.Cos(r.Latitude*math.Pi/180)/gridDegrees))
	r.Longitude = nearest(r.Longitude, 360/steps)
	if r.Longitude >= 180 {
		r.Longitude -= 360
	}
	r.Latitude, r.Longitude = tidy(r.Latitude), tidy(r.Longitude)
	// A point of the grid may be 4 km from the place.
	r.AccuracyM = max(gridMetres, math.Ceil((r.AccuracyM+4000)/1000)*1000)
	r.Timestamp = r.Timestamp.Truncate(time.Minute)
	return r
}

func nearest(value, step float64) float64 { return math.Round(value/step) * step }

// tidy rounds to 11 m, so that a number looks no more exact than it is.
func tidy(degrees float64) float64 { return math.Round(degrees*1e4) / 1e4 }
