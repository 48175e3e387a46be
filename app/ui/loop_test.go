package ui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"
)

// TestLoopWaitsForItsBegin: what comes before the toolkit's goroutine is at work waits
// for it, in order; what comes after its end is not done.
func TestLoopWaitsForItsBegin(t *testing.T) {
	test.NewTempApp(t)
	var l loop
	var done []int
	do := func(n int) { l.do(func() { done = append(done, n) }) }
	do(1)
	do(2)
	if len(done) != 0 {
		t.Fatalf("before the begin %v was done", done)
	}
	l.begin()
	do(3)
	l.end()
	do(4)
	if !slices.Equal(done, []int{1, 2, 3}) {
		t.Errorf("%v was done", done)
	}
	var never loop
	never.end()
	never.do(func() { t.Error("something was done after the end") })
}
