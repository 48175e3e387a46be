package folder

import (
	"fmt"
	"os"
	"path/filepath"
)

// Places are where an engine keeps its data and listens (contract §2).
type Places struct{ Data, Socket string }

// FindPlaces completes the places given on the command line, empty ones from the
// environment: a data folder that is given has its socket in it. It creates nothing.
func FindPlaces(data, socket string) (Places, error) {
	runtime := os.Getenv("XDG_RUNTIME_DIR")
	if data != "" {
		runtime = ""
	} else {
		data = os.Getenv("XDG_DATA_HOME")
		if data == "" {
			home, err := os.UserHomeDir()
			if err != nil {
				return Places{}, fmt.Errorf("finding the data folder: %w; name one with --data", err)
			}
			data = filepath.Join(home, ".local", "share")
		}
		data = filepath.Join(data, "assent")
	}
	data, err := filepath.Abs(data)
	if err != nil {
		return Places{}, fmt.Errorf("finding the data folder: %w", err)
	}
	switch {
	case socket != "":
	case runtime != "":
		socket = filepath.Join(runtime, "assent", "assent.sock")
	default:
		socket = filepath.Join(data, "run", "assent.sock")
	}
	socket, err = filepath.Abs(socket) // the lock tells it to programs in other folders
	if err != nil {
		return Places{}, fmt.Errorf("finding the socket: %w", err)
	}
	return Places{Data: data, Socket: socket}, nil
}

// Database is the file of the log and of what was agreed to.
func (p Places) Database() string { return filepath.Join(p.Data, "assent.db") }

// Settings is the file of the settings (contract §11).
func (p Places) Settings() string { return filepath.Join(p.Data, "settings.json") }

// Recordings is the folder of the sessions that were recorded without a path of their own.
func (p Places) Recordings() string { return filepath.Join(p.Data, "recordings") }

// clock is the file of the virtual clock's time (contract §11).
func (p Places) clock() string { return filepath.Join(p.Data, "clock") }
