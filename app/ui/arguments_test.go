package ui

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// quoted returns s as a JSON string.
func quoted(s string) []byte {
	out, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		panic(err)
	}
	return out
}

func TestListArguments(t *testing.T) {
	t.Parallel()
	for object, want := range map[string][]argument{
		`{}`: nil,
		`{"b":"x\n","a":1.50,"c":{"d":[null]},"e":true,"f":null,"g":[]}`: {
			{"b", "string", "x\n"}, {"a", "number", "1.50"}, {"c", "object", `{"d":[null]}`},
			{"e", "boolean", "true"}, {"f", "null", "null"}, {"g", "array", "[]"}},
		`[1]`:      nil,
		`{"a":1,`:  {{"a", "number", "1"}},
		`not json`: nil,
	} {
		if got := listArguments([]byte(object)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", object, got, want)
		}
	}
}
