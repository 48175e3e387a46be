package executortest

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"assent/executors"
)

// scripted is an executor and its own plan, made to keep the rules or to break
// one of them.
type scripted struct {
	prepare func() error
	run     func(context.Context) (any, error)
	facts   func() executors.Facts
}

func (s scripted) Available(context.Context) error { return nil }

func (s scripted) Prepare(_ context.Context, req executors.Request) (executors.Plan, error) {
	if req.Arguments.Kind() != '{' {
		return nil, executors.Errorf(executors.InvalidArguments, "Arguments must be an object.")
	}
	if s.prepare != nil {
		return s, s.prepare()
	}
	return s, nil
}

func (s scripted) Facts() executors.Facts {
	if s.facts != nil {
		return s.facts()
	}
	return executors.Facts{Target: "a target"}
}

func (s scripted) Run(ctx context.Context) (any, error) {
	if s.run != nil {
		return s.run(ctx)
	}
	if ctx.Err() != nil {
		return nil, executors.Errorf(executors.ToolTimeout, "Too late.")
	}
	return map[string]any{"done": true}, nil
}

func (s scripted) Close() error { return nil }

// hasty is scripted, and early comes to something else.
type hasty struct{ scripted }

func (h hasty) Prepare(ctx context.Context, req executors.Request) (executors.Plan, error) {
	_, err := h.scripted.Prepare(ctx, req)
	return h, err
}

func (hasty) RunEarly(context.Context) (any, error) { return map[string]any{"done": "early"}, nil }

func example() executors.Request {
	return executors.Request{Scope: "camera:use", Tool: "take", Arguments: []byte(`{"which":"an argument's value"}`)}
}

func stall(ctx context.Context) (any, error) {
	<-ctx.Done()
	return nil, executors.Errorf(executors.ToolTimeout, "Too late.")
}

func TestConform(t *testing.T) {
	start := func(*testing.T) executors.Executor { return scripted{} }
	Conform(t, start, []Case{{Name: "good", Request: example()}})
	start = func(*testing.T) executors.Executor { return scripted{run: stall} }
	Conform(t, start, []Case{{Name: "stalls", Request: example(), Stalls: true, Reason: executors.ToolTimeout}})
}

func TestRulesCatch(t *testing.T) {
	changing := 0
	for name, test := range map[string]struct {
		executor executors.Executor
		stalls   bool
		want     string
	}{
		"unknown error": {scripted{run: func(context.Context) (any, error) { return nil, os.ErrNotExist }}, false, "want an *executors.Error"},
		"wrong reason": {scripted{run: func(context.Context) (any, error) {
			return nil, executors.Errorf(executors.TooLarge, "Too large.")
		}}, false, `want reason ""`},
		"leaky error": {scripted{prepare: func() error {
			return &executors.Error{Reason: executors.TooLarge, Message: "Too large.", Err: errors.New("an argument's value is bad")}
		}}, false, "holds an argument's value"},
		"unfixed facts": {scripted{facts: func() executors.Facts {
			changing++
			return executors.Facts{Target: strings.Repeat("x", changing)}
		}}, false, "the facts changed"},
		"not an object":   {scripted{run: func(context.Context) (any, error) { return []int{1}, nil }}, false, "want an object"},
		"hasty":           {hasty{}, false, "early it came to"},
		"ignores its end": {scripted{run: func(context.Context) (any, error) { return map[string]any{}, nil }}, true, "though its time was over"},
	} {
		t.Run(name, func(t *testing.T) {
			var problems []error
			for _, rule := range rules() {
				problems = append(problems, rule.check(t.Context(), test.executor, Case{Request: example(), Stalls: test.stalls}))
			}
			if err := errors.Join(problems...); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want one that says %q", err, test.want)
			}
		})
	}
}

func TestLeaks(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	before := holdings()
	file, err := os.CreateTemp("", "left")
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	go func() { <-stop }()
	for _, want := range []string{"1 goroutines left behind", "descriptors left open", "temporary files left behind"} {
		if err := before.beyond(holdings()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want one that says %q", err, want)
		}
	}
	close(stop)
	file.Close()
	os.Remove(file.Name())
	if err := before.leaked(); err != nil {
		t.Error(err)
	}
}
