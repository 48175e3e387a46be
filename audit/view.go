package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// view is one moment of the log: the rows that the database's indexes have, and beside them
// those that these lack yet, and that ended and whose outcome the database lacks.
type view struct {
	db     *sql.DB // which tx reads
	tx     *sql.Tx
	values *values
	listed listing
	beside []Row // newest first
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
	if err := errors.Join(v.list(ctx), v.end(ctx, late)); err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	return read(v)
}

// list notes which rows the indexes have, and reads the others.
func (v *view) list(ctx context.Context) (err error) {
	if v.listed, err = readListing(ctx, v.tx); err != nil {
		return err
	}
	rows, err := v.tx.QueryContext(ctx, "SELECT "+columns+" FROM calls NOT INDEXED WHERE seq > ? ORDER BY seq DESC", v.listed.last)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r Row
		if err := rows.Scan(r.fields()...); err != nil {
			return err
		}
		v.beside = append(v.beside, r)
	}
	return rows.Err()
}

// end notes which pending rows have an outcome by now.
func (v *view) end(ctx context.Context, outcomes []late) error {
	at := map[int64]int{}
	for i := range v.beside {
		at[v.beside[i].Seq] = i
	}
	for _, o := range outcomes {
		if i, ok := at[o.seq]; ok {
			if v.beside[i].Status == Pending {
				v.beside[i].end(o.outcome)
			}
			continue
		}
		row := v.tx.QueryRowContext(ctx, "SELECT "+columns+" FROM calls WHERE seq = ? AND status = 'pending'", o.seq)
		var r Row
		switch err := row.Scan(r.fields()...); {
		case errors.Is(err, sql.ErrNoRows):
			continue
		case err != nil:
			return err
		}
		r.end(o.outcome)
		v.beside = append(v.beside, r)
	}
	slices.SortFunc(v.beside, func(a, b Row) int { return int(b.Seq - a.Seq) })
	return nil
}

// each calls visit with every row that f chooses, newest first.
func (v *view) each(ctx context.Context, f Filter, visit func(*Row) error) error {
	out := page{filter: f, left: f.limit(), beside: v.beside, visit: visit}
	if err := out.besideBefore(v.listed.last); err != nil || out.left == 0 {
		return err
	}
	limit := out.left
	if limit >= 0 {
		limit += len(out.beside)
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
	return out.besideBefore(0)
}

// page gives the rows that indexes find, and those beside them, in their order.
type page struct {
	filter Filter
	left   int // negative for all
	beside []Row
	visit  func(*Row) error
}

// add gives a row that an index found, unless it is one of those beside.
func (p *page) add(r *Row) error {
	if err := p.besideBefore(r.Seq); err != nil {
		return err
	}
	if len(p.beside) > 0 && p.beside[0].Seq == r.Seq {
		return nil // given next, as it ended
	}
	return p.give(r)
}

// besideBefore gives those beside that are newer than the row seq.
func (p *page) besideBefore(seq int64) error {
	for ; len(p.beside) > 0 && p.beside[0].Seq > seq; p.beside = p.beside[1:] {
		if !p.filter.fits(&p.beside[0]) {
			continue
		}
		if err := p.give(&p.beside[0]); err != nil {
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
