// Package database opens assent.db: the one file that holds the log and what the
// person agreed to. It makes the file for its user alone, refuses what is no file,
// brings the tables up to date, and notices when a file of it is removed or replaced
// while it is open.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package database

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Options of Open. The zero value serves.
type Options struct {
	VFS string // of SQLite; tests take one that loses writes
}

// Wait is how long a statement waits for another writer.
const Wait = 2 * time.Second

// DB is the database, open for writing with one connection, whose commits are fsynced
// unless it is told otherwise. Package sql says how it may be used.
type DB struct {
	*sql.DB
	files files
}

// Open opens the database at path, or makes it with mode 0600, and brings tables up to
// date. Corrupt tells an error of a file that is no sound database.
func Open(path string, tables Tables, o Options) (_ *DB, err error) {
	if err := secure(path); err != nil {
		return nil, err
	}
	parameters := url.Values{
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_busy_timeout": {fmt.Sprint(Wait.Milliseconds())},
		"_txlock":       {"immediate"},
		"_mutex":        {"no"}, // package sql uses a connection for one thing at a time
	}
	if o.VFS != "" {
		parameters.Set("vfs", o.VFS)
	}
	db, err := sql.Open("sqlite3", name(path, parameters))
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	db.SetMaxOpenConns(1)
	var found int // what reads the schema first hears best what is wrong with the file
	if err := db.QueryRow(`SELECT count(*) FROM sqlite_schema`).Scan(&found); err != nil {
		return nil, err
	}
	if err := tables.migrate(db); err != nil {
		return nil, err
	}
	files, err := identify(path)
	if err != nil {
		return nil, err
	}
	return &DB{DB: db, files: files}, nil
}

// OpenReader opens the database at path for reading, also while another process writes
// it. It changes nothing. The error wraps fs.ErrNotExist where there is none.
func OpenReader(path string) (*sql.DB, error) {
	if err := regular(path); err != nil {
		return nil, err
	}
	return sql.Open("sqlite3", name(path, url.Values{
		"mode":          {"ro"},
		"_query_only":   {"true"},
		"_busy_timeout": {fmt.Sprint(Wait.Milliseconds())},
	}))
}

// name returns the name that opens the file at path with the given parameters.
func name(path string, parameters url.Values) string {
	return (&url.URL{Scheme: "file", Path: path, RawQuery: parameters.Encode()}).String()
}

// Corrupt reports whether err says that the file is no sound database.
func Corrupt(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}
