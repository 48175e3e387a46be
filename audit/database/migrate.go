package database

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Tables are those of one package.
type Tables struct {
	Versions   string // the table that keeps which migrations were made
	Migrations fs.FS  // in the folder migrations
}

// migrate brings db to this version's tables. Migrations only go forward: a database
// of a later version is an error.
func (t Tables) migrate(db *sql.DB) error {
	ctx := context.Background()
	provider, err := t.migrator(db)
	if err != nil {
		return err
	}
	current, target, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("reading the database's version: %w", err)
	case current > target:
		return fmt.Errorf("the database is of a later version of Assent (%d, this one knows %d): update Assent", current, target)
	case current == target:
		return nil
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrating the database: %w", err)
	}
	return nil
}

func (t Tables) migrator(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(t.Migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, db, files,
		goose.WithTableName(t.Versions), goose.WithDisableGlobalRegistry(true))
}
