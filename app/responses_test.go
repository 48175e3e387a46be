package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assent/app/wire"
	"assent/consent/ask"
	"assent/consent/clock"

	"github.com/go-json-experiment/json/jsontext"
)

// TestResponsesAreBounded: responses are kept in at most 64 MiB, the oldest out first,
// whatever in a call makes them large, and for 10 minutes.
func TestResponsesAreBounded(t *testing.T) {
	t.Parallel()
	large := string(make([]byte, 1<<20))
	for name, make := range map[string]func(id string) (wire.Call, wire.Response){
		"results": func(id string) (wire.Call, wire.Response) {
			return wire.Call{CallKey: wire.CallKey{CallID: id}}, wire.OK(jsontext.Value(large + id))
		},
		"names of tools": func(id string) (wire.Call, wire.Response) {
			return wire.Call{CallKey: wire.CallKey{CallID: id}, Tool: large}, wire.Denied(ask.ToolNotDeclared)
		},
		"names of scopes": func(id string) (wire.Call, wire.Response) {
			return wire.Call{CallKey: wire.CallKey{CallID: id}, Scope: large}, wire.Denied(ask.ScopeNotGranted)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			virtual := clock.NewVirtual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
			r := newResponses(virtual)
			known := func(i int) bool {
				call, _ := make(fmt.Sprint(i))
				_, ok := r.calls[call.CallKey]
				return ok
			}
			pending, _, _ := r.join(wire.Call{CallKey: wire.CallKey{CallID: "pending"}}, func(error) {})
			const calls = 100
			for i := range calls {
				call, response := make(fmt.Sprint(i))
				entry, first, same := r.join(call, func(error) {})
				if !first || !same {
					t.Fatalf("call %d was known", i)
				}
				r.give(entry, response, false)
			}
			if r.bytes > keptBytes || r.bytes < keptBytes*9/10 {
				t.Errorf("%d bytes are kept", r.bytes)
			}
			if known(0) || !known(calls-1) {
				t.Error("it is not the oldest that are forgotten")
			}
			virtual.Advance(keptFor)
			if r.bytes != 0 || len(r.calls) != 1 {
				t.Errorf("after 10 minutes %d bytes and %d calls are kept, want the one in flight", r.bytes, len(r.calls))
			}
			if again, first, same := r.join(wire.Call{CallKey: wire.CallKey{CallID: "pending"}}, func(error) {}); again != pending || first || !same {
				t.Error("a call in flight was forgotten")
			}
		})
	}
}

// TestEqualResultsAreKeptOnce: also where two have one hash.
func TestEqualResultsAreKeptOnce(t *testing.T) {
	t.Parallel()
	virtual := clock.NewVirtual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	r := newResponses(virtual)
	const calls, size = 1000, 4 << 10
	for i := range calls {
		entry, _, _ := r.join(wire.Call{CallKey: wire.CallKey{CallID: fmt.Sprint(i)}}, func(error) {})
		result := jsontext.Value(strings.Repeat(string(rune('a'+i%2)), size))
		r.give(entry, wire.OK(result), false)
		if string(entry.response.Result) != string(result) {
			t.Fatalf("call %d got another's result", i)
		}
	}
	if want := calls*1024 + 2*size; r.bytes > want {
		t.Errorf("%d bytes are kept, want at most %d", r.bytes, want)
	}
	for hash := range r.kept.all { // as if it were another's
		r.kept.all[hash] = &result{jsontext.Value("other"), 1}
	}
	virtual.Advance(keptFor)
	if len(r.calls) != 0 || len(r.kept.all) != 2 {
		t.Errorf("after 10 minutes %d calls and %d results are kept", len(r.calls), len(r.kept.all))
	}
}
