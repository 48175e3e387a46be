package audit

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// Bounds of looking for a text: of a column's values that are looked at, and of those
// that have the text and are found one by one.
const (
	valuesRead  = 20_000
	valuesFound = 256
)

// saying is what f asks with its text.
func (f Filter) saying(ctx context.Context, tx *sql.Tx) (condition, error) {
	var found []value
	for _, v := range []struct {
		column string
		meant  []string
	}{{"agent_id", f.Named}, {"tool_name", nil}, {"scope", f.Worded}} {
		all, ok, err := f.valuesSaying(ctx, tx, v.column, v.meant)
		if err != nil {
			return condition{}, err
		}
		found = append(found, all...)
		if !ok || len(found) > valuesFound {
			return f.sayingSlowly()
		}
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

// valuesSaying returns the values of a column that have the text or are meant, without
// looking at every row; not ok where the column has too many to look at.
func (f Filter) valuesSaying(ctx context.Context, tx *sql.Tx, column string, meant []string) (all []value, ok bool, err error) {
	also, err := json.Marshal(meant)
	if err != nil {
		return nil, false, err
	}
	index := value{column: column}.index()
	rows, err := tx.QueryContext(ctx, fmt.Sprintf(`WITH RECURSIVE found (said, n) AS (
		SELECT min(%[1]s), 1 FROM calls INDEXED BY %[2]s
		UNION ALL
		SELECT (SELECT min(%[1]s) FROM calls INDEXED BY %[2]s WHERE %[1]s > said), n + 1 FROM found WHERE said IS NOT NULL
		LIMIT %[3]d + 1
	) SELECT said, n FROM found WHERE said IS NOT NULL AND
		(instr(lower(said), ?) OR said IN (SELECT value FROM json_each(?)) OR n > %[3]d)`, column, index, valuesRead), lower(f.Text), string(also))
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	for rows.Next() {
		v, n := value{column: column}, 0
		if err := rows.Scan(&v.is, &n); err != nil {
			return nil, false, err
		}
		if n > valuesRead {
			return nil, false, nil
		}
		all = append(all, v)
	}
	return all, true, rows.Err()
}
