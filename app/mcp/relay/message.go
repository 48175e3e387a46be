package relay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// FrameLimit is how long a message may be, in bytes (contract §13).
const FrameLimit = 16 << 20

// Codes of JSON-RPC errors.
const (
	codeInvalidRequest = -32600
	codeInvalidParams  = -32602
	codeHeaderMismatch = -32020
)

// Methods whose requests are asked about before they go on.
const (
	methodCall   = "tools/call"
	methodRead   = "resources/read"
	methodPrompt = "prompts/get"
)

// message is one JSON-RPC message of a client, read strictly: nothing in it can be read
// in another way than it is here.
type message struct {
	raw    []byte
	id     jsontext.Value // nil: it has none
	method string         // empty: a response
	params members        // of a request whose params are an object
}

// guarded reports whether the message is a request that is asked about.
func (m message) guarded() bool {
	return m.method == methodCall || m.method == methodRead || m.method == methodPrompt
}

// members are an object's, as they were written, by name.
type members map[string]jsontext.Value

// text returns the string that the member is.
func (m members) text(name string) (string, bool) {
	value := m[name]
	if value.Kind() != '"' {
		return "", false
	}
	text, err := jsontext.AppendUnquote(nil, value)
	return string(text), err == nil
}

// Names that a reader might take for one another by case.
var (
	messageNames = []string{"jsonrpc", "id", "method", "params", "result", "error"}
	paramNames   = []string{"name", "arguments", "uri", "_meta", "requestState", "inputResponses", "task"}
)

// refused is a message that does not go on: it could hide a call.
type refused struct {
	id   jsontext.Value // of the message, where it can be read
	code int
	why  string
}

func (r *refused) Error() string { return r.why }

// parse reads a client's message. The error is a *refused.
func parse(raw []byte) (message, error) {
	m := message{raw: raw}
	no := func(format string, args ...any) (message, error) {
		return m, &refused{m.id, codeInvalidRequest, fmt.Sprintf(format, args...)}
	}
	if len(raw) > FrameLimit {
		return no("the message is over %d MiB", FrameLimit>>20)
	}
	if trimmed := bytes.TrimLeft(raw, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		return no("batches are not relayed: send one message at a time")
	}
	top, err := readMembers(raw)
	if err != nil {
		return no("the message is not exactly one JSON object: %v", err)
	}
	if id := top["id"]; id.Kind() == '"' || integer(id) {
		m.id = id
	}
	if name, other := misspelt(top, messageNames); other != "" {
		return no("the member %q could be taken for %s", name, other)
	}
	if _, ok := top["method"]; ok {
		if m.method, ok = top.text("method"); !ok {
			return no("method is not a string")
		}
	}
	if params := top["params"]; params.Kind() == '{' {
		if m.params, err = readMembers(params); err != nil {
			return no("params cannot be read: %v", err)
		}
		if name, other := misspelt(m.params, paramNames); other != "" {
			return no("the member %q of params could be taken for %s", name, other)
		}
	}
	switch {
	case m.guarded() && m.id == nil:
		return no("%s needs a string or an integer as its id", m.method)
	case m.guarded() && m.params == nil:
		return no("%s needs an object as its params", m.method)
	}
	return m, nil
}

// readMembers reads the members of the one object that raw is. Duplicate names, invalid
// UTF-8 and anything after it are errors.
func readMembers(raw []byte) (members, error) {
	decoder := jsontext.NewDecoder(bytes.NewReader(raw))
	if decoder.PeekKind() != '{' {
		return nil, errors.New("it is none")
	}
	if _, err := decoder.ReadToken(); err != nil {
		return nil, err
	}
	all := members{}
	for decoder.PeekKind() != '}' {
		name, err := decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		text := name.String()
		value, err := decoder.ReadValue()
		if err != nil {
			return nil, err
		}
		all[text] = slices.Clone(value)
	}
	if _, err := decoder.ReadToken(); err != nil {
		return nil, err
	}
	if _, err := decoder.ReadToken(); err != io.EOF {
		return nil, errors.New("something stands after it")
	}
	return all, nil
}

// misspelt returns a name that differs from a known one only in case, and that one.
func misspelt(all members, known []string) (name, other string) {
	for name := range all {
		for _, other := range known {
			if name != other && strings.EqualFold(name, other) {
				return name, other
			}
		}
	}
	return "", ""
}

// integer reports whether a value is a number without a fraction or an exponent.
func integer(value jsontext.Value) bool {
	return value.Kind() == '0' && !bytes.ContainsAny(value, ".eE")
}
