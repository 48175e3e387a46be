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
	for i := range list {
		date := date - days + 1 + i
		list[i].Start = time.Date(year, month, date, 0, 0, 0, 0, today.Location())
		end := time.Date(year, month, date+1, 0, 0, 0, 0, today.Location())
		if err := r.count(ctx, &list[i], end); err != nil {
			return nil, fmt.Errorf("reading the audit log: %w", err)
		}
	}
	return list, nil
}

func (r *Reader) count(ctx context.Context, day *Day, end time.Time) error {
	rows, err := r.db.Load().QueryContext(ctx,
		`SELECT status, count(*) FROM calls WHERE timestamp >= ? AND timestamp < ? GROUP BY status`,
		timestamp(day.Start), timestamp(end))
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
		switch status {
		case OK:
			day.OK = n
		case Denied:
			day.Denied = n
		case Error:
			day.Error = n
		case Pending:
			day.Pending = n
		}
	}
	return rows.Err()
}
