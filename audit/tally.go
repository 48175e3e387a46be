package audit

import (
	"context"
	"crypto/sha256"
	"database/sql"
)

// tally is how many calls were seen, and the sum of what is kept of them in any order:
// the table of seen calls is no part of the chain, which forgets what is pruned.
type tally struct {
	count int64
	sum   hash
}

// add counts a call seen.
func (t *tally) add(id, what []byte) {
	var both [2 * len(mark{})]byte
	copy(both[:], id)
	copy(both[len(mark{}):], what)
	t.count++
	for i, b := range sha256.Sum256(both[:]) {
		t.sum[i] ^= b
	}
}

// querier is what a connection and a transaction have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// tallySeen counts every call seen.
func tallySeen(ctx context.Context, from querier) (t tally, err error) {
	rows, err := from.QueryContext(ctx, `SELECT id, what FROM seen_calls`)
	if err != nil {
		return t, err
	}
	defer rows.Close()
	var id, what sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&id, &what); err != nil {
			return t, err
		}
		t.add(id, what)
	}
	return t, rows.Err()
}
