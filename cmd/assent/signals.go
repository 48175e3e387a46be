package main

import (
	"context"
	"os/signal"
	"syscall"

	"assent/app/ui"
)

// quitOnSignal has a signal quit the app as the person would. Call it once the toolkit
// runs: it takes these signals too, and would pull the windows away from under us.
func quitOnSignal(ctx context.Context, windows *ui.UI) {
	signal.Reset(syscall.SIGINT, syscall.SIGTERM)
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		defer stop()
		windows.Quit()
	})
}
