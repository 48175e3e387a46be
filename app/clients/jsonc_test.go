package clients

import (
	"encoding/json"
	"testing"

	"github.com/tailscale/hujson"
)

var jsoncFiles = map[string]string{
	"empty":                 "",
	"an empty object":       "{}",
	"an empty object, line": "{}\n",
	"a comment alone":       "{\n  // nothing yet\n}\n",
	"other members":         "{\n  \"a\": 1,\n  \"b\": {\"c\": [1, 2]}\n}\n",
	"four spaces":           "{\n    \"a\": 1\n}\n",
	"tabs":                  "{\n\t\"servers\": {\n\t\t\"x\": {}\n\t}\n}\n",
	"one line":              `{"a":1,"servers":{"x":{"command":"y"}}}`,
	"trailing comma":        "{\n  \"servers\": {\n    \"x\": {}, // mine\n  },\n}\n",
	"comment at the end":    "{\n  \"servers\": {\n    \"x\": {} // mine\n    /* and\n       more */\n  } // end\n}\n",
	"windows line ends":     "{\r\n  \"a\": 1\r\n}\r\n",
	"servers empty":         "{\n  \"servers\": {}\n}\n",
	"servers last":          "{\"servers\": {\n}\n}",
}

// standard returns a file without its comments, decoded.
func standard(t *testing.T, text []byte) (value map[string]any) {
	t.Helper()
	if len(text) == 0 {
		return map[string]any{}
	}
	plain, err := hujson.Standardize(append([]byte(nil), text...))
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	if err := json.Unmarshal(plain, &value); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return value
}

func TestJSONCSetAndRemove(t *testing.T) {
	t.Parallel()
	entry := map[string]any{"command": "/usr/bin/assentctl", "args": []any{"mcp", "serve"}}
	for name, text := range jsoncFiles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := parseJSONC([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := file.set(entry, "servers", "assent"); err != nil {
				t.Fatal(err)
			}
			want := standard(t, []byte(text))
			servers, _ := want["servers"].(map[string]any)
			if servers == nil {
				servers = map[string]any{}
				want["servers"] = servers
			}
			servers["assent"] = entry
			if got := standard(t, file.bytes()); !equalJSON(got, want) {
				t.Errorf("after set: %v\n%s", got, file.bytes())
			}
			again := string(file.bytes())
			if err := file.set(entry, "servers", "assent"); err != nil || string(file.bytes()) != again {
				t.Errorf("a second set changed it (%v):\n%s\n%s", err, again, file.bytes())
			}
			if err := file.remove("servers", "assent"); err != nil {
				t.Fatal(err)
			}
			delete(servers, "assent")
			if got := standard(t, file.bytes()); !equalJSON(got, want) {
				t.Errorf("after remove: %v\n%s", got, file.bytes())
			}
		})
	}
}

func TestJSONCItems(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"none": "{}\n", "one": "{\n  \"hooks\": {\"E\": [\n    {\"x\": 1} // mine\n  ]}\n}\n", "trailing": "{\"hooks\": {\"E\": [{\"x\": 1},]}}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := parseJSONC([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := file.add(map[string]any{"ours": true}, "hooks", "E"); err != nil {
				t.Fatal(err)
			}
			var items []map[string]any
			if !file.get(&items, "hooks", "E") || items[len(items)-1]["ours"] != true {
				t.Fatalf("%v in\n%s", items, file.bytes())
			}
			count := len(items)
			ours := func(item []byte) bool {
				return string(item) == `{"ours":true}` || json.Valid(item) && containsOurs(item)
			}
			if err := file.removeItems(ours, "hooks", "E"); err != nil {
				t.Fatal(err)
			}
			items = nil
			if file.get(&items, "hooks", "E"); len(items) != count-1 {
				t.Errorf("%d items are left of %d:\n%s", len(items), count, file.bytes())
			}
		})
	}
}

func containsOurs(item []byte) bool {
	var value map[string]any
	return json.Unmarshal(item, &value) == nil && value["ours"] == true
}

func equalJSON(a, b any) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(x) == string(y)
}
