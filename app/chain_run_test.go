package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"assent/app/wire"
	"assent/executors"
	"assent/i18n"
)

// trap is a camera whose photos are small and leave no trace.
type trap struct {
	photo
	early func(ctx context.Context) (any, error)
}

func (t trap) Size() int64                               { return 1 }
func (t trap) RunEarly(ctx context.Context) (any, error) { return t.early(ctx) }

// TestEarly: what leaves no trace runs while its call's row is written, once; nothing else
// does, and nothing of it leaves without the row.
func TestEarly(t *testing.T) {
	t.Parallel()
	careful := executors.Facts{Care: []i18n.Text{{Key: "care.env"}}}
	shot := func(context.Context) (any, error) { return map[string]any{"shot": "early"}, nil }
	for name, test := range map[string]struct {
		facts     executors.Facts
		early     func(ctx context.Context) (any, error)
		before    func(t *testing.T, e *Engine, data string)
		want      string // status, reason and result
		earlyRuns int32
		runs      int
	}{
		"a silent call": {early: shot, want: `ok  {"shot":"early"}`, earlyRuns: 1},
		"that would leave a trace": {
			early: func(context.Context) (any, error) { return nil, executors.ErrTrace },
			want:  `ok  {"shot":1}`, earlyRuns: 1, runs: 1,
		},
		"that fails": {
			early: func(context.Context) (any, error) { return nil, executors.Errorf(executors.PathNotFound, "Gone.") },
			want:  `error path_not_found `, earlyRuns: 1,
		},
		"that panics": {early: func(context.Context) (any, error) { panic("early") }, want: `error internal `, earlyRuns: 1},
		"that takes too long": {
			early: func(ctx context.Context) (any, error) { <-ctx.Done(); return nil, ctx.Err() },
			want:  `error tool_timeout `, earlyRuns: 1,
		},
		"whose content asks": {
			early: func(context.Context) (any, error) { return nil, &executors.AskAgain{Care: careful.Care} },
			want:  `ok  {"shot":1}`, earlyRuns: 1, runs: 1,
		},
		"a call that is asked about": {facts: careful, early: shot, want: `ok  {"shot":1}`, runs: 1},
		"without a row": {
			early: shot, want: `error audit_unavailable `, earlyRuns: 1,
			before: func(t *testing.T, _ *Engine, data string) {
				if err := os.Remove(filepath.Join(data, "assent.db")); err != nil {
					t.Fatal(err)
				}
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &camera{facts: test.facts}
			data := filepath.Join(t.TempDir(), "data")
			e := openEngineAt(t, data, `{"review":{"*":"all"},"answers":[{"answer":"allow"}]}`, c)
			var earlyRuns atomic.Int32
			c.prepare = func() (executors.Plan, error) {
				return trap{photo{c}, func(ctx context.Context) (any, error) {
					earlyRuns.Add(1)
					return test.early(ctx)
				}}, nil
			}
			if test.before != nil {
				test.before(t, e, data)
			}
			var r wire.Response
			for n := range 100 { // the log may be busy with what a start has it do
				earlyRuns.Store(0)
				c.runs = 0
				if r = run(t, e, shoot(fmt.Sprint(n))); earlyRuns.Load() == test.earlyRuns {
					break
				}
			}
			if got := r.Status + " " + r.Reason + " " + string(r.Result); got != test.want {
				t.Errorf("answered %s, want %s", got, test.want)
			}
			if earlyRuns.Load() != test.earlyRuns || c.runs != test.runs {
				t.Errorf("ran %d times early and %d times, want %d and %d", earlyRuns.Load(), c.runs, test.earlyRuns, test.runs)
			}
		})
	}
}
