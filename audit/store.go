package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-sqlite3"
)

// busyTimeout is how long a write waits for another writer of the same file.
const busyTimeout = 2 * time.Second

// checkpointPages is the size of the write-ahead log, in pages of 4 KiB, at
// which it goes into the database: rarely enough to be cheap, soon enough to
// delay a call by less than 50 ms.
const checkpointPages = 2000

// store is the writing side of the database: one connection, used by one
// goroutine.
type store struct {
	path string
	file os.FileInfo // as it was opened
	db   *sql.DB
	conn *sql.Conn
	full bool // commits are fsynced
	head Head
	seq  int64 // last one given

	stmts                   []*sql.Stmt // all that follow
	start, commit, rollback *sql.Stmt
	claim, claimed          *sql.Stmt
	begin, decide, end      *sql.Stmt
	moveHead, pending       *sql.Stmt
}

// dsn returns the name that opens the file at path with the given parameters.
func dsn(path string, parameters url.Values) string {
	return (&url.URL{Scheme: "file", Path: path, RawQuery: parameters.Encode()}).String()
}

// openStore opens or makes the database at path, up to date.
func openStore(ctx context.Context, path, vfs string) (_ *store, err error) {
	s := &store{path: path}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.file, err = private(path); err != nil {
		return nil, err
	}
	parameters := url.Values{
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())},
		"_txlock":       {"immediate"},
	}
	if vfs != "" {
		parameters.Set("vfs", vfs)
	}
	if s.db, err = sql.Open("sqlite3", dsn(path, parameters)); err != nil {
		return nil, err
	}
	s.db.SetMaxOpenConns(1)
	var tables int // what reads the schema first hears best what is wrong with the file
	if err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return nil, err
	}
	if err := migrate(ctx, s.db); err != nil {
		return nil, err
	}
	if s.conn, err = s.db.Conn(ctx); err != nil {
		return nil, err
	}
	s.full = true
	if _, err := s.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA wal_autocheckpoint=%d", checkpointPages)); err != nil {
		return nil, err
	}
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	return s, s.readHead(ctx)
}

// private makes sure that the file exists and that only its user may open it.
// SQLite gives the files beside it the same mode. A file that exists is not
// opened: closing it would drop the locks that this process holds on it.
func private(path string) (os.FileInfo, error) {
	if f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		if err := f.Close(); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", filepath.Base(path))
	}
	if info.Mode().Perm()&0o077 != 0 {
		return info, os.Chmod(path, 0o600)
	}
	return info, nil
}

func (s *store) prepare(ctx context.Context) error {
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.start, `BEGIN IMMEDIATE`},
		{&s.commit, `COMMIT`},
		{&s.rollback, `ROLLBACK`},
		{&s.claim, `INSERT INTO seen_calls (id, what) VALUES (?, ?) ON CONFLICT DO NOTHING`},
		{&s.claimed, `SELECT what FROM seen_calls WHERE id = ?`},
		{&s.begin, `INSERT INTO calls (seq, call_id, agent_id, conversation_id, tool_name, scope, arguments_digest,
			status, sensitivity, decision, timestamp, begin_link, begin_hash) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)`},
		{&s.decide, `UPDATE calls SET decision = ?, sensitivity = ? WHERE seq = ? AND status = 'pending'`},
		{&s.end, `UPDATE calls SET status = ?, reason = ?, sensitivity = ?, decision = ?, shown_ms = ?, duration_ms = ?,
			end_link = ?, end_hash = ? WHERE seq = ? AND status = 'pending'`},
		{&s.moveHead, `UPDATE chain SET head_link = ?, head_hash = ?, last_seq = ?, commits = commits + 1
			WHERE head_link = ? AND head_hash = ?`},
		{&s.pending, `SELECT seq, decision, sensitivity FROM calls WHERE status = 'pending' ORDER BY seq`},
	} {
		stmt, err := s.conn.PrepareContext(ctx, p.text)
		if err != nil {
			return fmt.Errorf("preparing a statement: %w", err)
		}
		*p.stmt = stmt
		s.stmts = append(s.stmts, stmt)
	}
	return nil
}

func (s *store) readHead(ctx context.Context) error {
	var sum []byte
	row := s.conn.QueryRowContext(ctx, `SELECT head_link, head_hash, last_seq FROM chain`)
	if err := row.Scan(&s.head.Link, &sum, &s.seq); err != nil {
		return fmt.Errorf("reading the head of the chain: %w", err)
	}
	copy(s.head.Hash[:], sum)
	return nil
}

// replaced reports whether the file at the path is no longer the one opened.
func (s *store) replaced() bool {
	info, err := os.Stat(s.path)
	return err != nil || !os.SameFile(s.file, info)
}

// sync chooses whether commits are fsynced. One connection with a switch keeps
// its page cache; two would empty each other's at every commit.
func (s *store) sync(full bool) error {
	if s.full == full {
		return nil
	}
	level := "PRAGMA synchronous=NORMAL"
	if full {
		level = "PRAGMA synchronous=FULL"
	}
	if _, err := s.conn.ExecContext(context.Background(), level); err != nil {
		return err
	}
	s.full = full
	return nil
}

func (s *store) close() error {
	var errs []error
	for _, stmt := range s.stmts { // database/sql leaves those of a Conn open
		errs = append(errs, stmt.Close())
	}
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	return errors.Join(errs...)
}

// corrupt reports whether err says that the file is no sound database.
func corrupt(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}
