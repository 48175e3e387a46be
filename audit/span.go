package audit

import (
	"context"
	"database/sql"
	"math"
	"time"
)

// span is the part of the log that a filter's times and page leave of what the indexes have:
// what began in time lies between two rows.
type span struct {
	after, before int64     // seq of the two
	checked       statement // asks a row when it began, where the clock was ever set back
}

// span finds the part of the log by when its rows began.
func (f Filter) span(ctx context.Context, v *view) (s span, err error) {
	s.before = math.MaxInt64
	if f.Before > 0 {
		s.before = f.Before
	}
	if v.listed.last < s.before {
		s.before = v.listed.last + 1
	}
	if f.Since.IsZero() && f.Until.IsZero() {
		return s, nil
	}
	t, err := v.timeline(ctx)
	if err != nil {
		return s, err
	}
	s.checked.text = "TRUE"
	if !f.Since.IsZero() {
		s.checked.and(statement{"timestamp >= ?", []any{timestamp(f.Since)}})
		if s.after, err = t.lastBefore(ctx, f.Since); err != nil {
			return s, err
		}
	}
	if !f.Until.IsZero() {
		s.checked.and(statement{"timestamp < ?", []any{timestamp(f.Until)}})
		first, err := t.firstFrom(ctx, f.Until)
		if err != nil {
			return s, err
		}
		s.before = min(s.before, first)
	}
	if t.back == 0 {
		s.checked = statement{}
	}
	return s, nil
}

// meets returns what asks a row whether it is in s.
func (s span) meets() statement {
	in := statement{"seq > ? AND seq < ?", []any{s.after, s.before}}
	if s.checked.text != "" {
		in.and(s.checked)
	}
	return in
}

// timeline finds rows that the indexes have by when they began. Rows are in the order of
// their times but where the clock was set back: nothing is missed when a time is widened by
// the most that it was.
type timeline struct {
	tx   *sql.Tx
	last int64 // of these rows
	back time.Duration
}

// anyBack is taken for what an earlier version wrote, which says nothing of its clock: every
// row is asked.
const anyBack = 100 * 365 * 24 * time.Hour

func (v *view) timeline(ctx context.Context) (timeline, error) {
	line := timeline{v.tx, v.listed.last, anyBack}
	var noted bool
	err := v.tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'clock_set_back')`).Scan(&noted)
	if err != nil || !noted {
		return line, err
	}
	var ms int64
	err = v.tx.QueryRowContext(ctx, `SELECT coalesce(max(ms), 0) FROM clock_set_back`).Scan(&ms)
	line.back = time.Duration(ms) * time.Millisecond
	return line, err
}

// lastBefore returns a row up to which all began before a moment.
func (t timeline) lastBefore(ctx context.Context, moment time.Time) (seq int64, err error) {
	seq, _, err = t.around(ctx, moment.Add(-t.back))
	return seq, err
}

// firstFrom returns a row from which on all began at a moment or later.
func (t timeline) firstFrom(ctx context.Context, moment time.Time) (seq int64, err error) {
	_, seq, err = t.around(ctx, moment.Add(t.back))
	return seq, err
}

// around returns two rows beside each other of which the first began before a moment and the
// other did not, by halving the log; either may be beyond its end.
func (t timeline) around(ctx context.Context, moment time.Time) (before, from int64, err error) {
	const earlier = `(SELECT timestamp FROM calls WHERE seq >= (before + beyond) / 2 ORDER BY seq LIMIT 1) < ?1`
	err = t.tx.QueryRowContext(ctx, `WITH RECURSIVE part (before, beyond) AS (
		SELECT coalesce((SELECT min(seq) FROM calls), 1) - 1, coalesce((SELECT max(seq) FROM calls WHERE seq <= ?2), 0) + 1
		UNION ALL
		SELECT iif(`+earlier+`, (before + beyond) / 2, before), iif(`+earlier+`, beyond, (before + beyond) / 2)
		FROM part WHERE beyond - before > 1
	) SELECT before, beyond FROM part WHERE beyond - before <= 1`, timestamp(moment), t.last).Scan(&before, &from)
	return before, from, err
}
