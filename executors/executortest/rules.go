package executortest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// outcome runs the case to its end, as the app does.
func outcome(ctx context.Context, e executors.Executor, c Case) error {
	if c.Stalls {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, caseLimit)
	defer cancel()
	plan, err := e.Prepare(ctx, c.Request)
	if err != nil {
		return errors.Join(expect(err, c.Reason), discreet(err, c.Request))
	}
	defer plan.Close()
	facts := plan.Facts()
	result, err := finish(ctx, plan)
	problems := []error{sameFacts(facts, plan)}
	switch {
	case err != nil:
		problems = append(problems, expect(err, c.Reason), discreet(err, c.Request))
	case c.Reason != "" || facts.Finding != nil:
		problems = append(problems, fmt.Errorf("the call succeeded, want %q, finding %v", c.Reason, facts.Finding))
	default:
		problems = append(problems, object(result))
	}
	if facts.Finding != nil && facts.Finding.Reason != c.Reason {
		problems = append(problems, fmt.Errorf("the finding is %q, want %q", facts.Finding.Reason, c.Reason))
	}
	return errors.Join(problems...)
}

// timeLimit gives a call that stalls a short time.
func timeLimit(ctx context.Context, e executors.Executor, c Case) error {
	if !c.Stalls {
		return nil
	}
	return ranPromptly(ctx, e, c, 50*time.Millisecond)
}

// endedContext starts calls whose time is already over.
func endedContext(ctx context.Context, e executors.Executor, c Case) error {
	err := promptly(func() (time.Duration, error) {
		return timed(ctx, 0, func(ended context.Context) error {
			plan, err := e.Prepare(ended, c.Request)
			if err != nil {
				return discreet(err, c.Request)
			}
			return plan.Close()
		})
	})
	return errors.Join(err, ranPromptly(ctx, e, c, 0))
}

// ranPromptly checks that a call given too little time fails, and in time.
func ranPromptly(ctx context.Context, e executors.Executor, c Case, limit time.Duration) error {
	return promptly(func() (late time.Duration, err error) {
		plan, err := e.Prepare(ctx, c.Request)
		if err != nil {
			return 0, nil // outcome judges it
		}
		defer plan.Close()
		return timed(ctx, limit, func(ctx context.Context) error {
			_, err := finish(ctx, plan)
			if err == nil {
				return errors.New("the call succeeded though its time was over")
			}
			return discreet(err, c.Request)
		})
	})
}

// closing closes a plan too early and too often.
func closing(ctx context.Context, e executors.Executor, c Case) error {
	plan, err := e.Prepare(ctx, c.Request)
	if err != nil {
		return nil
	}
	facts := plan.Facts()
	for range 2 {
		if err := plan.Close(); err != nil {
			return fmt.Errorf("closing: %w", err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	_, err = finish(ctx, plan) // may fail or succeed, must not panic
	return errors.Join(discreet(err, c.Request), sameFacts(facts, plan), plan.Close())
}

// early runs a plan that may run early so first, and then as any other.
func early(ctx context.Context, e executors.Executor, c Case) error {
	ctx, cancel := context.WithTimeout(ctx, caseLimit)
	defer cancel()
	plan, err := e.Prepare(ctx, c.Request)
	if err != nil {
		return nil // outcome judges it
	}
	defer plan.Close()
	may, ok := plan.(executors.Early)
	if !ok {
		return nil
	}
	before, err := may.RunEarly(ctx)
	var again *executors.AskAgain
	if errors.Is(err, executors.ErrTrace) || errors.As(err, &again) {
		return nil
	}
	after, later := plan.Run(ctx)
	if !reflect.DeepEqual(before, after) || fmt.Sprint(err) != fmt.Sprint(later) {
		return fmt.Errorf("early it came to %v and %v, later to %v and %v", before, err, after, later)
	}
	return nil
}

// finish runs plan to its end, with the steps that come before and between.
func finish(ctx context.Context, plan executors.Plan) (any, error) {
	if holder, ok := plan.(executors.Holder); ok {
		if err := holder.Hold(ctx); err != nil {
			return nil, err
		}
	}
	result, err := plan.Run(ctx)
	var again *executors.AskAgain
	if !errors.As(err, &again) {
		return result, err
	}
	if result != nil || len(again.Care) == 0 {
		return nil, errors.New("an AskAgain with a result, or without a cause")
	}
	return plan.Run(ctx)
}

// promptly wants one of five tries within grace: the machine may be busy, the
// rule is not.
func promptly(try func() (late time.Duration, err error)) error {
	var late time.Duration
	for range 5 {
		var err error
		if late, err = try(); err != nil || late <= grace {
			return err
		}
	}
	return fmt.Errorf("returned %v after the context's end, at most %v is allowed", late, grace)
}

// timed gives call a context that ends after limit, and returns how long after
// that it came back.
func timed(ctx context.Context, limit time.Duration, call func(context.Context) error) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	err := call(ctx)
	return time.Since(start) - limit, err
}

func expect(err error, want executors.Reason) error {
	var e *executors.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("failed with a %T (%v), want an *executors.Error", err, err)
	}
	if e.Reason != want {
		return fmt.Errorf("failed with %v (%v), want reason %q", e, e.Err, want)
	}
	return nil
}

func object(result any) error {
	encoded, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("encoding the result: %w", err)
	}
	if kind := jsontext.Value(encoded).Kind(); kind != '{' {
		return fmt.Errorf("the result encodes to kind %v, want an object", kind)
	}
	return nil
}

// sameFacts leaves Holders out: Hold changes their facts.
func sameFacts(facts executors.Facts, plan executors.Plan) error {
	if _, holder := plan.(executors.Holder); holder || reflect.DeepEqual(facts, plan.Facts()) {
		return nil
	}
	return fmt.Errorf("the facts changed:\n%v\n%v", facts, plan.Facts())
}
