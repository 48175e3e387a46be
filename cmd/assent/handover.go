package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"assent/app/folder"
	"assent/app/host"
	"assent/app/wire"
)

// handOver has the app that already runs on this data folder show its window
// (contract §2), and returns this process's exit code.
func handOver(locked *folder.Locked) int {
	if err := showRunning(locked.Socket); err != nil {
		fmt.Fprintf(os.Stderr, "assent: %v\n", locked)
		return exitUsage
	}
	return exitOK
}

// showLimit is how long a running app may take to show its window.
const showLimit = 5 * time.Second

// showRunning asks the engine at socket to show its window.
func showRunning(socket string) error {
	ctx, cancel := context.WithTimeout(context.Background(), showLimit)
	defer cancel()
	engine, err := host.Connect(ctx, socket, nil)
	if err != nil {
		return err
	}
	defer engine.Close()
	answer, err := engine.Control(ctx, wire.Control{Op: wire.Show})
	if err != nil {
		return err
	}
	return answer.Err()
}
