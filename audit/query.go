package audit

import (
	"context"
	"fmt"
	"strings"
)

// condition is one thing that a filter asks: a row meets it by any of its values.
type condition struct {
	values []value // each with an index that finds its rows, newest first
	row    string  // asks a row itself, where no index finds it or too many values have it; else empty
	args   []any   // of row
}

// value is one that a column has.
type value struct{ column, is string }

func (v value) index() string {
	return "calls_" + map[string]string{"agent_id": "agent", "tool_name": "tool",
		"scope": "scope", "status": "status", "decision": "decision"}[v.column]
}

// from is where the rows with a value are found, and the beginning of what they meet: also
// what the index leaves out, without which SQLite does not use it.
func (v *view) from(is value) string {
	return fmt.Sprintf("calls INDEXED BY %s WHERE %s AND %[3]s = ? AND %[3]s <> ''", is.index(), v.listed.has("calls"), is.column)
}

// statement is text with its arguments.
type statement struct {
	text string
	args []any
}

// query returns the statement for at most limit of the rows that f chooses, for all where
// that is negative, newest first. It walks the rows of the rarest thing asked for, which
// SQLite by itself does not know, in indexes alone, and reads those that meet the rest.
func (f Filter) query(ctx context.Context, v *view, limit int) (statement, error) {
	span, err := f.span(ctx, v)
	if err != nil {
		return statement{}, err
	}
	asked, err := f.conditions(ctx, v)
	if err != nil {
		return statement{}, err
	}
	rarest, err := v.rarest(ctx, span, asked)
	if err != nil {
		return statement{}, err
	}
	rest := span.meets()
	for i, c := range asked {
		if i != rarest {
			rest.and(v.met(c))
		}
	}
	newest := fmt.Sprintf(" ORDER BY seq DESC LIMIT %d", limit)
	if rarest < 0 {
		return statement{"SELECT " + columns + " FROM calls NOT INDEXED WHERE " + rest.text + newest, rest.args}, nil
	}
	var found statement
	for _, one := range asked[rarest].values {
		if found.text != "" {
			found.text += " UNION "
		}
		found.text += "SELECT * FROM (SELECT seq FROM " + v.from(one) + " AND " + rest.text + newest + ")"
		found.args = append(append(found.args, one.is), rest.args...)
	}
	return statement{"SELECT " + columns + " FROM calls WHERE seq IN (" + found.text + ")" + newest, found.args}, nil
}

func (s *statement) and(other statement) {
	s.text += " AND " + other.text
	s.args = append(s.args, other.args...)
}

// met returns what asks a row of calls whether it meets c.
func (v *view) met(c condition) statement {
	if c.row != "" {
		return statement{c.row, c.args}
	}
	var s statement
	var ways []string
	for _, one := range c.values {
		ways = append(ways, fmt.Sprintf("EXISTS (SELECT 1 FROM calls AS met INDEXED BY %s WHERE met.seq = calls.seq AND %s AND met.%[3]s = ? AND met.%[3]s <> '')",
			one.index(), v.listed.has("met"), one.column))
		s.args = append(s.args, one.is)
	}
	s.text = "(" + strings.Join(append(ways, "FALSE"), " OR ") + ")"
	return s
}

// conditions are what f asks beside when and where in the log.
func (f Filter) conditions(ctx context.Context, log *view) (asked []condition, err error) {
	for _, v := range []value{
		{"agent_id", f.Agent}, {"status", string(f.Status)}, {"tool_name", f.Tool}, {"scope", f.Scope},
	} {
		if v.is != "" {
			asked = append(asked, condition{values: []value{v}})
		}
	}
	for _, v := range []value{{"call_id", f.CallID}, {"conversation_id", f.Conversation}} {
		if v.is != "" {
			asked = append(asked, condition{row: v.column + " = ?", args: []any{v.is}})
		}
	}
	if len(f.Decided) > 0 {
		var any condition
		for _, decision := range f.Decided {
			any.values = append(any.values, value{"decision", decision})
		}
		asked = append(asked, any)
	}
	if f.Text != "" {
		said, err := f.saying(ctx, log)
		if err != nil {
			return nil, err
		}
		asked = append(asked, said)
	}
	return asked, nil
}

// rare is how many rows are counted at most to find the rarest condition.
const rare = 30_000

// rarest returns the place of the condition that fewest rows of the span meet; -1 where
// there is none whose rows an index finds.
func (v *view) rarest(ctx context.Context, s span, asked []condition) (rarest int, err error) {
	rarest, fewest := -1, rare+1
	for i, c := range asked {
		if c.row != "" {
			continue
		}
		if rarest < 0 {
			rarest = i // however many they are
		}
		if len(asked) == 1 {
			break
		}
		n := 0
		for _, one := range c.values {
			var more int
			query := fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s AND seq > ? AND seq < ? LIMIT %d)", v.from(one), fewest)
			if err := v.tx.QueryRowContext(ctx, query, one.is, s.after, s.before).Scan(&more); err != nil {
				return 0, err
			}
			if n += more; n >= fewest {
				break
			}
		}
		if n < fewest {
			rarest, fewest = i, n
		}
	}
	return rarest, nil
}
