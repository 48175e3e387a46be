package relay

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

// FuzzParse: a message passes as it came or is refused, and none that passes unasked is a
// guarded call to a reader who is less strict: one that takes any case and the last of
// several members.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"tools/call"}`,
		`{"jsonrpc":"2.0","id":"a","method":"prompts/get","params":{"name":"x","NAME":"y"}}`,
		`{"jsonrpc":"2.0","id":1,"met\u0068od":"resources/read","params":{"uri":"x"}}`,
		`[{"method":"tools/call"}]`, `{}`, `{"method":"tools\/call","id":1,"params":{}}`, "{\"method\u017f\":1}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := parse(raw)
		var refusal *refused
		if err != nil {
			if !errors.As(err, &refusal) || len(toRefused(err)) == 0 {
				t.Errorf("it is refused with %v", err)
			}
			return
		}
		if !slices.Equal(m.raw, raw) {
			t.Errorf("%q passes as %q", raw, m.raw)
		}
		var careless struct {
			Method string `json:"method"`
			Params struct {
				Name string `json:"name"`
				URI  string `json:"uri"`
			} `json:"params"`
		}
		if json.Unmarshal(raw, &careless); (message{method: careless.Method}).guarded() && !m.guarded() {
			t.Errorf("%q is %s to another reader", raw, careless.Method)
		}
		if name, _ := m.params.text("name"); m.guarded() && careless.Params.Name != name {
			t.Errorf("%q names %q here and %q to another reader", raw, name, careless.Params.Name)
		}
		if uri, _ := m.params.text("uri"); m.guarded() && careless.Params.URI != uri {
			t.Errorf("%q reads %q here and %q to another reader", raw, uri, careless.Params.URI)
		}
	})
}
