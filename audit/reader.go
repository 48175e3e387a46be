package audit

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync/atomic"

	"assent/audit/database"
)

// Reader reads a log, also while an engine writes it. It is safe for concurrent
// use and changes nothing.
type Reader struct {
	path   string
	db     atomic.Pointer[sql.DB]
	values values
}

// OpenReader opens the log at path for reading.
func OpenReader(path string) (*Reader, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	r := &Reader{path: path}
	return r, r.reopen()
}

// reopen takes the file that is at the path now.
func (r *Reader) reopen() error {
	db, err := database.OpenReader(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no audit log at %s: %w", r.path, err)
	}
	if err != nil {
		return fmt.Errorf("opening the audit log: %w", err)
	}
	db.SetMaxOpenConns(4)
	db.SetMaxIdleConns(4)
	if old := r.db.Swap(db); old != nil {
		return old.Close()
	}
	return nil
}

// Close lets go of the file.
func (r *Reader) Close() error {
	if db := r.db.Load(); db != nil {
		return db.Close()
	}
	return nil
}
