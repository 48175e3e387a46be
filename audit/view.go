package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// view is one moment of the log: the rows of the database, and beside them those that
// ended and whose outcome the database does not have yet.
type view struct {
	db     *sql.DB // which tx reads
	tx     *sql.Tx
	values *values
	ended  []Row // newest first
}

// view calls read with the log as it is now.
func (r *Reader) view(ctx context.Context, read func(*view) error) error {
	late, err := readLate(r.path) // before the database: what it has since is passed over
	if err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	db := r.db.Load()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	defer tx.Rollback()
	v := &view{db: db, tx: tx, values: &r.values}
	if err := v.end(ctx, late); err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	return read(v)
}

// end notes which pending rows have an outcome by now.
func (v *view) end(ctx context.Context, outcomes []late) error {
	for _, o := range outcomes {
		row := v.tx.QueryRowContext(ctx, "SELECT "+columns+" FROM calls WHERE seq = ? AND status = 'pending'", o.seq)
		var r Row
		switch err := row.Scan(r.fields()...); {
		case errors.Is(err, sql.ErrNoRows):
			continue
		case err != nil:
			return err
		}
		r.end(o.outcome)
		v.ended = append(v.ended, r)
	}
	slices.SortFunc(v.ended, func(a, b Row) int { return int(b.Seq - a.Seq) })
	return nil
}

// each calls visit with every row that f chooses, newest first.
func (v *view) each(ctx context.Context, f Filter, visit func(*Row) error) error {
	limit := f.limit()
	if limit >= 0 {
		limit += len(v.ended)
	}
	query, err := f.query(ctx, v, limit)
	if err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	rows, err := v.tx.QueryContext(ctx, query.text, query.args...)
	if err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	defer rows.Close()
	out := page{filter: f, left: f.limit(), ended: v.ended, visit: visit}
	for out.left != 0 && rows.Next() {
		var row Row
		if err := rows.Scan(row.fields()...); err != nil {
			return fmt.Errorf("reading the audit log: %w", err)
		}
		if err := out.add(&row); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	return out.endedBefore(0)
}

// page gives rows of the database, and those that ended since, in their order.
type page struct {
	filter Filter
	left   int // negative for all
	ended  []Row
	visit  func(*Row) error
}

// add gives a row of the database, unless it is one of those that ended.
func (p *page) add(r *Row) error {
	if err := p.endedBefore(r.Seq); err != nil {
		return err
	}
	if len(p.ended) > 0 && p.ended[0].Seq == r.Seq {
		return nil // given next, as it ended
	}
	return p.give(r)
}

// endedBefore gives those that ended and are newer than the row seq.
func (p *page) endedBefore(seq int64) error {
	for ; len(p.ended) > 0 && p.ended[0].Seq > seq; p.ended = p.ended[1:] {
		if !p.filter.fits(&p.ended[0]) {
			continue
		}
		if err := p.give(&p.ended[0]); err != nil {
			return err
		}
	}
	return nil
}

func (p *page) give(r *Row) error {
	if p.left == 0 {
		return nil
	}
	p.left--
	return p.visit(r)
}
