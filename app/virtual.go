package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"assent/consent/clock"
)

// clockFile is where a data folder keeps its virtual clock's time (contract §11).
const clockFile = "clock"

// OpenVirtualClock returns the virtual clock of a data folder, which it makes when it
// is missing. The clock begins at wall on its first use and resumes later on; only
// Advance moves it.
func OpenVirtualClock(folder string, wall time.Time) (*clock.Virtual, error) {
	start, err := clockTime(folder, wall)
	if err != nil {
		return nil, err
	}
	virtual := clock.NewVirtual(start)
	return virtual, storeClock(folder, virtual)
}

// OpenDemoClock is OpenVirtualClock for --demo: the clock also goes with real time. A
// folder that is not a demo's is refused, for a demo can start over.
func OpenDemoClock(folder string, wall time.Time) (*clock.Virtual, error) {
	_, noClock := os.Stat(filepath.Join(folder, clockFile))
	_, noData := os.Stat(databasePath(folder))
	if noClock != nil && noData == nil {
		return nil, fmt.Errorf("the folder %s is in real use: choose another one for the demo with --data", folder)
	}
	start, err := clockTime(folder, wall)
	if err != nil {
		return nil, err
	}
	if wall.After(start) {
		start = wall
	}
	virtual := clock.NewFlowing(start)
	return virtual, storeClock(folder, virtual)
}

// ForgetDemo removes what a demo's engine, which has ended, kept in its folder.
func ForgetDemo(folder string) error {
	database := databasePath(folder)
	var failed error
	for _, path := range []string{database, database + "-wal", database + "-shm", filepath.Join(folder, clockFile)} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// clockTime returns the time kept in the folder, which it makes when it is missing, in
// wall's time zone; wall when none is kept.
func clockTime(folder string, wall time.Time) (time.Time, error) {
	if err := OwnFolder(folder); err != nil {
		return wall, err
	}
	data, err := os.ReadFile(filepath.Join(folder, clockFile))
	if errors.Is(err, fs.ErrNotExist) {
		return wall, nil
	}
	if err != nil {
		return wall, fmt.Errorf("reading the virtual clock: %w", err)
	}
	kept, err := time.Parse(time.RFC3339Nano, string(data))
	if err != nil {
		return wall, fmt.Errorf("the file %s of the data folder holds no time: remove it to begin anew", clockFile)
	}
	return kept.In(wall.Location()), nil
}

// storeClock keeps the clock's time for the next engine on the folder.
func storeClock(folder string, virtual *clock.Virtual) error {
	now := virtual.Now().UTC().Format(time.RFC3339Nano)
	return writeFile(filepath.Join(folder, clockFile), []byte(now))
}
