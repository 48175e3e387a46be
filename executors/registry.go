package executors

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"
)

// PrepareLimit is how long a plan may take to prepare (contract §9).
const PrepareLimit = 2 * time.Second

// Registry knows which executor serves which scope. The zero value serves none.
// Register everything before the first call; after that it is safe for
// concurrent use.
type Registry struct {
	byScope map[string]Executor
	forSome []ForSome
}

// ForSome is an executor of scopes that it serves for some agents alone, each its own.
type ForSome interface {
	Executor
	// Serves reports whether it serves the scope for the agent.
	Serves(agentID, scope string) bool
}

// RegisterForSome makes e serve what it says it serves, beside the scopes that are
// registered for every agent, which come first.
func (r *Registry) RegisterForSome(e ForSome) { r.forSome = append(r.forSome, e) }

// ServesAgent reports whether an executor serves scope for this agent, or for all.
func (r *Registry) ServesAgent(agentID, scope string) bool { return r.of(agentID, scope) != nil }

// of returns the executor of a scope for an agent, nil when there is none.
func (r *Registry) of(agentID, scope string) Executor {
	if e, ok := r.byScope[scope]; ok {
		return e
	}
	for _, e := range r.forSome {
		if e.Serves(agentID, scope) {
			return e
		}
	}
	return nil
}

// Register makes e serve scope. Registering a scope twice panics.
func (r *Registry) Register(scope string, e Executor) {
	if _, twice := r.byScope[scope]; twice {
		panic("executors: scope registered twice: " + scope)
	}
	if r.byScope == nil {
		r.byScope = map[string]Executor{}
	}
	r.byScope[scope] = e
}

// Scopes returns the scopes served, sorted.
func (r *Registry) Scopes() []string { return slices.Sorted(maps.Keys(r.byScope)) }

// Serves reports whether an executor is registered for scope, on this machine or not.
func (r *Registry) Serves(scope string) bool {
	_, ok := r.byScope[scope]
	return ok
}

// Available returns nil when scope can be served on this machine now, else an
// *Error that says what is missing. It asks for at most PrepareLimit.
func (r *Registry) Available(ctx context.Context, scope string) (err error) {
	e, ok := r.byScope[scope]
	if !ok {
		return Errorf(UnsupportedScope, "This version of Assent cannot do this.")
	}
	ctx, cancel := context.WithTimeout(ctx, PrepareLimit)
	defer cancel()
	defer recovered(&err)
	if err = e.Available(ctx); err != nil && ctx.Err() != nil {
		return &Error{Reason: ServiceMissing, Message: "What this needs did not answer in time.", Err: err}
	}
	return err
}

// Availability is what Available says of every scope, asked all at once.
func (r *Registry) Availability(ctx context.Context) map[string]error {
	var (
		asked   sync.WaitGroup
		mu      sync.Mutex
		byScope = map[string]error{}
	)
	for scope := range r.byScope {
		asked.Go(func() {
			err := r.Available(ctx, scope)
			mu.Lock()
			defer mu.Unlock()
			byScope[scope] = err
		})
	}
	asked.Wait()
	return byScope
}

// Close closes the executors that keep something from one call to the next, those that
// are io.Closers. Call it after the last call.
func (r *Registry) Close() error {
	var problems []error
	for _, e := range r.forSome {
		if kept, ok := e.(io.Closer); ok {
			problems = append(problems, kept.Close())
		}
	}
	for _, e := range r.byScope {
		if kept, ok := e.(io.Closer); ok {
			problems = append(problems, kept.Close())
		}
	}
	return errors.Join(problems...)
}

// Prepare asks the scope's executor for a plan, for at most PrepareLimit. Its
// error is always an *Error.
func (r *Registry) Prepare(ctx context.Context, req Request) (plan Plan, err error) {
	e := r.of(req.AgentID, req.Scope)
	if e == nil {
		return nil, Errorf(UnsupportedScope, "This version of Assent cannot do this.")
	}
	ctx, cancel := context.WithTimeout(ctx, PrepareLimit)
	defer cancel()
	defer recovered(&err)
	plan, err = e.Prepare(ctx, req)
	return plan, Failure(ctx, err)
}

// Hold has plan take its content, if it is a Holder. Its error is an *Error.
func Hold(ctx context.Context, plan Plan) (err error) {
	defer recovered(&err)
	holder, ok := plan.(Holder)
	if !ok {
		return nil
	}
	if err := holder.Hold(ctx); err != nil {
		return AsError(err)
	}
	return nil
}

// Run runs plan within limit. Its error is an *Error or an *AskAgain; past the
// limit it is ToolTimeout.
func Run(ctx context.Context, plan Plan, limit time.Duration) (result any, err error) {
	return within(ctx, limit, plan.Run)
}

// RunEarly is Run of what may run before its call is on record. Its error may be ErrTrace, too.
func RunEarly(ctx context.Context, plan Early, limit time.Duration) (result any, err error) {
	return within(ctx, limit, plan.RunEarly)
}

func within(ctx context.Context, limit time.Duration, run func(context.Context) (any, error)) (result any, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer recovered(&err)
	result, err = run(ctx)
	if err == nil {
		return result, nil
	}
	return nil, Failure(ctx, err)
}

// Failure gives the error of a plan that ran within ctx, or was prepared, the form that
// leaves this package: nil, an *Error, an *AskAgain, or past the deadline ToolTimeout.
func Failure(ctx context.Context, err error) error {
	var again *AskAgain
	switch {
	case err == nil, errors.As(err, &again), errors.Is(err, ErrTrace):
		return err
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Error{Reason: ToolTimeout, Message: "The tool took longer than its time limit.", Err: err}
	}
	return AsError(err)
}

// recovered turns a panic into an Error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = Recovered(p)
	}
}

// Recovered is the Error of a panic. It names the panic's type, never its text, which
// may hold what the agent sent.
func Recovered(p any) *Error {
	return &Error{Reason: Internal, Message: "Something went wrong inside Assent.", Err: fmt.Errorf("panic of type %T", p)}
}
