package ui

import (
	"bytes"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

func TestTrayShowsEachStateDifferently(t *testing.T) {
	test.NewTempApp(t)
	var seen [][]byte
	for _, state := range []string{"tray.idle", "tray.asking", "main.paused"} {
		icon := canvas.NewImageFromResource(trayIcon(state))
		w := test.NewTempWindow(t, icon)
		w.SetPadded(false)
		w.Resize(fyne.NewSquareSize(32))
		var pixels bytes.Buffer
		picture := w.Canvas().Capture()
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				r, g, b, _ := picture.At(x, y).RGBA()
				pixels.Write([]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)})
			}
		}
		for _, other := range seen {
			if bytes.Equal(other, pixels.Bytes()) {
				t.Errorf("%s looks like another state", state)
			}
		}
		seen = append(seen, pixels.Bytes())
	}
}
