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
		for i := range list {
			date := date - days + 1 + i
			list[i].Start = time.Date(year, month, date, 0, 0, 0, 0, today.Location())
			end := time.Date(year, month, date+1, 0, 0, 0, 0, today.Location())
			if err := v.count(ctx, &list[i], end); err != nil {
				return fmt.Errorf("reading the audit log: %w", err)
			}
		}
		return nil
	})
	return list, err
}

func (v *view) count(ctx context.Context, day *Day, end time.Time) error {
	since, until := timestamp(day.Start), timestamp(end)
	rows, err := v.tx.QueryContext(ctx,
		`SELECT status, count(*) FROM calls WHERE timestamp >= ? AND timestamp < ? GROUP BY status`, since, until)
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
		day.add(status, n)
	}
	for _, r := range v.ended {
		if since <= r.Timestamp && r.Timestamp < until {
			day.add(Pending, -1)
			day.add(r.Status, 1)
		}
	}
	return rows.Err()
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
