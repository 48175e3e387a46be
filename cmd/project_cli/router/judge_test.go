package router

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

const union = `{"type":"object","required":["mode"],"oneOf":[
	{"type":"object","additionalProperties":false,"required":["mode","a"],"properties":{"mode":{"const":"a"},"a":{"type":"string","format":"date"}}},
	{"type":"object","additionalProperties":false,"required":["mode","b"],"properties":{"mode":{"const":"b"},"b":{"type":"integer"}}}]}`

// TestJudge: of a union only the form that was meant is told, and nothing that misleads.
func TestJudge(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`{"mode":"a","a":"2026-04-21"}`: "",
		`{"mode":"b","b":1}`:            "",
		`{"mode":"a","a":"tomorrow"}`:   "/a: 'tomorrow' is not valid 'date'",
		`{"mode":"a","b":1}`:            ": missing properties: 'a'; : additionalProperties 'b' not allowed",
		`{"mode":"c"}`:                  "/mode: mode is none of the modes in the input_schema",
		`{"a":"2026-04-21"}`:            ": missing properties: 'mode'; : mode is missing: it says which form of the input_schema is meant",
		`[]`:                            ": expected object, but got array",
		`{"mode":"a","mode":"b"}`:       ": The input is not one strict JSON value: ",
		`nonsense`:                      ": The input is not one strict JSON value: ",
	} {
		details, err := judge(jsontext.Value(union), jsontext.Value(input))
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, d := range details {
			told = append(told, d.Path+": "+d.Message)
		}
		if got := strings.Join(told, "; "); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
}
