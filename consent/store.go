package consent

import (
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"

	"assent/audit/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// tables are those of what was agreed to.
var tables = database.Tables{Versions: "consent_migrations", Migrations: migrations}

// patience is how long a write waits for the log's, of which many may follow each other.
const patience = 5 * time.Second

// store is the part of the database that belongs to this package. Package audit
// keeps its own in the same file.
type store struct{ db *database.DB }

// tx is one transaction.
type tx struct{ *sql.Tx }

// openStore opens or makes the database at path, up to date. Its commits are fsynced:
// what the person agreed to survives a power loss.
func openStore(path string) (*store, error) {
	db, err := database.Open(path, tables, database.Options{Wait: patience})
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	return &store{db}, nil
}

func (s *store) close() error { return s.db.Close() }

// write runs f in a transaction; nothing of it remains when it fails.
func (s *store) write(f func(tx) error) error {
	if err := s.db.Lost(); err != nil {
		return fmt.Errorf("writing what was agreed to: %w", err)
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
