package acp

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// message is a line of the protocol, as far as the relay reads it. Reading is strict: what
// another reader could read otherwise is not read here.
type message struct {
	ID     jsontext.Value `json:"id"`
	Method string         `json:"method"`
	Params jsontext.Value `json:"params"`
	Result jsontext.Value `json:"result"`
}

func readMessage(line []byte) (m message, ok bool) {
	return m, json.Unmarshal(line, &m) == nil
}

// id returns the name of a request, empty where it has none.
func (m message) id() string {
	if kind := m.ID.Kind(); kind == '"' || kind == '0' {
		return string(m.ID)
	}
	return ""
}

// params reads the message's parameters.
func params[T any](m message) (p T, ok bool) {
	return p, json.Unmarshal(m.Params, &p) == nil
}

// toolCall is what an agent says of a use of a tool; members that are not there change
// nothing of what was said before.
type toolCall struct {
	ID       string         `json:"toolCallId"`
	Title    string         `json:"title"`
	Kind     string         `json:"kind"`
	Status   string         `json:"status"`
	RawInput jsontext.Value `json:"rawInput"`
	Content  []content      `json:"content"`
}

// content is a part of a tool call's content; only differences are read.
type content struct {
	Type    string  `json:"type"`
	Path    string  `json:"path"`
	OldText *string `json:"oldText"`
	NewText string  `json:"newText"`
}

type update struct {
	Session string `json:"sessionId"`
	Update  struct {
		Is string `json:"sessionUpdate"`
		//lint:ignore SA5008 embed is what the library calls it; the linter knows an older name
		Call toolCall `json:",embed"`
	} `json:"update"`
}

type permissionRequest struct {
	Session string   `json:"sessionId"`
	Call    toolCall `json:"toolCall"`
	Options []option `json:"options"`
}

type option struct {
	ID   string `json:"optionId"`
	Kind string `json:"kind"`
}

// option returns the only option of a kind, empty when there is none or several.
func (p permissionRequest) option(kind string) (id string) {
	for _, o := range p.Options {
		switch {
		case o.Kind != kind:
		case id != "":
			return ""
		default:
			id = o.ID
		}
	}
	return id
}

type outcome struct {
	Outcome  string `json:"outcome"`
	OptionID string `json:"optionId,omitzero"`
}

type response struct {
	Version string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Result  struct {
		Outcome outcome `json:"outcome"`
	} `json:"result"`
}

// line answers a request for permission.
func (o outcome) line(id jsontext.Value) ([]byte, error) {
	r := response{Version: "2.0", ID: id}
	r.Result.Outcome = o
	line, err := json.Marshal(r)
	return append(line, '\n'), err
}
