package consent

import (
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"

	"assent/audit/database"
	"assent/consent/ask"
	"assent/consent/clock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// tables are those of what was agreed to.
var tables = database.Tables{Versions: "consent_migrations", Migrations: migrations}

// store is the part of the database that belongs to this package. Package audit
// keeps its own in the same file.
type store struct {
	db      *database.DB
	hurried bool // it waits for other writers only shortly
}

// tx is one transaction.
type tx struct{ *sql.Tx }

// openStore opens or makes the database at path, up to date. Its commits are fsynced:
// what the person agreed to survives a power loss.
func openStore(path string) (*store, error) {
	db, err := database.Open(path, tables, database.Options{})
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	return &store{db: db}, nil
}

func (s *store) close() error { return s.db.Close() }

// batch is what is written together.
type batch struct {
	agents  []*agent   // as they are now; of those of which nothing is, nothing is left
	windows []*window  // those that changed
	mutes   []ask.Mute // all there are; nil: as they were
	mark    clock.Mark
	journal uint64 // up to which everything is in the database then
}

// write writes b, or nothing of it. While it fails it waits only shortly for other
// writers: whoever takes something away must not wait for them again and again.
func (s *store) write(b batch) error {
	err := s.transact(func(t tx) error {
		for _, a := range b.agents {
			if err := t.saveAgent(a); err != nil {
				return err
			}
		}
		if err := t.saveMutes(b.mutes); err != nil {
			return err
		}
		if _, err := t.Exec(`UPDATE consent_journal SET number = ?`, b.journal); err != nil {
			return err
		}
		return t.saveWindows(b.windows, b.mark)
	})
	s.hurry(err != nil)
	return err
}

// hurry chooses how long writes wait for other writers.
func (s *store) hurry(on bool) {
	if on == s.hurried {
		return
	}
	wait := database.Wait
	if on {
		wait = 100 * time.Millisecond
	}
	if _, err := s.db.Exec(fmt.Sprintf("PRAGMA busy_timeout = %d", wait.Milliseconds())); err == nil {
		s.hurried = on
	}
}

// transact runs f in a transaction; nothing of it remains when it fails.
func (s *store) transact(f func(tx) error) error {
	if err := s.db.Lost(); err != nil {
		return fmt.Errorf("writing what was agreed to: %w", errors.Join(err, database.BringIn(s.db)))
	}
	t, err := s.db.Begin()
	if err != nil {
		return fmt.Errorf("writing what was agreed to: %w", err)
	}
	if err := f(tx{t}); err != nil {
		return fmt.Errorf("writing what was agreed to: %w", errors.Join(err, t.Rollback()))
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("writing what was agreed to: %w", err)
	}
	return nil
}

// journaled returns the journal's entry up to which everything is in the database.
func (s *store) journaled() (number uint64, err error) {
	if err := s.db.QueryRow(`SELECT number FROM consent_journal`).Scan(&number); err != nil {
		return 0, fmt.Errorf("reading how far the journal is written: %w", err)
	}
	return number, nil
}
