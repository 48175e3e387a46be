package filesystem

import (
	"context"
	"errors"
	"fmt"

	"assent/executors"
)

// kernel runs what may hang in the kernel: a dead network share blocks any system
// call, for ever, and nothing can take the call back. A goroutine is abandoned
// only then; when the kernel lets go of it after all, it cleans up and ends.
// The slots bound how many can be stuck; when all are, calls wait for their time
// limit.
type kernel struct{ slots chan struct{} }

const maxStuck = 64

func newKernel() kernel { return kernel{make(chan struct{}, maxStuck)} }

// call returns what f returns, or when ctx ends an *Error with ToolTimeout or
// Interrupted; what f then still returns goes to discard. A panic of f becomes
// an *Error.
func call[T any](ctx context.Context, k kernel, f func() (T, error), discard func(T)) (result T, err error) {
	if ctx.Err() != nil {
		return result, tooLate(ctx)
	}
	select {
	case k.slots <- struct{}{}:
	case <-ctx.Done():
		return result, tooLate(ctx)
	}
	done, abandoned := make(chan struct{}), make(chan struct{})
	defer close(abandoned)
	var late T
	var lateErr error
	go func() {
		defer func() { <-k.slots }()
		late, lateErr = guarded(f)
		select {
		case done <- struct{}{}:
		case <-abandoned:
			if lateErr == nil {
				discard(late)
			}
		}
	}()
	select {
	case <-done:
		return late, lateErr
	case <-ctx.Done():
		return result, tooLate(ctx)
	}
}

// guarded keeps a panic from ending the process; its text may hold content.
func guarded[T any](f func() (T, error)) (result T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = executors.AsError(fmt.Errorf("panic of type %T", p))
		}
	}()
	return f()
}

func tooLate(ctx context.Context) *executors.Error {
	e := executors.Errorf(executors.ToolTimeout, "The place where this is stored did not answer in time.")
	if errors.Is(ctx.Err(), context.Canceled) {
		e = executors.Errorf(executors.Interrupted, "The call was stopped.")
	}
	e.Err = ctx.Err()
	return e
}
