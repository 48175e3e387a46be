package relay

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]string{
		"a call":             `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"Name":1}}}`,
		"a string id":        `{"jsonrpc":"2.0","id":"a","method":"resources/read","params":{"uri":"file:///x"}}`,
		"a notification":     `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		"a response":         `{"jsonrpc":"2.0","id":1,"result":{}}`,
		"space around":       " {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\t",
		"another's members":  `{"jsonrpc":"2.0","id":1,"method":"ping","params":[1],"x":2}`,
		"a fraction as id":   `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`,
		"params of the rest": `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}`,
	} {
		if m, err := parse([]byte(raw)); err != nil || string(m.raw) != raw {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]string{
		"a batch":                  `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}]`,
		"a batch after space":      "\n [ ]",
		"nothing":                  "",
		"two objects":              `{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"tools/call"}`,
		"something after":          `{"jsonrpc":"2.0","id":1,"method":"ping"}x`,
		"text":                     `"tools/call"`,
		"cut":                      `{"jsonrpc":"2.0","id":1,"method":"tools/call"`,
		"method twice":             `{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"x"}}`,
		"method twice by escapes":  `{"jsonrpc":"2.0","id":1,"method":"ping","m\u0065thod":"tools/call","params":{"name":"x"}}`,
		"a name twice in params":   `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","name":"y"}}`,
		"a name twice deep down":   `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":{"b":1,"b":2}}}}`,
		"Method":                   `{"jsonrpc":"2.0","id":1,"Method":"tools/call","params":{"name":"x"}}`,
		"METHOD beside method":     `{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"tools/call","params":{"name":"x"}}`,
		"method with a long s":     `{"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{"name":"x"}}`,
		"Name in params":           `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"x"}}`,
		"method no string":         `{"jsonrpc":"2.0","id":1,"method":["tools/call"],"params":{"name":"x"}}`,
		"a call without id":        `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"}}`,
		"a call with null id":      `{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"x"}}`,
		"a call with a fraction":   `{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"x"}}`,
		"a call with a list":       `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["x"]}`,
		"a call without params":    `{"jsonrpc":"2.0","id":1,"method":"prompts/get"}`,
		"bytes that are no UTF-8":  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\xff\"}",
		"half a surrogate pair":    `{"jsonrpc":"2.0","id":1,"method":"tools/call\ud800"}`,
		"a mark before":            "\ufeff" + `{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		"over the limit of frames": `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", FrameLimit) + `"}}`,
	} {
		if _, err := parse([]byte(raw)); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}
