// Package store keeps what the sandbox knows (contract §15) in one SQLite file: tokens,
// agents and every version of their manifests, relations, conversations, events and who
// hears them, calls and their responses, webhooks. What a method wrote survives a kill.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package store

import (
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"assent/audit/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

var tables = database.Tables{Versions: "sandbox_migrations", Migrations: migrations}

// ErrNotFound says that there is nothing of that name.
var ErrNotFound = errors.New("there is no such thing")

// Store is open until Close. It is safe for concurrent use.
type Store struct {
	db  *database.DB
	now func() time.Time

	mu      sync.Mutex
	changed chan struct{} // closed at the next change
}

// Open opens or makes the database at path. now tells the time of what happens.
func Open(path string, now func() time.Time) (*Store, error) {
	db, err := database.Open(path, tables, database.Options{})
	if err != nil {
		return nil, fmt.Errorf("opening the sandbox's database: %w", err)
	}
	return &Store{db: db, now: now, changed: make(chan struct{})}, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Changed returns a channel that is closed when something was written after the call.
func (s *Store) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

func (s *Store) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.changed)
	s.changed = make(chan struct{})
}

// tx is one transaction.
type tx struct {
	*sql.Tx
	now time.Time
}

// transact runs f in a transaction; nothing of it remains when it fails.
func (s *Store) transact(f func(tx) error) error {
	t, err := s.db.Begin()
	if err != nil {
		return fmt.Errorf("writing to the sandbox's database: %w", err)
	}
	if err := f(tx{t, s.now()}); err != nil {
		return errors.Join(err, t.Rollback())
	}
	if err := t.Commit(); err != nil {
		return fmt.Errorf("writing to the sandbox's database: %w", err)
	}
	s.tell()
	return nil
}

// found makes ErrNotFound of the error for a row that is not there.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// rows calls scan for each row of a query.
func (s *Store) rows(scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := s.db.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// newID returns an id that nothing else has, of 60 random bits: people see them.
func newID(kind string) string { return kind + strings.ToLower(rand.Text()[:12]) }
