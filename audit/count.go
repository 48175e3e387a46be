package audit

import (
	"context"
	"encoding/json"
	"fmt"
)

// Kind is what calls are counted by.
type Kind struct {
	Agent, Scope string
	Status       Status
	Decision     string
}

// Count counts the newest rows that f chooses, Limit of them and no more than the few whose
// outcomes wait for a commit.
func (r *Reader) Count(ctx context.Context, f Filter) (map[Kind]int, error) {
	all := map[Kind]int{}
	err := r.view(ctx, func(v *view) error { return v.countKinds(ctx, f, all) })
	if err != nil {
		return nil, fmt.Errorf("counting the calls: %w", err)
	}
	return all, nil
}

func (v *view) countKinds(ctx context.Context, f Filter, all map[Kind]int) error {
	ended := []int64{}
	left := f.limit()
	for _, r := range v.beside {
		found := r.Seq <= v.listed.last // by an index too, where it is still pending
		if found {
			ended = append(ended, r.Seq)
		}
		if left == 0 || !f.fits(&r) {
			continue
		}
		all[Kind{r.AgentID, r.Scope, r.Status, r.Decision}]++
		if !found {
			left-- // still negative for all
		}
	}
	if left == 0 {
		return nil
	}
	passed, err := json.Marshal(ended)
	if err != nil {
		return err
	}
	query, err := f.query(ctx, v, left)
	if err != nil {
		return err
	}
	rows, err := v.tx.QueryContext(ctx, "SELECT agent_id, scope, status, decision, count(*) FROM ("+query.text+
		") WHERE seq NOT IN (SELECT value FROM json_each(?)) GROUP BY agent_id, scope, status, decision", append(query.args, string(passed))...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var k Kind
		var n int
		if err := rows.Scan(&k.Agent, &k.Scope, &k.Status, &k.Decision, &n); err != nil {
			return err
		}
		all[k] += n
	}
	return rows.Err()
}
