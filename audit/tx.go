package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"assent/audit/database"
)

// ErrUnavailable is wrapped by every error that says that the log could not be
// written: nothing may run (contract §10, audit_unavailable).
var ErrUnavailable = errors.New("audit: the log cannot be written")

// errNotPending: the call has no row, or its outcome is recorded.
var errNotPending = errors.New("audit: the call is not pending")

func unavailable(err error) error {
	if err == nil || errors.Is(err, ErrUnavailable) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, err)
}

var errHeadMoved = errors.New("the database is not as this process left it")

// tx is one transaction of the store. Its methods return ErrUnavailable when
// the whole transaction failed; any other error is of the one call alone.
type tx struct {
	*store
	now   time.Time
	head  Head
	seq   int64
	tally tally
	times times

	listed int64
}

// transact runs f in a transaction, fsynced when full, and moves the chain's
// head with it. Nothing remains of it when it fails.
func (s *store) transact(full bool, now time.Time, f func(*tx) error) (err error) {
	if err := s.db.Lost(); err != nil {
		return unavailable(errors.Join(err, database.BringIn(s.conn)))
	}
	if err := s.sync(full); err != nil {
		return unavailable(err)
	}
	if _, err := s.start.run(); err != nil {
		return unavailable(err)
	}
	defer func() {
		if err != nil {
			s.rollback.run() // fails when SQLite rolled back already
			err = unavailable(err)
		}
	}()
	t := &tx{store: s, now: now, head: s.head, seq: s.seq, tally: s.tally, times: s.times, listed: s.listed}
	if err := f(t); err != nil {
		return err
	}
	if err := t.catchUp(); err != nil {
		return err
	}
	moved, err := s.moveHead.run(t.head.Link, t.head.Hash[:], t.seq, t.tally.count, t.tally.sum[:], t.listed, s.head.Link, s.head.Hash[:])
	if err != nil {
		return err
	}
	if moved != 1 {
		return errHeadMoved
	}
	if _, err := s.commit.run(); err != nil {
		return err
	}
	s.head, s.seq, s.tally, s.times, s.listed = t.head, t.seq, t.tally, t.times, t.listed
	return nil
}

// claim takes the call's identity; ErrDuplicate or ErrReused when it was seen.
func (t *tx) claim(c Call) error {
	id, what := c.identity(), c.substance()
	fresh, err := t.saw(id[:], what[:])
	if err != nil || fresh {
		return unavailable(err)
	}
	var before []byte
	if err := t.conn.QueryRowContext(context.Background(), `SELECT what FROM seen_calls WHERE id = ?`, id[:]).Scan(&before); err != nil {
		return unavailable(err)
	}
	return again(before, c)
}

// saw keeps a call as seen; not fresh when it was.
func (t *tx) saw(id, what []byte) (fresh bool, err error) {
	n, err := t.see.run(id, what)
	if n == 1 {
		t.tally.add(id, what)
	}
	return n == 1, err
}

// insert writes the row of a call that begins, as the next link.
func (t *tx) insert(c Call) (Row, error) {
	r := newRow(c, t.seq+1, t.now)
	link := t.head.next(r.beginDigest())
	err := t.took(r)
	if err != nil {
		return Row{}, unavailable(err)
	}
	_, err = t.begin.run(r.Seq, r.CallID, r.AgentID, r.ConversationID, r.Tool, r.Scope, r.ArgumentsDigest,
		string(r.Status), r.Sensitivity, r.Decision, r.Timestamp, link.Link, link.Hash[:])
	if err != nil {
		return Row{}, unavailable(err)
	}
	t.head, t.seq = link, r.Seq
	return r, nil
}

// finish writes the outcome of a pending call, as the next link.
func (t *tx) finish(seq int64, o Outcome) error {
	r := Row{Seq: seq}
	r.end(o)
	link := t.head.next(r.endDigest())
	ended, err := t.end.run(string(r.Status), r.Reason, r.Sensitivity, r.Decision, r.ShownMS, r.DurationMS,
		link.Link, link.Hash[:], seq)
	if err != nil {
		return unavailable(err)
	}
	if ended == 0 {
		return errNotPending
	}
	t.head = link
	return nil
}

// decided marks a pending call as decided.
func (t *tx) decided(seq int64, decision, sensitivity string) error {
	marked, err := t.decide.run(clip(decision), clip(sensitivity), seq)
	if err == nil && marked == 0 {
		return errNotPending
	}
	return unavailable(err)
}

// interrupt ends the calls that an earlier process left pending (contract §10), as they
// ended, where that process said so.
func (t *tx) interrupt(ended []late) error {
	for _, o := range ended {
		if err := t.finish(o.seq, o.outcome); err != nil && !errors.Is(err, errNotPending) {
			return err
		}
	}
	rows, err := t.conn.QueryContext(context.Background(), `SELECT seq, decision, sensitivity FROM calls WHERE listed AND status = 'pending'
		UNION ALL SELECT seq, decision, sensitivity FROM calls WHERE seq > ? AND NOT listed AND status = 'pending'`, t.listed)
	if err != nil {
		return err
	}
	defer rows.Close()
	outcomes := map[int64]Outcome{}
	for rows.Next() {
		var seq int64
		o := Outcome{Status: Error, Reason: "interrupted"}
		if err := rows.Scan(&seq, &o.Decision, &o.Sensitivity); err != nil {
			return err
		}
		if o.Decision == "" {
			o.Status = Denied
		}
		outcomes[seq] = o
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for seq, o := range outcomes {
		if err := t.finish(seq, o); err != nil {
			return err
		}
	}
	return nil
}
