package app

import (
	"context"
	"testing"
)

func TestOrderFollowsArrival(t *testing.T) {
	t.Parallel()
	var all order
	first, second, third, other := all.take("a"), all.take("a"), all.take("a"), all.take("b")
	isFirst := func(turn *turn) bool {
		select {
		case <-turn.first:
			return true
		default:
			return false
		}
	}
	if !isFirst(first) || isFirst(second) || isFirst(third) || !isFirst(other) {
		t.Fatal("the first of each agent is first, no other")
	}
	second.leave() // in the middle: nobody moves up
	if isFirst(third) {
		t.Fatal("the third overtook the first")
	}
	first.leave()
	first.leave()
	if !isFirst(third) {
		t.Fatal("the third is not first")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	all.take("a").wait(ended)
	third.leave()
	other.leave()
	if len(all.lines) != 1 || len(all.lines["a"]) != 1 {
		t.Errorf("left behind: %v", all.lines)
	}
}
