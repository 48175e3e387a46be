// Command bare is the smallest Fyne program there is: what Assent is weighed against.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

func main() {
	w := app.NewWithID("io.assent.Bare").NewWindow("Bare")
	w.SetContent(container.NewCenter(widget.NewLabel("Hello, this is the smallest window there is.")))
	w.Resize(fyne.NewSize(960, 640))
	w.ShowAndRun()
}
