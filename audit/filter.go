package audit

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"
	"time"
)

// Filter chooses rows. The zero value chooses the newest 100; what is empty does
// not choose.
type Filter struct {
	Agent, Conversation, Tool, Scope string
	CallID                           string // looked for in every row that the rest chooses: it has no index
	Status                           Status
	Decision                         string
	Since                            time.Time // of the beginning
	Before                           int64     // rows older than this seq: the next page
	Limit                            int       // 100 when 0, all when negative
}

const defaultLimit = 100

// columns are those that scanRow reads.
const columns = `seq, call_id, agent_id, conversation_id, tool_name, scope, arguments_digest, status, reason,
	sensitivity, decision, shown_ms, duration_ms, timestamp`

func (r *Row) fields() []any {
	return []any{&r.Seq, &r.CallID, &r.AgentID, &r.ConversationID, &r.Tool, &r.Scope, &r.ArgumentsDigest, &r.Status,
		&r.Reason, &r.Sensitivity, &r.Decision, &r.ShownMS, &r.DurationMS, &r.Timestamp}
}

// List returns the rows that f chooses, newest first.
func (r *Reader) List(ctx context.Context, f Filter) ([]Row, error) {
	var list []Row
	err := r.each(ctx, f, func(row *Row) error {
		list = append(list, *row)
		return nil
	})
	return list, err
}

// each calls visit with every row that f chooses, newest first.
func (r *Reader) each(ctx context.Context, f Filter, visit func(*Row) error) error {
	return r.view(ctx, func(v *view) error { return v.each(ctx, f, visit) })
}

// fits reports whether f chooses a row.
func (f Filter) fits(r *Row) bool {
	for _, asked := range [][2]string{
		{f.Agent, r.AgentID}, {f.Conversation, r.ConversationID}, {f.Tool, r.Tool}, {f.Scope, r.Scope},
		{string(f.Status), string(r.Status)}, {f.Decision, r.Decision}, {f.CallID, r.CallID},
	} {
		if asked[0] != "" && asked[0] != asked[1] {
			return false
		}
	}
	return (f.Since.IsZero() || r.Timestamp >= timestamp(f.Since)) && (f.Before <= 0 || r.Seq < f.Before)
}

// limit returns how many rows f chooses at most; negative for all.
func (f Filter) limit() int {
	if f.Limit == 0 {
		return defaultLimit
	}
	return f.Limit
}

// condition is one thing that a filter asks, and the index that answers it.
type condition struct {
	index, text string
	args        []any
}

func (f Filter) conditions() []condition {
	var asked []condition
	for _, c := range []struct{ index, column, value string }{
		{"calls_conversation", "conversation_id", f.Conversation},
		{"calls_agent", "agent_id", f.Agent},
		{"calls_decision", "decision", f.Decision},
		{"calls_status", "status", string(f.Status)},
		{"calls_tool", "tool_name", f.Tool},
		{"calls_scope", "scope", f.Scope},
	} {
		if c.value != "" {
			// "<> ''" lets SQLite use an index that leaves out the empty ones.
			asked = append(asked, condition{c.index, fmt.Sprintf("%[1]s = ? AND %[1]s <> ''", c.column), []any{c.value}})
		}
	}
	if !f.Since.IsZero() {
		asked = append(asked, condition{"calls_timestamp", "timestamp >= ?", []any{timestamp(f.Since)}})
	}
	return asked
}

// query returns the statement for at most limit of the rows that f chooses, for all where
// that is negative. It walks the index of the rarest thing asked
// for, which SQLite by itself does not know; where all are common, it intersects
// their indexes before it reads a row.
func (f Filter) query(ctx context.Context, tx *sql.Tx, limit int) (string, []any, error) {
	asked := f.conditions()
	index, err := rarest(ctx, tx, asked)
	if err != nil {
		return "", nil, err
	}
	before := f.Before
	if before <= 0 {
		before = math.MaxInt64
	}
	var where, each []string
	var args, eachArgs []any
	for _, c := range asked {
		where = append(where, c.text)
		args = append(args, c.args...)
		each = append(each, fmt.Sprintf("SELECT seq FROM calls INDEXED BY %s WHERE %s AND seq < ?", c.index, c.text))
		eachArgs = append(append(eachArgs, c.args...), before)
	}
	if index == "" && !f.Since.IsZero() && len(asked) <= 2 {
		index = walk(asked)
	}
	if f.CallID != "" {
		where, args = append(where, "call_id = ?"), append(args, f.CallID)
	} else if index == "" && len(asked) > 0 && limit > 0 {
		return "SELECT " + columns + " FROM calls WHERE seq IN (" + strings.Join(each, " INTERSECT ") +
			" ORDER BY seq DESC LIMIT ?) ORDER BY seq DESC", append(eachArgs, limit), nil
	}
	where = append(where, "seq < ?")
	return "SELECT " + columns + " FROM calls " + index + " WHERE " + strings.Join(where, " AND ") + " ORDER BY seq DESC LIMIT ?",
		append(args, before, limit), nil
}

// walk returns the clause for rows of which many began since a time, which is the last
// condition: the newest, by the other condition or by any, are most likely those.
func walk(asked []condition) string {
	if len(asked) == 1 {
		return "NOT INDEXED"
	}
	return "INDEXED BY " + asked[0].index
}

// rare is how many index entries may be walked, with their rows, for one page.
const rare = 3000

// rarest returns the INDEXED BY clause for the condition that fewest rows meet,
// or nothing when all are met by more than rare.
func rarest(ctx context.Context, tx *sql.Tx, asked []condition) (string, error) {
	index, fewest := "", rare
	for _, c := range asked {
		var n int
		query := fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM calls INDEXED BY %s WHERE %s LIMIT %d)", c.index, c.text, fewest)
		if err := tx.QueryRowContext(ctx, query, c.args...).Scan(&n); err != nil {
			return "", err
		}
		if n < fewest {
			index, fewest = "INDEXED BY "+c.index, n
		}
	}
	return index, nil
}
