package ui

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// TestTargetsAreLargeEnough: what is pressed or points at something is at least 24 px high
// and wide, on every page (WCAG 2, 2.5.8).
func TestTargetsAreLargeEnough(t *testing.T) {
	for _, page := range []string{"activity", "agents", "permissions", "playground", "settings"} {
		t.Run(page, func(t *testing.T) {
			open(t, "en", false, func(u *UI, _ *desk, drain func()) {
				u.main.show(page)
				drain()
				for _, o := range test.LaidOutObjects(u.main.window.Content()) {
					_, taps := o.(fyne.Tappable)
					_, hovers := o.(desktop.Hoverable)
					own := !strings.HasPrefix(fmt.Sprintf("%T", o), "*widget.scrollBar") // the wheel is for these
					if size := o.Size(); own && (taps || hovers) && o.Visible() && (size.Width < 24 || size.Height < 24) {
						t.Errorf("%T is %v large", o, size)
					}
				}
			})
		})
	}
}
