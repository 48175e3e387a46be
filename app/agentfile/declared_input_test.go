package agentfile

import (
	"slices"
	"strings"
	"testing"
)

func TestInputs(t *testing.T) {
	t.Parallel()
	const file = `{ // as the page writes it
		"name": "a", "model": ${model},
		"inputSchema": {"type": "object", "required": ["model", "count"], "properties": {
			"verbose": {"type": "boolean", "default": true},
			"model": {"type": "string", "enum": ["small", "large"], "description": "Which model"},
			"count": {"type": "integer", "default": 3},
			"GITHUB_TOKEN": {"type": "string"},
			"pin": {"type": "string", "format": "password"},
			"note": {"type": "string", "writeOnly": true},
			"monkey": {"type": "string"}, "api-key": {"type": "string"},
			"odd": 7,
		}},
	}`
	var got []string
	for _, in := range Inputs([]byte(file)) {
		text := in.Name + "=" + in.Default
		if in.Required {
			text += " required"
		}
		if in.Secret {
			text += " secret"
		}
		got = append(got, text+" "+in.Description+strings.Join(in.Choices, "|"))
	}
	want := []string{
		"count=3 required ", "model= required Which modelsmall|large", "GITHUB_TOKEN= secret ", "api-key= secret ", "monkey= ",
		"note= secret ", "odd= ", "pin= secret ", "verbose=true ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, none := range []string{"", "{", "[]", `{"inputSchema":[]}`, `{"inputSchema":{"properties":{"a":1}`, strings.Repeat(" ", MaxSize+1) + "{}"} {
		if in := Inputs([]byte(none)); len(in) != 0 {
			t.Errorf("%.40q: %v", none, in)
		}
	}
}
