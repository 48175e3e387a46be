package relay

import (
	"assent/app/mcp/declare"

	"github.com/go-json-experiment/json/jsontext"
)

// asked is what a guarded request asks for, as the manifest names it.
type asked struct {
	tool      string
	arguments jsontext.Value
}

// asks returns what a guarded request asks for; false for one that names nothing.
func (m message) asks() (asked, bool) {
	switch m.method {
	case methodCall:
		name, ok := m.params.text("name")
		arguments := m.params["arguments"]
		if len(arguments) == 0 {
			arguments = jsontext.Value(`{}`)
		}
		return asked{declare.Name(name), arguments}, ok
	case methodRead:
		_, ok := m.params.text("uri")
		return asked{declare.ReaderResources, object("uri", m.params["uri"])}, ok
	default:
		_, ok := m.params.text("name")
		return asked{declare.ReaderPrompts, object("name", m.params["name"], "arguments", m.params["arguments"])}, ok
	}
}

// object writes an object of the members that have a value.
func object(pairs ...any) jsontext.Value {
	out := []byte{'{'}
	for i := 0; i < len(pairs); i += 2 {
		value, _ := pairs[i+1].(jsontext.Value)
		if len(value) == 0 {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out, _ = jsontext.AppendQuote(out, pairs[i].(string))
		out = append(append(out, ':'), value...)
	}
	return append(out, '}')
}
