package audit

import (
	"container/heap"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
)

// Report is what Verify found.
type Report struct {
	Rows, Links int64 // that were checked
	Anchor      Head  // where pruning left the chain; zero when nothing was pruned
	Head        Head  // the last sound link; keep it elsewhere to see a cut tail later
	Fault       *Fault

	// Pruned says that the expected head lies before the anchor, where nothing
	// can be said of it any more.
	Pruned bool
}

// Verify checks the chain, with or without an engine running. A fault is in the report;
// the error says that the log could not be read. The zero expected Head expects nothing.
func (r *Reader) Verify(ctx context.Context, expected Head) (Report, error) {
	tx, err := r.db.Load().BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // one moment of the log
	if err != nil {
		return Report{}, fmt.Errorf("reading the audit log: %w", err)
	}
	defer tx.Rollback()
	v := &verifier{ctx: ctx, tx: tx, expected: expected}
	err = v.run()
	v.report.Head, v.report.Links = v.at, v.at.Link-v.report.Anchor.Link
	if errors.As(err, &v.report.Fault) {
		err = nil
	}
	if err != nil {
		return v.report, fmt.Errorf("reading the audit log: %w", err)
	}
	return v.report, nil
}

// verifier walks the links in their order. Beginnings are in the order of seq;
// ends wait in a heap until their turn.
type verifier struct {
	ctx      context.Context
	tx       *sql.Tx
	expected Head
	report   Report
	at       Head // the last sound link
	last     Head // as the log itself has it
	lastSeq  int64
	listed   listing
	seen     tally
	unsummed bool  // seen has no sum yet
	previous int64 // seq of the row before, also of a pruned one
	ends     ends
}

// link is a link to check.
type link struct {
	number int64
	seq    int64
	digest hash
	stored []byte
}

func (v *verifier) run() error {
	if err := v.begin(); err != nil {
		return err
	}
	var err error
	if v.listed, err = readListing(v.ctx, v.tx); err != nil {
		return err
	}
	rows, err := v.tx.QueryContext(v.ctx, "SELECT "+chainedColumns+", "+v.listed.has("calls")+" FROM calls ORDER BY seq")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := v.row(rows); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if err := v.drain(math.MaxInt64, v.lastSeq+1); err != nil {
		return err
	}
	return v.end()
}

// begin reads the ends of the chain and the carried links.
func (v *verifier) begin() error {
	var anchor, head, seen []byte
	row := v.tx.QueryRowContext(v.ctx, `SELECT anchor_link, anchor_hash, anchor_seq, head_link, head_hash, last_seq,
		seen_count, seen_sum FROM chain`)
	err := row.Scan(&v.report.Anchor.Link, &anchor, &v.previous, &v.last.Link, &head, &v.lastSeq, &v.seen.count, &seen)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return &Fault{Removed, 0, "where the chain begins and ends is gone"}
	case err != nil:
		return v.earlier(err)
	}
	copy(v.seen.sum[:], seen)
	v.unsummed = seen == nil
	copy(v.report.Anchor.Hash[:], anchor)
	copy(v.last.Hash[:], head)
	v.at = v.report.Anchor
	v.report.Pruned = v.expected != Head{} && v.expected.Link < v.at.Link
	rows, err := v.tx.QueryContext(v.ctx, `SELECT link, digest, hash FROM chain_carried`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var l link
		var digest []byte
		if err := rows.Scan(&l.number, &digest, &l.stored); err != nil {
			return err
		}
		copy(l.digest[:], digest)
		heap.Push(&v.ends, l)
	}
	return errors.Join(rows.Err(), v.meet())
}

// row checks a row's beginning, after the ends before it, and keeps its end.
func (v *verifier) row(rows *sql.Rows) error {
	var r chained
	var listed int64
	if err := r.scan(rows, &listed); err != nil {
		return err
	}
	v.report.Rows++
	if err := v.drain(r.begin.Int64, r.Seq); err != nil {
		return err
	}
	if err := v.check(link{r.begin.Int64, r.Seq, r.beginDigest(), r.beginSum}, r.Seq); err != nil {
		return err
	}
	if r.Seq != v.previous+1 {
		return &Fault{Changed, 0, fmt.Sprintf("the chain says that row %d comes before row %d", v.previous, r.Seq)}
	}
	v.previous = r.Seq
	if r.end.Valid != (r.Status != Pending) {
		return &Fault{Changed, r.Seq, "its status does not fit its links"}
	}
	if (listed != 0) != (r.Seq <= v.listed.last) {
		return &Fault{Changed, r.Seq, "filters do not look for it where it is"}
	}
	if r.end.Valid {
		heap.Push(&v.ends, link{r.end.Int64, r.Seq, r.endDigest(), r.endSum})
	}
	return nil
}

