package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"assent/consent/clock"
)

// OpenVirtualClock returns the virtual clock of a data folder, which it makes when it
// is missing. The clock begins at wall on its first use and resumes later on; only
// Advance moves it. A folder in real use is refused. Nothing is kept in the folder before
// KeepClock.
func OpenVirtualClock(places Places, wall time.Time) (*clock.Virtual, error) {
	start, err := clockTime(places, wall)
	if err != nil {
		return nil, err
	}
	return clock.NewVirtual(start), nil
}

// OpenDemoClock is OpenVirtualClock for --demo: the clock also goes with real time.
func OpenDemoClock(places Places, wall time.Time) (*clock.Virtual, error) {
	start, err := clockTime(places, wall)
	if err != nil {
		return nil, err
	}
	if wall.After(start) {
		start = wall
	}
	return clock.NewFlowing(start), nil
}

// KeepClock begins to keep the clock's time in the data folder, which is a virtual one's from
// then on: a demo may empty it. It is called with the folder's lock, before the database is
// made, and refuses a folder in real use.
func KeepClock(places Places, virtual *clock.Virtual) error {
	if err := places.refuseReal(); err != nil {
		return err
	}
	return StoreClock(places, virtual)
}

// refuseReal returns an error where engines have run by real time, or where that cannot be
// told.
func (p Places) refuseReal() error {
	virtual, err := exists(p.clock())
	if err != nil {
		return fmt.Errorf("looking at the data folder: %w", err)
	}
	used, err := exists(p.Database())
	if err != nil {
		return fmt.Errorf("looking at the data folder: %w", err)
	}
	if used && !virtual {
		return fmt.Errorf("the folder %s is in real use: choose another one with --data for a clock that can be moved", p.Data)
	}
	return nil
}

// ForgetDemo removes what a demo's engine, which has ended, kept in its folder.
func ForgetDemo(places Places) error {
	database := places.Database()
	var failed error
	for _, path := range []string{database, database + "-wal", database + "-shm", database + "-outcomes", database + "-taken", places.clock()} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// clockTime returns the time kept in the folder, which it makes when it is missing, in
// wall's time zone; wall when none is kept.
func clockTime(places Places, wall time.Time) (time.Time, error) {
	if err := Own(places.Data); err != nil {
		return wall, err
	}
	if err := places.refuseReal(); err != nil {
		return wall, err
	}
	data, err := ReadFile(places.clock(), 64)
	if errors.Is(err, fs.ErrNotExist) {
		return wall, nil
	}
	if err != nil {
		return wall, fmt.Errorf("reading the virtual clock: %w", err)
	}
	kept, err := time.Parse(time.RFC3339Nano, string(data))
	if err != nil {
		return wall, fmt.Errorf("the file %s of the data folder holds no time: remove it to begin anew", filepath.Base(places.clock()))
	}
	return kept.In(wall.Location()), nil
}

// StoreClock keeps the clock's time for the next engine on the folder.
func StoreClock(places Places, virtual *clock.Virtual) error {
	now := virtual.Now().UTC().Format(time.RFC3339Nano)
	return WriteFile(places.clock(), []byte(now))
}
