package ui

import (
	"testing"

	"fyne.io/fyne/v2"
)

// TestPagesHaveRoom: at twice the size on a screen of 1440 by 900, which leaves 720 by 420
// beside frame and panel, no page needs more, and opening one resizes nothing.
func TestPagesHaveRoom(t *testing.T) {
	room := fyne.NewSize(720, 420)
	for _, language := range []string{"en", "zh-Hans"} {
		open(t, language, false, func(u *UI, _ *desk, drain func()) {
			u.main.window.Resize(room)
			for _, place := range [][2]string{
				{"activity", ""}, {"activity", "2"}, {"agents", ""}, {"agents", "agent-1"}, {"agents", Adding},
				{"permissions", ""}, {"playground", ""}, {"playground", "record"}, {"playground", "scenarios"}, {"settings", ""},
			} {
				u.ShowPage(place[0], "")
				drain()
				u.ShowPage(place[0], place[1])
				drain()
				least := u.main.window.Content().MinSize()
				if least.Width > room.Width || least.Height > room.Height {
					t.Errorf("%s: %q needs %v", language, place, least)
				}
				if size := u.main.window.Canvas().Size(); size != room {
					t.Errorf("%s: %q made the window %v", language, place, size)
				}
			}
		})
	}
}
