package ui

import "testing"

// The calls that were sent are kept, the newest first, within bounds; the newest always is.
func TestSentCallsAreBounded(t *testing.T) {
	t.Parallel()
	var s sentCalls
	for range 3 * callsKept {
		c := &sentCall{}
		s.begin(c)
		if s.end(c); s.all[0] != c {
			t.Fatal("the newest is not the first")
		}
	}
	if len(s.all) != callsKept {
		t.Errorf("%d are kept", len(s.all))
	}
	large := &sentCall{}
	s.begin(large)
	large.received = make([]byte, callsBytes+1)
	if s.end(large); len(s.all) != 1 || s.all[0] != large {
		t.Errorf("beside a large one %d are kept", len(s.all)-1)
	}
	next := &sentCall{}
	if s.begin(next); len(s.all) != 1 || s.all[0] != next {
		t.Errorf("%d are kept after a large one", len(s.all))
	}
}
