package executors

import (
	"assent/i18n"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// stub is an executor and its plan: what its functions say.
type stub struct {
	available error
	prepare   func(context.Context) (Plan, error)
	run       func(context.Context) (any, error)
}

func (s stub) Available(context.Context) error                      { return s.available }
func (s stub) Prepare(ctx context.Context, _ Request) (Plan, error) { return s.prepare(ctx) }
func (s stub) Facts() Facts                                         { return Facts{} }
func (s stub) Run(ctx context.Context) (any, error)                 { return s.run(ctx) }
func (s stub) Close() error                                         { return nil }
func stalled[T any](ctx context.Context) (none T, err error)        { <-ctx.Done(); return none, ctx.Err() }
func panicking[T any](context.Context) (T, error)                   { panic("a secret") }
func failing[T any](err error) func(context.Context) (none T, e error) {
	return func(context.Context) (T, error) { var none T; return none, err }
}

func registry(scope string, e Executor) *Registry {
	var r Registry
	r.Register(scope, e)
	return &r
}

func TestRegister(t *testing.T) {
	t.Parallel()
	var r Registry
	if len(r.Scopes()) != 0 {
		t.Error("the zero Registry serves something")
	}
	r.Register("b:use", stub{})
	r.Register("a:use", stub{available: Errorf(ServiceMissing, "Install it.")})
	if got := r.Scopes(); !slices.Equal(got, []string{"a:use", "b:use"}) {
		t.Errorf("scopes %v", got)
	}
	for scope, want := range map[string]Reason{"a:use": ServiceMissing, "b:use": "", "c:use": UnsupportedScope} {
		if err := r.Available(t.Context(), scope); (want == "") != (err == nil) || err != nil && AsError(err).Reason != want {
			t.Errorf("%s: %v, want %q", scope, err, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a scope was registered twice")
		}
	}()
	r.Register("a:use", stub{})
}

// slow answers whether it is available after a second, stuck when its context ends.
type slow struct{ stub }
type stuck struct{ stub }
type broken struct{ stub }

func (slow) Available(context.Context) error      { time.Sleep(time.Second); return nil } // the bubble's clock
func (stuck) Available(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
func (broken) Available(context.Context) error    { panic("a secret") }

// TestAvailability: all are asked at once, so that each costs nobody's time but its own,
// and no one keeps the others' answers.
func TestAvailability(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var r Registry
		for _, scope := range []string{"a:use", "b:use", "c:use"} {
			r.Register(scope, slow{})
		}
		start := time.Now()
		for scope, err := range r.Availability(t.Context()) {
			check(t, err, "")
			r.Available(t.Context(), scope)
		}
		if took := time.Since(start); took != 4*time.Second { // one for all, and one for each
			t.Errorf("took %v", took)
		}
		r.Register("d:use", stuck{})
		r.Register("e:use", broken{})
		start = time.Now()
		got := r.Availability(t.Context())
		for scope, want := range map[string]Reason{"a:use": "", "b:use": "", "c:use": "", "d:use": ServiceMissing, "e:use": Internal} {
			if _, told := got[scope]; !told {
				t.Errorf("nothing is said of %s", scope)
			}
			check(t, got[scope], want)
		}
		if took := time.Since(start); took != PrepareLimit {
			t.Errorf("took %v", took)
		}
	})
}

type closing struct {
	Executor
	closed error
}

func (c closing) Close() error { return c.closed }

func TestClose(t *testing.T) {
	t.Parallel()
	var r Registry
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	r.Register("a:use", closing{closed: fs.ErrClosed})
	r.Register("b:use", slow{})
	if err := r.Close(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		prepare func(context.Context) (Plan, error)
		want    Reason
	}{
		"plan":          {func(context.Context) (Plan, error) { return stub{}, nil }, ""},
		"known error":   {failing[Plan](Errorf(InvalidArguments, "No.")), InvalidArguments},
		"unknown error": {failing[Plan](fs.ErrNotExist), Internal},
		"stalls":        {stalled[Plan], ToolTimeout},
		"panics":        {panicking[Plan], Internal},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				plan, err := registry("camera:use", stub{prepare: test.prepare}).Prepare(t.Context(), Request{Scope: "camera:use"})
				check(t, err, test.want)
				if (plan == nil) != (err != nil) {
					t.Errorf("plan %v with error %v", plan, err)
				}
				if took := time.Since(start); took > PrepareLimit {
					t.Errorf("took %v", took)
				}
			})
		})
	}
	_, err := registry("camera:use", stub{}).Prepare(t.Context(), Request{Scope: "camera:look"})
	check(t, err, UnsupportedScope)
}

func TestRun(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		run  func(context.Context) (any, error)
		want Reason
	}{
		"result":        {func(context.Context) (any, error) { return 7, nil }, ""},
		"known error":   {failing[any](Errorf(TooLarge, "No.")), TooLarge},
		"unknown error": {failing[any](fs.ErrNotExist), Internal},
		"stalls":        {stalled[any], ToolTimeout},
		"panics":        {panicking[any], Internal},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				result, err := Run(t.Context(), stub{run: test.run}, time.Second)
				check(t, err, test.want)
				if (result == nil) != (err != nil) {
					t.Errorf("result %v with error %v", result, err)
				}
				if took := time.Since(start); took > time.Second {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

func TestRunAsksAgain(t *testing.T) {
	t.Parallel()
	again := &AskAgain{Care: []i18n.Text{{Key: "care.secret"}}}
	_, err := Run(t.Context(), stub{run: failing[any](again)}, time.Second)
	var got *AskAgain
	if !errors.As(err, &got) || got != again {
		t.Errorf("got %v", err)
	}
}

// TestRunHungUp ends the caller's context: that is no timeout.
func TestRunHungUp(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Run(ctx, stub{run: failing[any](Errorf(Interrupted, "The call was stopped."))}, time.Second)
	check(t, err, Interrupted)
}

// check wants an *Error with that reason and nothing of a panic's text.
func check(t *testing.T, err error, want Reason) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	var e *Error
	if !errors.As(err, &e) || e.Reason != want {
		t.Errorf("got %v, want %s", err, want)
	} else if strings.Contains(e.Error(), "secret") || e.Err != nil && strings.Contains(e.Err.Error(), "secret") {
		t.Errorf("the error tells what a panic said: %v, %v", e, e.Err)
	}
}
