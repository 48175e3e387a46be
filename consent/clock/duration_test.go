package clock

import (
	"testing"
	"time"
)

func TestDurationsHaveDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"31s": 31 * time.Second, "25h": 25 * time.Hour, "2d": 48 * time.Hour, "1d12h": 36 * time.Hour, "0d1ms": time.Millisecond, "365d": 8760 * time.Hour,
		"d": -1, "-1d": -1, "1.5d": -1, "2d3d": -1, "1d-3h": -1, "+1d": -1, "99999999999d": -1, "soon": -1, "": -1, "2days": -1, "1h2d": -1, "36500d876000h1s": -1,
	} {
		got, err := ParseDuration(text)
		if (err != nil) != (want < 0) || err == nil && got != want {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
}
