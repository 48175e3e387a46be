package wire

import (
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Response is the answer to one call, in Assent's one vocabulary. The zero value
// is not an answer.
type Response struct {
	Status  string         // ok, denied or error
	Reason  string         // of denied and error
	Message string         // of error: one sentence for people; of denied: the person's own words, if any
	Result  jsontext.Value // of ok: a JSON object
}

// OK answers with result.
func OK(result jsontext.Value) Response { return Response{Status: "ok", Result: result} }

// Denied answers that the call may not run.
func Denied(reason ask.Reason) Response {
	return Response{Status: "denied", Reason: string(reason)}
}

// Failed answers that the call could not be done.
func Failed(e *executors.Error) Response {
	return Response{Status: "error", Reason: string(e.Reason), Message: e.Message}
}

// wireResponse is a tool response as the wire has it, in either shape.
type wireResponse struct {
	Type      string         `json:"type,omitzero"`
	Subtype   string         `json:"subtype,omitzero"`
	Ref       string         `json:"ref_artifact_subtype,omitzero"`
	CallID    string         `json:"call_id"`
	Status    string         `json:"status"`
	Result    jsontext.Value `json:"result,omitzero"`
	Reason    string         `json:"reason,omitzero"`
	ErrorCode string         `json:"error_code,omitzero"`
	Message   string         `json:"message,omitzero"`
}

// maxLine is how long an outbound line may be, in bytes (contract §2).
const maxLine = 8 << 20

// Encode writes the response to call as one line, without its newline, in the shape
// of the call (contract §3). A result that does not fit a line becomes an error.
func Encode(call Call, r Response) []byte {
	line := encode(call, r)
	if len(line) > maxLine {
		line = encode(call, Failed(executors.Errorf(executors.TooLarge, "The result does not fit an answer. Ask for less of it.")))
	}
	return line
}

func encode(call Call, r Response) []byte {
	wire := wireResponse{CallID: call.CallID, Status: r.Status, Result: r.Result, Reason: r.Reason, Message: r.Message}
	if r.Status == "error" {
		wire.ErrorCode = errorCode(executors.Reason(r.Reason))
	}
	var payload any
	switch call.Shape {
	case Nested:
		wire.Type, wire.Ref = "artifact_response", "tool_response"
		if r.Reason == string(ask.UserRefused) {
			wire.Reason = "user_rejected"
		}
		payload = wire
	default:
		wire.Subtype = "tool_response"
		if r.Reason == string(ask.PermissionRevoked) {
			wire.Reason = string(ask.ScopeNotGranted)
		}
		payload = struct {
			Type     string       `json:"type"`
			Artifact wireResponse `json:"artifact"`
		}{"artifact", wire}
	}
	return mustMarshal(struct {
		Type             string `json:"type"`
		AgentID          string `json:"agent_id"`
		ConversationID   string `json:"conversation_id"`
		ConversationType string `json:"conversation_type"`
		MsgSubtype       string `json:"msg_subtype"`
		ContentType      string `json:"content_type"`
		Payload          any    `json:"payload"`
	}{"message", call.AgentID, call.ConversationID, conversationType(call.Group), "artifact_response", "artifact", payload})
}

func conversationType(group bool) string {
	if group {
		return "h2g"
	}
	return "h2a"
}

// errorCode returns the error_code that reason belongs to (contract §4).
func errorCode(reason executors.Reason) string {
	switch reason {
	case executors.InvalidArguments, executors.DuplicateCall, executors.CallIDReused:
		return "TOOL_INVALID_ARGUMENTS"
	case executors.UnsupportedTool, executors.UnsupportedScope, executors.ServiceMissing, executors.NoDisplay,
		executors.NoOneToAsk, executors.TooManyQuestions, executors.Paused:
		return "TOOL_UNAVAILABLE"
	}
	return "TOOL_PLATFORM_ERROR"
}

// CodeLineTooLong is the code of the error line that ends a connection (contract
// §2); package consent has the others.
const CodeLineTooLong = "LINE_TOO_LONG"

// EncodeError writes an error line.
func EncodeError(code, agentID, message string, details []manifest.Issue) []byte {
	return mustMarshal(struct {
		Type    string           `json:"type"`
		Code    string           `json:"code"`
		Message string           `json:"message"`
		AgentID string           `json:"agent_id,omitzero"`
		Details []manifest.Issue `json:"details,omitzero"`
	}{"error", code, message, agentID, details})
}

// EncodeRelation writes what an agent may use.
func EncodeRelation(r consent.Relation) []byte {
	return mustMarshal(struct {
		Type     string           `json:"type"`
		AgentID  string           `json:"agent_id"`
		Version  int              `json:"manifest_version"`
		Granted  []string         `json:"granted_scopes"`
		Warnings []manifest.Issue `json:"warnings"`
	}{"relation", r.AgentID, r.Version, r.Granted, r.Warnings})
}

// EncodeHello writes what this Assent speaks, its version, and for each scope it
// serves "available" or what is missing.
func EncodeHello(version string, scopes map[string]string) []byte {
	return mustMarshal(struct {
		Type     string            `json:"type"`
		Protocol int               `json:"protocol"`
		Version  string            `json:"version"`
		Scopes   map[string]string `json:"scopes"`
	}{"hello", 1, version, scopes})
}

// mustMarshal encodes values that always have a JSON form: text from outside is
// made valid UTF-8.
func mustMarshal(v any) []byte {
	line, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true), json.Deterministic(true))
	if err != nil {
		panic(err) // a type of this package that cannot be encoded
	}
	return line
}
