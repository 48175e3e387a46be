package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"assent/app/folder"
)

// starter returns what starts the desktop app where there is a display; where none is
// named, as clients hand none on, it is asked of the user's bus (contract §13).
func starter(places folder.Places) func(context.Context) error {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return startOverBus
	}
	return func(ctx context.Context) error {
		program, err := desktopApp()
		if err != nil {
			return fmt.Errorf("the desktop app was not found: %w", err)
		}
		return startApp(ctx, program, "--hidden", "--data", places.Data, "--socket", places.Socket)
	}
}

// startApp starts the desktop app, which outlives this program, and returns when it
// listens, or when it ended because another one has the data folder and listens.
func startApp(ctx context.Context, program string, args ...string) error {
	app := exec.Command(program, args...)
	app.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	said, err := app.StderrPipe()
	if err != nil {
		return err
	}
	if err := app.Start(); err != nil {
		return fmt.Errorf("starting the desktop app: %w", err)
	}
	listens := make(chan error, 2)
	go func() {
		lines := bufio.NewScanner(said)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "listening on ") {
				listens <- nil
				break
			}
		}
		io.Copy(io.Discard, said) // what it says later is not waited for, nor kept back
		listens <- app.Wait()
	}()
	select {
	case err := <-listens:
		if err != nil {
			return fmt.Errorf("the desktop app ended: %w", err)
		}
		return nil
	case <-ctx.Done():
		return errors.Join(errors.New("the desktop app did not start in time"), context.Cause(ctx))
	}
}

// desktopApp finds the desktop app: beside this program, else on the path.
func desktopApp() (string, error) {
	if self, err := os.Executable(); err == nil {
		if program, err := exec.LookPath(filepath.Join(filepath.Dir(self), "assent")); err == nil {
			return program, nil
		}
	}
	return exec.LookPath("assent")
}
