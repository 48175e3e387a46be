package relay

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// codeRefused is the JSON-RPC error of what was not read; a tool's refusal is a result.
const codeRefused = -32000

// rpcError writes the answer to a message that does not go on.
func rpcError(id jsontext.Value, code int, text string) []byte {
	if id == nil {
		id = jsontext.Value("null")
	}
	line, err := json.Marshal(struct {
		JSONRPC string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Error   any            `json:"error"`
	}{"2.0", id, map[string]any{"code": code, "message": text}}, json.Deterministic(true))
	if err != nil {
		return nil // an id that was read can be written
	}
	return line
}

// toRefused writes the answer to a message that could hide a call.
func toRefused(err error) []byte {
	var r *refused
	if !errors.As(err, &r) {
		return nil
	}
	return rpcError(r.id, r.code, "Assent does not relay this: "+r.why)
}

// toNo writes the answer to a guarded request that may not go on, in the server's place:
// a tool's is one that the model sees.
func toNo(m message, texts ...string) []byte {
	if m.method != methodCall {
		text := texts[0]
		for _, more := range texts[1:] {
			text += " " + more
		}
		return rpcError(m.id, codeRefused, text)
	}
	type content struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	var all []content
	for _, text := range texts {
		all = append(all, content{"text", text})
	}
	line, err := json.Marshal(struct {
		JSONRPC string         `json:"jsonrpc"`
		ID      jsontext.Value `json:"id"`
		Result  any            `json:"result"`
	}{"2.0", m.id, map[string]any{"content": all, "isError": true}}, json.Deterministic(true))
	if err != nil {
		return rpcError(m.id, codeRefused, "the answer cannot be written")
	}
	return line
}
