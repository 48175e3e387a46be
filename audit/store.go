package audit

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"

	"assent/audit/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// tables are the log's.
var tables = database.Tables{Versions: "audit_migrations", Migrations: migrations}

// checkpointPages is the size of the write-ahead log, in pages of 4 KiB, at
// which it goes into the database: rarely enough to be cheap, soon enough to
// delay a call by less than 50 ms.
const checkpointPages = 2000

// store is the writing side of the database: one connection, used by one
// goroutine.
type store struct {
	db    *database.DB
	conn  *sql.Conn
	full  bool // commits are fsynced
	head  Head
	seq   int64 // last one given
	tally tally // of the calls seen
	times times // of the rows

	listed       int64 // the last row that the indexes have
	listedAtOnce int64 // how many they lack before they get them

	start, commit, rollback prepared
	see, begin, decide, end prepared
	list, moveHead          prepared
}

// openStore opens or makes the database at path, up to date.
func openStore(path string, o Options) (_ *store, err error) {
	s := &store{full: true, listedAtOnce: int64(o.listedAtOnce)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	if s.db, err = database.Open(path, tables, database.Options{VFS: o.vfs}); err != nil {
		return nil, err
	}
	ctx := context.Background()
	if s.conn, err = s.db.Conn(ctx); err != nil {
		return nil, err
	}
	if _, err := s.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA wal_autocheckpoint=%d", checkpointPages)); err != nil {
		return nil, err
	}
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	return s, errors.Join(s.readHead(ctx), s.readTimes(ctx))
}

func (s *store) prepare(ctx context.Context) error {
	for _, p := range []struct {
		statement *prepared
		text      string
	}{
		{&s.start, `BEGIN IMMEDIATE`},
		{&s.commit, `COMMIT`},
		{&s.rollback, `ROLLBACK`},
		{&s.see, `INSERT INTO seen_calls (id, what) VALUES (?, ?) ON CONFLICT DO NOTHING`},
		{&s.begin, `INSERT INTO calls (seq, call_id, agent_id, conversation_id, tool_name, scope, arguments_digest,
			status, sensitivity, decision, timestamp, begin_link, begin_hash, listed) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,0)`},
		{&s.decide, `UPDATE calls SET decision = ?, sensitivity = ? WHERE seq = ? AND status = 'pending'`},
		{&s.end, `UPDATE calls SET status = ?, reason = ?, sensitivity = ?, decision = ?, shown_ms = ?, duration_ms = ?,
			end_link = ?, end_hash = ? WHERE seq = ? AND status = 'pending'`},
		{&s.list, `UPDATE calls SET listed = 1 WHERE seq > ? AND seq <= ?`},
		{&s.moveHead, `UPDATE chain SET head_link = ?, head_hash = ?, last_seq = ?, seen_count = ?, seen_sum = ?, listed_seq = ?,
			commits = commits + 1 WHERE head_link = ? AND head_hash = ?`},
	} {
		var err error
		if *p.statement, err = prepare(ctx, s.conn, p.text); err != nil {
			return fmt.Errorf("preparing a statement: %w", err)
		}
	}
	return nil
}

func (s *store) readHead(ctx context.Context) (err error) {
	var sum, seenSum []byte
	row := s.conn.QueryRowContext(ctx, `SELECT head_link, head_hash, last_seq, seen_count, seen_sum, listed_seq FROM chain`)
	if err := row.Scan(&s.head.Link, &sum, &s.seq, &s.tally.count, &seenSum, &s.listed); err != nil {
		return fmt.Errorf("reading the head of the chain: %w", err)
	}
	copy(s.head.Hash[:], sum)
	copy(s.tally.sum[:], seenSum)
	if seenSum == nil {
		if s.tally, err = tallySeen(ctx, s.conn); err != nil {
			return fmt.Errorf("reading the calls seen: %w", err)
		}
	}
	return nil
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
	for _, statement := range []*prepared{&s.start, &s.commit, &s.rollback, &s.see, &s.begin, &s.decide, &s.end, &s.list, &s.moveHead} {
		errs = append(errs, statement.close())
	}
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	return errors.Join(errs...)
}