// drain checks the ends that come before the link number; next is the seq of the
// row that follows.
func (v *verifier) drain(number, next int64) error {
	for len(v.ends) > 0 && v.ends[0].number < number {
		if err := v.check(heap.Pop(&v.ends).(link), next); err != nil {
			return err
		}
	}
	return nil
}

// check takes l as the next link.
func (v *verifier) check(l link, next int64) error {
	switch {
	case l.number <= v.at.Link:
		return &Fault{Inserted, l.seq, fmt.Sprintf("link %d is taken", l.number)}
	case l.number > v.last.Link:
		return &Fault{Inserted, l.seq, fmt.Sprintf("the chain ends at link %d", v.last.Link)}
	case l.number > v.at.Link+1:
		return v.gap(l, next)
	}
	at := v.at.next(l.digest)
	if string(at.Hash[:]) != string(l.stored) {
		return &Fault{Changed, l.seq, fmt.Sprintf("it does not fit link %d", l.number)}
	}
	v.at = at
	return v.meet()
}

// gap tells why the link before l is missing.
func (v *verifier) gap(l link, next int64) error {
	missing := v.at.Link + 1
	var seq int64
	err := v.tx.QueryRowContext(v.ctx, `SELECT seq FROM calls WHERE begin_link = ? OR end_link = ? LIMIT 1`, missing, missing).Scan(&seq)
	switch {
	case err == nil:
		return &Fault{Reordered, l.seq, fmt.Sprintf("link %d belongs before it and is in row %d", missing, seq)}
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	return v.lost(missing, next)
}

// lost tells what link missing belonged to, which no row has; next is the seq of
// the row that follows.
func (v *verifier) lost(missing, next int64) error {
	detail := fmt.Sprintf("link %d is missing", missing)
	if next > v.previous+1 {
		return &Fault{Removed, v.previous + 1, detail}
	}
	var seq int64 // a row without its end: the outcome was taken out
	err := v.tx.QueryRowContext(v.ctx, `SELECT seq FROM calls WHERE end_link IS NULL AND begin_link < ? ORDER BY seq LIMIT 1`, missing).Scan(&seq)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return &Fault{Changed, seq, "the outcome at link " + fmt.Sprint(missing) + " is missing"}
}

// end compares where the walk ended with where the chain should.
func (v *verifier) end() error {
	switch {
	case v.at.Link < v.last.Link && v.previous < v.lastSeq:
		return &Fault{Cut, v.previous + 1, fmt.Sprintf("the chain goes on to link %d", v.last.Link)}
	case v.at.Link < v.last.Link:
		return v.lost(v.at.Link+1, v.previous+1)
	case v.at != v.last:
		return &Fault{Changed, v.previous, fmt.Sprintf("it does not fit the head, link %d", v.last.Link)}
	case v.at.Link < v.expected.Link:
		return &Fault{Cut, v.previous + 1, fmt.Sprintf("the head expected is link %d", v.expected.Link)}
	case v.previous != v.lastSeq:
		return &Fault{Changed, 0, fmt.Sprintf("the chain says that row %d is the last, and it is row %d", v.lastSeq, v.previous)}
	}
	return v.countSeen()
}

// countSeen compares the calls seen, also those whose rows are pruned, with how many
// there were.
func (v *verifier) countSeen() error {
	found, err := tallySeen(v.ctx, v.tx)
	switch {
	case err != nil:
		return err
	case found.count < v.seen.count:
		return &Fault{Removed, 0, fmt.Sprintf("of %d calls seen, which run at most once, %d are missing", v.seen.count, v.seen.count-found.count)}
	case found.count > v.seen.count:
		return &Fault{Inserted, 0, fmt.Sprintf("%d calls were seen, and %d are kept as seen", v.seen.count, found.count)}
	case found.sum != v.seen.sum && !v.unsummed:
		return &Fault{Changed, 0, "what is kept of the calls seen does not fit its sum"}
	}
	return nil
}

// earlier explains why the chain could not be read when an earlier version wrote it.
func (v *verifier) earlier(err error) error {
	var columns int
	row := v.tx.QueryRowContext(v.ctx, `SELECT count(*) FROM pragma_table_info('chain') WHERE name = 'seen_sum'`)
	if row.Scan(&columns) == nil && columns == 0 {
		return errors.New("it is of an earlier version of Assent: start Assent once, then verify again")
	}
	return err
}

// meet compares the chain with the expected head when it gets there.
func (v *verifier) meet() error {
	if v.at.Link == v.expected.Link && v.expected != (Head{}) && v.at != v.expected {
		return &Fault{Changed, 0, fmt.Sprintf("link %d is not the head expected: the chain was written anew", v.at.Link)}
	}
	return nil
}

// ends is a heap of links, the lowest number first.
type ends []link

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i].number < e[j].number }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(x any)        { *e = append(*e, x.(link)) }
func (e *ends) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	*e = (*e)[:last]
	return x
}
