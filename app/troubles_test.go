package app

import (
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"assent/i18n"
)

// TestWhatWasTakenAwayIsTried: while the database cannot be written, the user is told that
// what they took back is not in it yet, and holds.
func TestWhatWasTakenAwayIsTried(t *testing.T) {
	t.Parallel()
	e := openEngine(t, &camera{})
	changed := make(chan struct{}, 100)
	e.Subscribe(func() { changed <- struct{}{} })
	until := func(told bool) {
		t.Helper()
		for {
			if slices.ContainsFunc(e.Troubles(), func(said i18n.Text) bool { return said.Key == "notice.unwritten" }) == told {
				return
			}
			select {
			case <-changed:
			case <-time.After(20 * time.Second):
				t.Fatalf("troubles %v, told %v", e.Troubles(), told)
			}
		}
	}
	db, err := sql.Open("sqlite3", e.options.Places.Database())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	if err := e.Revoke("agent-1", "camera:use"); err != nil {
		t.Errorf("it was not journaled: %v", err)
	}
	until(true)
	if err := errors.Join(conn.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	until(false)
}
