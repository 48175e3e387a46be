package audit

import (
	"context"
	"database/sql"
	"slices"
	"time"
)

// pruneStep is how many rows one step removes: few enough to delay no call by
// more than 50 ms.
const pruneStep = 200

// Prune removes rows older than retention, in small steps between which calls go on,
// and returns how many; the end of ctx stops it there. It leaves an anchor from which
// the rest of the chain can still be verified. What was seen stays seen. A row that is
// pending, and all after it, stay.
func (l *Log) Prune(ctx context.Context, retention time.Duration) (removed int, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return removed, err
		}
		var step int
		err := l.submit(&entry{apply: func(t *tx) (err error) {
			step, err = t.prune(t.now.Add(-retention))
			return unavailable(err)
		}})
		if err != nil {
			return removed, err
		}
		if removed += step; step < pruneStep {
			return removed, nil
		}
	}
}

// chained is a row with its links.
type chained struct {
	Row
	begin, end       sql.NullInt64
	beginSum, endSum []byte
}

const chainedColumns = columns + ", begin_link, begin_hash, end_link, end_hash"

func (r *chained) scan(rows *sql.Rows, more ...any) error {
	return rows.Scan(slices.Concat(r.fields(), []any{&r.begin, &r.beginSum, &r.end, &r.endSum}, more)...)
}

// prune removes up to pruneStep of the oldest rows, those that began before
// limit.
func (t *tx) prune(limit time.Time) (int, error) {
	oldest, err := t.oldest(pruneStep + 1)
	if err != nil {
		return 0, err
	}
	n := old(oldest, timestamp(limit), timestamp(t.now))
	if n == 0 {
		return 0, nil
	}
	anchor := t.head.Link // when nothing remains
	if n < len(oldest) {
		anchor = oldest[n].begin.Int64 - 1
	}
	if err := t.carry(oldest[:n], anchor); err != nil {
		return 0, err
	}
	ctx := context.Background()
	last := oldest[n-1].Seq
	if _, err := t.conn.ExecContext(ctx, `DELETE FROM calls WHERE seq <= ?`, last); err != nil {
		return 0, err
	}
	if _, err := t.conn.ExecContext(ctx, `DELETE FROM clock_set_back WHERE seq <= ?`, last); err != nil {
		return 0, err
	}
	_, err = t.conn.ExecContext(ctx, `UPDATE chain SET anchor_link = link, anchor_hash = hash, anchor_seq = ?
		FROM chain_carried WHERE link = ?`, last, anchor)
	if err != nil {
		return 0, err
	}
	_, err = t.conn.ExecContext(ctx, `DELETE FROM chain_carried WHERE link <= ?`, anchor)
	return n, err
}

func (t *tx) oldest(n int) ([]chained, error) {
	rows, err := t.conn.QueryContext(context.Background(), "SELECT "+chainedColumns+" FROM calls ORDER BY seq LIMIT ?", n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := make([]chained, 0, n)
	for rows.Next() {
		var r chained
		if err := r.scan(rows); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// old returns how many of the rows, at most pruneStep, are to go: those up to the
// last one before limit. A row of the future, left by a clock that was wrong,
// keeps only what follows it from going alone.
func old(rows []chained, limit, now string) int {
	n := 0
	for i, r := range rows[:min(len(rows), pruneStep)] {
		switch {
		case r.Status == Pending:
			return n
		case r.Timestamp < limit:
			n = i + 1
		case r.Timestamp <= now:
			return n
		}
	}
	return n
}

// carry keeps what the rest of the chain needs of rows that go: the link that
// becomes the anchor, and ends that lie behind it.
func (t *tx) carry(rows []chained, anchor int64) error {
	keep := func(link int64, digest hash, sum []byte) error {
		_, err := t.conn.ExecContext(context.Background(), `INSERT INTO chain_carried VALUES (?, ?, ?)`, link, digest[:], sum)
		return err
	}
	for i := range rows {
		r := &rows[i]
		if r.begin.Int64 == anchor {
			if err := keep(anchor, r.beginDigest(), r.beginSum); err != nil {
				return err
			}
		}
		if r.end.Int64 >= anchor {
			if err := keep(r.end.Int64, r.endDigest(), r.endSum); err != nil {
				return err
			}
		}
	}
	return nil
}
