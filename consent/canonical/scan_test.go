package canonical_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
)

var (
	opaque = []jsontext.Pointer{"/payload/artifact/arguments", "/payload/artifact/payload/arguments"}
	wanted = []jsontext.Pointer{"/agent_id", "/conversation_id", "/payload/artifact/call_id", "/payload/artifact/payload/call_id"}
)

func TestScan(t *testing.T) {
	t.Parallel()
	flat := func(arguments string) string {
		return `{"agent_id":"a","payload":{"artifact":{"arguments":` + arguments + `,"call_id":"c"}},"conversation_id":"v"}`
	}
	nested := func(arguments string) string {
		return `{"agent_id":"a","payload":{"artifact":{"payload":{"arguments" : ` + arguments + `,"call_id":"n"}}},"conversation_id":"v"}`
	}
	const all, allNested, first = "/agent_id=a /conversation_id=v /payload/artifact/call_id=c", "/agent_id=a /conversation_id=v /payload/artifact/payload/call_id=n", "/agent_id=a"
	tests := []struct{ name, data, want string }{
		{"fine", flat(`{}`), all},
		{"fine, nested", nested(`{}`), allNested},
		{"same name twice", flat(`{"a":1,"a":{"b":1,"b":2}}`), all},
		{"invalid UTF-8", nested("{\"a\":\"\xff\"}"), allNested},
		{"huge number", flat(`{"a":1e1000001}`), all},
		{"deep", flat(strings.Repeat("[", 100) + strings.Repeat("]", 100)), all},
		{"deeper than any parser likes", flat(strings.Repeat(`{"a":[`, 50000) + strings.Repeat("]}", 50000)), all},
		{"lone surrogate", nested(`{"a":"\ud800"}`), allNested},
		{"garbage between brackets", flat(`{"a":tru,,}`), all},
		{"garbage alone", flat(`NaN`), all},
		{"nothing", flat(``), all},
		{"brackets in strings", flat(`{"a":"}\"]}"}`), all},
		{"brackets that do not match", flat(`{"a":[}]`), first},
		{"a string without end", flat(`{"a":"}`), first},
		{"name spelt with an escape", strings.Replace(flat(`{"a":1,"a":1}`), "arguments", `ar\u0067uments`, 1), all},
		{"both shapes", `{"payload":{"artifact":{"arguments":[1e999],"payload":{"arguments":[1e999],"call_id":"n"},"call_id":"c"}}}`,
			"/payload/artifact/call_id=c /payload/artifact/payload/call_id=n"},
		{"arguments twice", `{"agent_id":"a","payload":{"artifact":{"arguments":{},"arguments":{},"call_id":"c"}}}`, first},
		{"same name twice outside", `{"agent_id":"a","agent_id":"b","conversation_id":"v"}`, first},
		{"fault in something unknown", `{"agent_id":"a","x":1e999,"conversation_id":"v"}`, first},
		{"deep outside", `{"agent_id":"a","x":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `,"conversation_id":"v"}`, first},
		{"arguments elsewhere are no exception", `{"agent_id":"a","arguments":{"a":1,"a":1},"conversation_id":"v"}`, first},
		{"fault before arguments", `{"agent_id":"a" "payload":{}}`, first},
		{"no colon", `{"agent_id":"a","payload":{"artifact":{"arguments" x:{},"call_id":"c"}}}`, first},
		{"no object", `["agent_id"]`, ""},
		{"byte order mark", "\ufeff" + flat(`{}`), ""},
		{"trailing data", flat(`{}`) + "x", all},
		{"empty", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found := canonical.Scan([]byte(test.data), opaque, wanted)
			var got []string
			for _, at := range wanted {
				if value, ok := found[at]; ok {
					got = append(got, fmt.Sprintf("%s=%s", at, strings.Trim(string(value), `"`)))
				}
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// Of a strict object, Scan finds everything that is there.
func FuzzScan(f *testing.F) {
	f.Add([]byte(`{"agent_id":"a","payload":{"artifact":{"arguments":{"a":1,"a":2},"call_id":"c"}},"conversation_id":"v"}`))
	f.Add([]byte(`{"payload":{"artifact":{"payload":{"arguments":[}],"call_id":1}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		found := canonical.Scan(data, opaque, wanted)
		for at, value := range found {
			if !slices.Contains(opaque, at) && canonical.Check(value) != nil {
				t.Errorf("%s is not strict: %q", at, value)
			}
		}
		value, err := canonical.Decode(data)
		if err != nil {
			return
		}
		for _, at := range wanted {
			if _, ok := found[at]; ok != has(value, at) {
				t.Errorf("%s found %v, there %v", at, ok, !ok)
			}
		}
	})
}

func has(value any, at jsontext.Pointer) bool {
	for name := range at.Tokens() {
		object, _ := value.(map[string]any)
		member, ok := object[name]
		if !ok {
			return false
		}
		value = member
	}
	return true
}
