package consent

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	_ "github.com/mattn/go-sqlite3" // the driver
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// store is the part of the database that belongs to this package. Package audit
// keeps its own in the same file.
type store struct{ db *sql.DB }

// tx is one transaction.
type tx struct{ *sql.Tx }

// openStore opens or makes the database at path, up to date, for its user alone.
func openStore(path string) (_ *store, err error) {
	if err := create(path); err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: url.Values{
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"}, // what the user agreed to survives a power loss
		"_busy_timeout": {"5000"},
		"_txlock":       {"immediate"},
	}.Encode()}
	db, err := sql.Open("sqlite3", dsn.String())
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	if err := migrate(context.Background(), db); err != nil {
		return nil, errors.Join(fmt.Errorf("bringing the database up to date: %w", err), db.Close())
	}
	return &store{db}, nil
}

// create makes the file with its mode when there is none. One that exists is not
// touched: closing it here would drop the locks that SQLite holds on it elsewhere in
// this process.
func create(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// migrate brings db to this version's tables; one of a later version is an error.
func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files,
		goose.WithTableName("consent_migrations"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > target {
		return fmt.Errorf("it is of a later version of Assent (%d, this one knows %d): update Assent", current, target)
	}
	_, err = provider.Up(ctx)
	return err
}

func (s *store) close() error { return s.db.Close() }

// write runs f in a transaction; nothing of it remains when it fails.
func (s *store) write(f func(tx) error) error {
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
