package memory

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"assent/cmd/project_cli/router"

	_ "github.com/mattn/go-sqlite3"
)

// version is that of the database's tables, kept in its user_version.
const version = 1

const tables = `CREATE TABLE memory (
	key        TEXT PRIMARY KEY,
	value      TEXT NOT NULL,
	updated_at TEXT NOT NULL -- RFC 3339, UTC
) STRICT;
PRAGMA user_version = 1;`

// open opens the memory for writing, and makes it where it is missing, for its user alone.
func open(home string) (*sql.DB, error) {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, writeFailed(err)
	}
	path := filepath.Join(home, "memory.db")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		err = file.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, writeFailed(err)
	}
	return connect(path, url.Values{"_txlock": {"immediate"}, "_synchronous": {"EXTRA"}}, true)
}

// openReader opens the memory and writes nothing; nil where there is none.
func openReader(home string) (*sql.DB, error) {
	path := filepath.Join(home, "memory.db")
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil, nil
	}
	return connect(path, url.Values{"mode": {"ro"}, "_query_only": {"true"}}, false)
}

func connect(path string, parameters url.Values, make bool) (_ *sql.DB, err error) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil, router.Fail(router.Unreadable, "memory.db in the home is not a regular file.")
	}
	parameters.Set("_busy_timeout", "2000")
	db, err := sql.Open("sqlite3", (&url.URL{Scheme: "file", Path: path, RawQuery: parameters.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	defer func() {
		if err != nil {
			db.Close()
		}
	}()
	var found int
	if err := db.QueryRow(`PRAGMA user_version`).Scan(&found); err != nil {
		return nil, router.Fail(router.Unreadable, fmt.Sprintf("memory.db in the home cannot be read: %v.", err))
	}
	switch {
	case found > version:
		return nil, router.Fail(router.Unreadable, "memory.db in the home was written by a later version of project_cli: update it.")
	case found == version || !make:
		return db, nil
	}
	return db, create(db)
}

// create makes the tables, where nobody did meanwhile.
func create(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return writeFailed(err)
	}
	defer tx.Rollback()
	var found int
	if err := tx.QueryRow(`PRAGMA user_version`).Scan(&found); err != nil || found == version {
		return err
	}
	if _, err := tx.Exec(tables); err != nil {
		return writeFailed(err)
	}
	return tx.Commit()
}

func writeFailed(err error) error {
	var where *fs.PathError
	if errors.As(err, &where) {
		err = where.Err
	}
	return router.Fail(router.WriteFailed, fmt.Sprintf("memory.db in the home cannot be written, nothing was changed: %v.", err))
}
