package app

import (
	"fmt"
	"testing"
)

// Those that were named last are remembered, and no more.
func TestRecent(t *testing.T) {
	t.Parallel()
	var r recent
	name := func(i int) string { return fmt.Sprint("agent-", i) }
	for i := range 2 * recentSize {
		r.add(name(i))
		r.add(name(0)) // named again and again
	}
	if !r.has(name(0)) || !r.has(name(2*recentSize-1)) || !r.has(name(recentSize+1)) || r.has(name(recentSize)) || r.has(name(1)) {
		t.Error("other names are remembered than those that came last")
	}
	if len(r.known) != recentSize || r.order.Len() != recentSize {
		t.Errorf("%d and %d names are kept", len(r.known), r.order.Len())
	}
}
