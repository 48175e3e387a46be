package main

import (
	"context"
	"os/signal"
	"syscall"

	"assent/app/ui"
)

// quitOnSignal quits the app as the person would when the session ends.
func quitOnSignal(ctx context.Context, windows *ui.UI) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	<-ctx.Done()
	windows.Quit()
}
