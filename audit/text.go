package audit

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
)

// valuesFound is how many values that have a text are found one by one.
const valuesFound = 256

// saying is what f asks with its text.
func (f Filter) saying(ctx context.Context, v *view) (condition, error) {
	known, err := v.values.lookUp(ctx, v)
	if err != nil {
		return condition{}, err
	}
	var found []value
	for _, c := range []struct {
		column string
		meant  []string
	}{{"agent_id", f.Named}, {"tool_name", nil}, {"scope", f.Worded}} {
		all, ok := known[c.column]
		if ok {
			found = append(found, all.saying(c.column, lower(f.Text), c.meant)...)
		}
		if !ok || len(found) > valuesFound {
			return f.sayingSlowly()
		}
	}
	return condition{values: found}, nil
}

// saying returns the values of a column that have text, which is lower, or are meant.
func (c columnValues) saying(column, text string, meant []string) (found []value) {
	also := map[string]bool{}
	for _, is := range meant {
		also[is] = true
	}
	for is, lowered := range c {
		if also[is] || strings.Contains(lowered, text) {
			found = append(found, value{column, is})
		}
	}
	return found
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
