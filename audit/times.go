package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// times are the timestamps of the rows, as far as a filter by time must know them: rows are
// in the order of their times but where the clock was set back, which is noted.
type times struct{ last, latest string }

// took notes when a row began.
func (t *tx) took(r Row) error {
	if r.Timestamp < t.times.last {
		back, err := behind(t.times.latest, r.Timestamp)
		if err != nil {
			return err
		}
		if _, err := t.conn.ExecContext(context.Background(), `INSERT INTO clock_set_back VALUES (?, ?)`, r.Seq, back.Milliseconds()); err != nil {
			return err
		}
	}
	t.times = times{r.Timestamp, max(t.times.latest, r.Timestamp)}
	return nil
}

func behind(latest, now string) (time.Duration, error) {
	before, err := time.Parse(timestampFormat, latest)
	if err != nil {
		return 0, fmt.Errorf("reading a time of the log: %w", err)
	}
	after, err := time.Parse(timestampFormat, now)
	return before.Sub(after), err
}

// readTimes reads those that the database has; the latest is no later than the last one and
// the most that the clock was set back.
func (s *store) readTimes(ctx context.Context) error {
	var ms int64
	row := s.conn.QueryRowContext(ctx, `SELECT timestamp, (SELECT coalesce(max(ms), 0) FROM clock_set_back) FROM calls ORDER BY seq DESC LIMIT 1`)
	err := row.Scan(&s.times.last, &ms)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	last, malformed := time.Parse(timestampFormat, s.times.last)
	if err := errors.Join(err, malformed); err != nil {
		return fmt.Errorf("reading the times of the log: %w", err)
	}
	s.times.latest = timestamp(last.Add(time.Duration(ms) * time.Millisecond))
	return nil
}
