package relay

import (
	"strings"
	"testing"
	"time"
)

// TestRetryBelongsToItsYes: a call that needed input goes on once with it, unasked; with
// anything else it is a new call.
func TestRetryBelongsToItsYes(t *testing.T) {
	t.Parallel()
	r := &retries{}
	now := time.Now()
	first, err := parse([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"b":2}}}`))
	if err != nil {
		t.Fatal(err)
	}
	needs := readReply([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s1","inputRequests":{"q":{}}}}`))
	again := func(params string) message {
		m, err := parse([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":` + params + `}`))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	good := `{"name":"x","arguments":{"b":2,"a":1},"requestState":"s1","inputResponses":{"q":{"action":"accept"}}}`
	for name, test := range map[string]struct {
		session, params string
		after           time.Duration
		want            bool
	}{
		"the retry":       {"s", good, time.Minute, true},
		"another session": {"t", good, time.Minute, false},
		"too late":        {"s", good, 11 * time.Minute, false},
		"other arguments": {"s", strings.Replace(good, `"a":1`, `"a":2`, 1), time.Minute, false},
		"another tool":    {"s", strings.Replace(good, `"x"`, `"y"`, 1), time.Minute, false},
		"another state":   {"s", strings.Replace(good, `"s1"`, `"s2"`, 1), time.Minute, false},
		"no state":        {"s", strings.Replace(good, `"requestState":"s1",`, ``, 1), time.Minute, false},
		"more answers":    {"s", strings.Replace(good, `"q":{`, `"p":{},"q":{`, 1), time.Minute, false},
		"no answers":      {"s", `{"name":"x","arguments":{"a":1,"b":2},"requestState":"s1"}`, time.Minute, false},
	} {
		r.all = nil
		r.keep("s", first, needs, now)
		if got := r.take(test.session, again(test.params), now.Add(test.after)); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	r.all = nil
	r.keep("s", first, needs, now)
	if !r.take("s", again(good), now) || r.take("s", again(good), now) {
		t.Error("a yes does not hold for exactly one retry")
	}
}
