package audit

import (
	"context"
	"fmt"
	"time"
)

// Day counts the calls that began on one day, by how they ended.
type Day struct {
	Start                      time.Time // midnight
	OK, Denied, Error, Pending int
}

// PerDay counts the calls of the given number of days up to the one of today, in
// today's time zone, oldest first.
func (r *Reader) PerDay(ctx context.Context, today time.Time, days int) ([]Day, error) {
	year, month, date := today.Date()
	list := make([]Day, days)
	err := r.view(ctx, func(v *view) error {
		line, err := v.timeline(ctx)
		if err != nil {
			return err
		}
		var begin midnight
		for i := range days + 1 {
			end := midnight{last: begin.last, at: time.Date(year, month, date-days+1+i, 0, 0, 0, 0, today.Location())}
			if err := end.find(ctx, line); err != nil {
				return err
			}
			if i > 0 {
				list[i-1].Start = begin.at
				if err := v.count(ctx, &list[i-1], begin, end); err != nil {
					return err
				}
			}
			begin = end
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the audit log: %w", err)
	}
	return list, nil
}

// midnight is where a day ends in the log: up to the row last all began before it, from
// the row first on none did; between them are such where the clock was set back.
type midnight struct {
	at          time.Time
	last, first int64
	between     Day // that began before it
}

// find looks the midnight up; last is that of an earlier one until then.
func (m *midnight) find(ctx context.Context, line timeline) (err error) {
	last, err := line.lastBefore(ctx, m.at)
	if err != nil {
		return err
	}
	m.last = max(m.last, last)
	if m.first, err = line.firstFrom(ctx, m.at); err != nil || line.back == 0 {
		return err
	}
	rows, err := line.tx.QueryContext(ctx, `SELECT status, count(*) FROM calls NOT INDEXED WHERE seq > ? AND seq < ? AND timestamp < ? GROUP BY status`,
		m.last, m.first, timestamp(m.at))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var status Status
		var n int
		if err := rows.Scan(&status, &n); err != nil {
			return err
		}
		m.between.add(status, n)
	}
	return rows.Err()
}

// count counts the rows between two midnights without looking at those that are OK: rows
// are numbered without a gap.
func (v *view) count(ctx context.Context, day *Day, begin, end midnight) error {
	err := v.tx.QueryRowContext(ctx, `SELECT coalesce((SELECT max(seq) FROM calls WHERE seq > ?1 AND seq <= ?2) + 1 -
		(SELECT min(seq) FROM calls WHERE seq > ?1 AND seq <= ?2), 0)`, begin.last, end.last).Scan(&day.OK)
	if err != nil {
		return err
	}
	for _, status := range []Status{Denied, Error, Pending} {
		var n int
		err := v.tx.QueryRowContext(ctx, "SELECT count(*) FROM "+v.from(value{column: "status"})+" AND seq > ? AND seq <= ?",
			string(status), begin.last, end.last).Scan(&n)
		if err != nil {
			return err
		}
		day.add(OK, -n)
		day.add(status, n)
	}
	day.all(end.between, 1)
	day.all(begin.between, -1)
	since, until := timestamp(begin.at), timestamp(end.at)
	for _, r := range v.beside {
		if since <= r.Timestamp && r.Timestamp < until {
			if r.Seq <= v.listed.last {
				day.add(Pending, -1)
			}
			day.add(r.Status, 1)
		}
	}
	return nil
}

// all adds or takes away those of another.
func (d *Day) all(other Day, sign int) {
	d.OK += sign * other.OK
	d.Denied += sign * other.Denied
	d.Error += sign * other.Error
	d.Pending += sign * other.Pending
}

func (d *Day) add(status Status, n int) {
	switch status {
	case OK:
		d.OK += n
	case Denied:
		d.Denied += n
	case Error:
		d.Error += n
	case Pending:
		d.Pending += n
	}
}
