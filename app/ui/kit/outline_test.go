package kit

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var coordinates = regexp.MustCompile(`[ML](\S+?) ([-0-9.]+)`)

// TestOutline: the area around a line reaches half its width beyond it on every side.
func TestOutline(t *testing.T) {
	t.Parallel()
	path := outlineOf("M5 5h10", 2)
	lowX, highX, lowY, highY := 1e9, -1e9, 1e9, -1e9
	for _, m := range coordinates.FindAllStringSubmatch(path, -1) {
		x, errX := strconv.ParseFloat(m[1], 64)
		y, errY := strconv.ParseFloat(m[2], 64)
		if errX != nil || errY != nil {
			t.Fatalf("%q is no point", m[0])
		}
		lowX, highX, lowY, highY = min(lowX, x), max(highX, x), min(lowY, y), max(highY, y)
	}
	const near = 0.5
	for what, c := range map[string]struct{ got, want float64 }{
		"left": {lowX, 4 * outlineScale}, "right": {highX, 16 * outlineScale}, "top": {lowY, 4 * outlineScale}, "bottom": {highY, 6 * outlineScale},
	} {
		if c.got < c.want-near || c.got > c.want+near {
			t.Errorf("its %s is at %v, want %v", what, c.got, c.want)
		}
	}
}

// TestIconsAreClosed: every icon's lines have an outline, of closed paths.
func TestIconsAreClosed(t *testing.T) {
	t.Parallel()
	for name, lines := range strokes {
		path := outlineOf(lines, lineWidth)
		if opened, closed := strings.Count(path, "M"), strings.Count(path, "z"); opened == 0 || opened != closed {
			t.Errorf("%s: %d paths begin and %d are closed", name, opened, closed)
		}
	}
}
