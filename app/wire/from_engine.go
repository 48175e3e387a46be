package wire

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Reply is a tool response as a host reads it. Of the nested shape its words are
// Assent's; the flat shape says scope_not_granted for permission_revoked.
type Reply struct {
	CallKey
	Group bool
	Shape Shape
	Response
	Raw jsontext.Value // the tool response's object, as it stands in the line
}

// ErrUnknown is the error of a line of a type that this side does not know, as later
// engines may have.
var ErrUnknown = errors.New("the line is of a type that is not known")

// FromEngine reads one line of an engine. It returns a Reply, Run, Relation,
// *Error, Greeting or ControlAnswer.
func FromEngine(line []byte) (any, error) {
	var head struct {
		Type string `json:"type"`
	}
	var other *json.SemanticError
	if err := unmarshal(line, &head); errors.As(err, &other) {
		return nil, ErrUnknown
	} else if err != nil {
		return nil, errors.New("the engine's line is not JSON")
	}
	switch head.Type {
	case "message":
		return readReply(line)
	case "run":
		return members[Run](line)
	case "relation":
		return members[Relation](line)
	case "error":
		e, err := members[Error](line)
		return &e, err
	case "hello":
		return members[Greeting](line)
	case "control":
		return members[ControlAnswer](line)
	}
	return nil, ErrUnknown
}

// members reads the members of a strict line that are T's.
func members[T any](line []byte) (value T, err error) {
	if err := unmarshal(line, &value); err != nil {
		return value, fmt.Errorf("the engine's line: %w", wrongType(err))
	}
	return value, nil
}

// readReply reads a tool response, of either shape.
func readReply(line []byte) (any, error) {
	var m struct {
		CallKey
		ConversationType string         `json:"conversation_type"`
		MsgSubtype       string         `json:"msg_subtype"`
		Payload          jsontext.Value `json:"payload"`
	}
	if err := unmarshal(line, &m); err != nil {
		return nil, fmt.Errorf("the engine's line: %w", wrongType(err))
	}
	if m.MsgSubtype != "artifact_response" {
		return nil, ErrUnknown
	}
	var payload struct { // of the nested shape the response itself
		Artifact jsontext.Value `json:"artifact"`
		//lint:ignore SA5008 embed is what the library calls it; the linter knows an older name
		Response responseFields `json:",embed"`
	}
	if err := unmarshal(m.Payload, &payload); err != nil {
		return nil, fmt.Errorf("the engine's line: %w", wrongType(err))
	}
	r := Reply{CallKey: m.CallKey, Group: m.ConversationType == "h2g", Shape: Nested, Raw: m.Payload}
	fields := payload.Response
	if payload.Artifact != nil {
		r.Shape, r.Raw, fields = Flat, payload.Artifact, responseFields{}
		if err := unmarshal(r.Raw, &fields); err != nil {
			return nil, fmt.Errorf("the engine's line: %w", wrongType(err))
		}
	}
	if r.Shape == Nested && fields.Reason == userRejected {
		fields.Reason = UserRefused
	}
	r.CallID = fields.CallID
	r.Response = Response{Status: fields.Status, Reason: fields.Reason, Message: fields.Message, Result: fields.Result, Details: fields.Details}
	return r, nil
}
