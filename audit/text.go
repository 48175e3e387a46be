package audit

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Bounds of looking for a text: of a column's values that are looked at, and of those
// that have the text and are found one by one.
const (
	valuesRead  = 20_000
	valuesFound = 64
)

// saying is what f asks with its text.
func (f Filter) saying(ctx context.Context, tx *sql.Tx) (condition, error) {
	var found []value
	for _, column := range []string{"agent_id", "tool_name", "scope"} {
		all, err := valuesOf(ctx, tx, column)
		if err != nil {
			return condition{}, err
		}
		if len(all) > valuesRead {
			return f.sayingSlowly()
		}
		for _, is := range all {
			if strings.Contains(lower(is), lower(f.Text)) || column == "agent_id" && slices.Contains(f.Named, is) ||
				column == "scope" && slices.Contains(f.Worded, is) {
				found = append(found, value{column, is})
			}
		}
	}
	if len(found) > valuesFound {
		return f.sayingSlowly()
	}
	return condition{values: found}, nil
}

// sayingSlowly asks each row: what very many values have, many of the newest rows have.
func (f Filter) sayingSlowly() (condition, error) {
	named, err := json.Marshal(f.Named)
	worded, failed := json.Marshal(f.Worded)
	text := lower(f.Text)
	return condition{
		row: `(instr(lower(agent_id), ?) OR instr(lower(tool_name), ?) OR instr(lower(scope), ?) OR
			agent_id IN (SELECT value FROM json_each(?)) OR scope IN (SELECT value FROM json_each(?)))`,
		args: []any{text, text, text, string(named), string(worded)},
	}, errors.Join(err, failed)
}

// valuesOf returns the values that a column has, without looking at every row: valuesRead
// and one more where there are more.
func valuesOf(ctx context.Context, tx *sql.Tx, column string) (all []string, err error) {
	v := value{column: column}
	rows, err := tx.QueryContext(ctx, fmt.Sprintf(`WITH RECURSIVE found (is_) AS (
		SELECT min(%[1]s) FROM calls INDEXED BY %[2]s
		UNION ALL
		SELECT (SELECT min(%[1]s) FROM calls INDEXED BY %[2]s WHERE %[1]s > is_) FROM found WHERE is_ IS NOT NULL
	) SELECT is_ FROM found WHERE is_ IS NOT NULL LIMIT %[3]d`, column, v.index(), valuesRead+1))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var is string
		if err := rows.Scan(&is); err != nil {
			return nil, err
		}
		all = append(all, is)
	}
	return all, rows.Err()
}
