package filesystem

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"assent/executors"
)

func TestCallIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, hang, discarded := newKernel(), make(chan struct{}), 0
		stuck := func() (int, error) { <-hang; return 7, nil }
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := call(ctx, k, stuck, func(n int) { discarded += n }); reason(err) != executors.ToolTimeout {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("took %v", took)
		}
		close(hang) // the kernel lets go
		synctest.Wait()
		if discarded != 7 || len(k.slots) != 0 {
			t.Errorf("discarded %d, %d slots taken", discarded, len(k.slots))
		}
	})
}

func TestStuckCallsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, hang := newKernel(), make(chan struct{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		started := 0
		for range maxStuck + 10 {
			go call(ctx, k, func() (int, error) { started++; <-hang; return 0, nil }, func(int) {})
			synctest.Wait()
		}
		if started != maxStuck {
			t.Errorf("%d calls started, want %d", started, maxStuck)
		}
		<-ctx.Done()
		close(hang)
		synctest.Wait()
		if _, err := call(t.Context(), k, func() (int, error) { return 0, nil }, func(int) {}); err != nil {
			t.Error(err)
		}
	})
}

func TestCallPanicsAndStops(t *testing.T) {
	k := newKernel()
	if _, err := call(t.Context(), k, func() (int, error) { panic("a secret") }, func(int) {}); reason(err) != executors.Internal {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := call(ctx, k, func() (int, error) { return 0, nil }, func(int) {}); reason(err) != executors.Interrupted {
		t.Errorf("got %v", err)
	}
}
