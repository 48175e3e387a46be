package wire

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// line is a line that is an object of one type, without more inside.
type line[T any] struct {
	Type string `json:"type"`
	//lint:ignore SA5008 embed is what the library calls it; the linter knows an older name
	Members T `json:",embed"`
}

// write writes a line whose members always have a JSON form: text from outside is made
// valid UTF-8.
func write[T any](kind string, members T) []byte {
	return mustMarshal(line[T]{kind, members})
}

// compose writes a line with JSON from outside in it. The error says that it is none.
func compose(v any) ([]byte, error) {
	return json.Marshal(v, json.Deterministic(true))
}

// mustMarshal encodes values that always have a JSON form.
func mustMarshal(v any) []byte {
	line, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true), json.Deterministic(true))
	if err != nil {
		panic(err) // a type of this package that cannot be encoded
	}
	return line
}

// unmarshal reads a line that is known to be strict JSON.
func unmarshal(line []byte, into any) error {
	return json.Unmarshal(line, into, jsontext.AllowDuplicateNames(true))
}
