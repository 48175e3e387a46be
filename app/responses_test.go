package app

import (
	"fmt"
	"os"
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
		if string(r.response(entry).Result) != string(result) {
			t.Fatalf("call %d got another's result", i)
		}
	}
	if want := calls*1024 + 2*size; r.bytes > want {
		t.Errorf("%d bytes are kept, want at most %d", r.bytes, want)
	}
	for hash := range r.kept.all { // as if it were another's
		r.kept.all[hash] = &result{hash: hash, users: 1, value: []byte("other"), size: 5}
	}
	virtual.Advance(keptFor)
	if len(r.calls) != 0 || len(r.kept.all) != 2 {
		t.Errorf("after 10 minutes %d calls and %d results are kept", len(r.calls), len(r.kept.all))
	}
}

// TestSmallResultsArePackedAtRest: once no call was made for a while they take less, and a
// call seen again still gets the same bytes. A call that came meanwhile gets its own.
func TestSmallResultsArePackedAtRest(t *testing.T) {
	t.Parallel()
	virtual := clock.NewVirtual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	r := newResponses(virtual)
	call := func(i int) wire.Call { return wire.Call{CallKey: wire.CallKey{CallID: fmt.Sprint(i)}} }
	result := func(i int) jsontext.Value { // of every fourth call, that of the one before
		text := strings.Repeat(fmt.Sprint("line ", i-i%4/3, " of a text. "), 200)
		if i%100 == 5 {
			text = strings.Repeat(text, 10) // large: it stays as it is
		}
		return jsontext.Value(`"` + text + `"`)
	}
	answer := func(i int) {
		entry, first, _ := r.join(call(i), func(error) {})
		if !first {
			t.Fatalf("call %d was known", i)
		}
		r.give(entry, wire.OK(result(i)), false)
	}
	const calls = 4000
	for i := range calls {
		answer(i)
	}
	before := r.bytes
	pending, _, _ := r.join(call(-1), func(error) {})
	virtual.Advance(restAfter)
	if r.bytes != before {
		t.Error("results were packed while a call was on its way")
	}
	r.give(pending, wire.OK(jsontext.Value(`"late"`)), false)
	virtual.Advance(restAfter)
	if r.bytes > before/2 || r.kept.loose != 0 {
		t.Errorf("%d bytes are kept of %d, and %d are to be packed", r.bytes, before, r.kept.loose)
	}
	for i := range calls {
		entry, first, same := r.join(call(i), func(error) {})
		if first || !same {
			t.Fatalf("call %d is not known", i)
		}
		if got := r.response(entry); got.Status != wire.StatusOK || string(got.Result) != string(result(i)) {
			t.Fatalf("call %d, seen again, got another response", i)
		}
	}
	packed := r.bytes
	entry, _, _ := r.join(call(calls), func(error) {})
	r.give(entry, wire.OK(result(0)), false)
	if more := r.bytes - packed; more != size(entry) {
		t.Errorf("a result that was packed is kept again: %d bytes more", more)
	}
	virtual.Advance(keptFor)
	if r.bytes != 0 || len(r.kept.all) != 0 || r.kept.loose != 0 {
		t.Errorf("after 10 minutes %d bytes are kept and %d results", r.bytes, len(r.kept.all))
	}
}

// BenchmarkDeflate: what it costs to pack a result of 4 KiB.
func BenchmarkDeflate(b *testing.B) {
	text, err := os.ReadFile("responses.go")
	if err != nil {
		b.Fatal(err)
	}
	d := newDeflater()
	for b.Loop() {
		d.deflate(text[:4<<10])
	}
	b.ReportMetric(float64(d.out.Len())/(4<<10), "ratio")
}
