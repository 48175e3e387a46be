package audit

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"sync"
)

// valuesRead is how many values of a column are looked up.
const valuesRead = 20_000

// columnValues are those that a column has, and perhaps had, each with itself in small
// letters.
type columnValues map[string]string

// values are those of the columns in which a text is looked for, as far as they were looked
// up: a row keeps what it has there, so that only newer ones add to them. They are safe for
// concurrent use.
type values struct {
	mu   sync.Mutex
	of   *sql.DB                 // whose they are; nil: nobody's yet
	upTo int64                   // seq
	all  map[string]columnValues // never changed; without the columns that have too many
}

// lookUp returns the values by column that the rows in the indexes have, without the columns
// that have too many. Those of rows that v does not have, or that are pruned, may be among them.
func (s *values) lookUp(ctx context.Context, v *view) (map[string]columnValues, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var newest int64
	if err := v.tx.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM calls WHERE seq <= ?`, v.listed.last).Scan(&newest); err != nil {
		return nil, err
	}
	add := v.newValues
	if s.of != v.db || newest-s.upTo > valuesRead {
		s.upTo, s.all = 0, map[string]columnValues{"agent_id": {}, "tool_name": {}, "scope": {}}
		add = v.everyValue
	}
	if newest > s.upTo {
		more := map[string]columnValues{}
		for column, known := range s.all {
			some, err := add(ctx, column, s.upTo)
			if err != nil {
				s.of = nil
				return nil, err
			}
			if maps.Copy(some, known); len(some) <= valuesRead {
				more[column] = some
			}
		}
		s.all, s.upTo = more, newest
	}
	s.of = v.db
	return s.all, nil
}

// everyValue returns the values of a column, or one more than are looked up, without looking
// at every row.
func (v *view) everyValue(ctx context.Context, column string, _ int64) (columnValues, error) {
	return v.readValues(ctx, fmt.Sprintf(`WITH RECURSIVE found (said) AS (
		SELECT min(%[1]s) FROM calls INDEXED BY %[2]s WHERE %[4]s
		UNION ALL
		SELECT (SELECT min(%[1]s) FROM calls INDEXED BY %[2]s WHERE %[4]s AND %[1]s > said) FROM found WHERE said IS NOT NULL
		LIMIT %[3]d + 1
	) SELECT said FROM found WHERE said IS NOT NULL`, column, value{column: column}.index(), valuesRead, v.listed.has("calls")))
}

// newValues returns the values of a column that the rows after seq have.
func (v *view) newValues(ctx context.Context, column string, seq int64) (columnValues, error) {
	return v.readValues(ctx, "SELECT DISTINCT "+column+" FROM calls NOT INDEXED WHERE seq > ?", seq)
}

func (v *view) readValues(ctx context.Context, query string, args ...any) (columnValues, error) {
	rows, err := v.tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := columnValues{}
	for rows.Next() {
		var is string
		if err := rows.Scan(&is); err != nil {
			return nil, err
		}
		all[is] = lower(is)
	}
	return all, rows.Err()
}
