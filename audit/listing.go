package audit

import (
	"context"
	"database/sql"
	"errors"
	"math"
)

// listedAtOnce is how many rows the indexes lack at most, beside those of one commit: few
// enough to be looked at one by one, and enough for a page of an index to get several.
const listedAtOnce = 256

// catchUp has the indexes take up the rows that they lack, once these are many.
func (t *tx) catchUp() error {
	if t.seq-t.listed < t.listedAtOnce {
		return nil
	}
	_, err := t.list.run(t.listed, t.seq)
	t.listed = t.seq
	return err
}

// listing is which rows the indexes have: those up to the last one, or all, in a database of
// an earlier version.
type listing struct {
	last int64
	all  bool
}

func readListing(ctx context.Context, tx *sql.Tx) (l listing, err error) {
	var some bool
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pragma_table_info('chain') WHERE name = 'listed_seq')`).Scan(&some)
	if err != nil || !some {
		return listing{math.MaxInt64, true}, err
	}
	err = tx.QueryRowContext(ctx, `SELECT listed_seq FROM chain`).Scan(&l.last)
	if errors.Is(err, sql.ErrNoRows) { // verify says that it is gone
		return listing{last: math.MaxInt64}, nil
	}
	return l, err
}

// has is what tells a row of calls, under a name, that the indexes have.
func (l listing) has(name string) string {
	if l.all {
		return "TRUE"
	}
	return name + ".listed"
}
