package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assent/app"
)

// autostartFile is where the desktop looks for what to start at login (XDG autostart).
func autostartFile() (string, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(config, "autostart", app.ID+".desktop"), nil
}

// startsAtLogin reports whether the person chose to start Assent at login.
func startsAtLogin() bool {
	path, err := autostartFile()
	if err != nil {
		return false
	}
	_, err = os.Stat(path)
	return err == nil
}

// startAtLogin makes the desktop start this program at login, or no longer.
func startAtLogin(on bool) error {
	path, err := autostartFile()
	if err != nil {
		return fmt.Errorf("starting at login: %w", err)
	}
	if !on {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("starting at login: %w", err)
		}
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("starting at login: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("starting at login: %w", err)
	}
	escaped := strings.NewReplacer(`\`, `\\\\`, `"`, `\\"`, "`", "\\\\`", `$`, `\\$`, `%`, `%%`).Replace(program)
	entry := "[Desktop Entry]\nType=Application\nName=Assent\nExec=\"" + escaped + "\" --hidden\n" +
		"TryExec=" + strings.ReplaceAll(program, `\`, `\\`) + "\nIcon=" + app.ID + "\nTerminal=false\n" // nothing is tried once it is removed
	if err := os.WriteFile(path, []byte(entry), 0o644); err != nil {
		return fmt.Errorf("starting at login: %w", err)
	}
	return nil
}
