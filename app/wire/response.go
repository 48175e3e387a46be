package wire

import (
	"bytes"
	"slices"

	"assent/consent/ask"
	"assent/executors"

	"github.com/go-json-experiment/json/jsontext"
)

// The statuses of a Response (contract §4).
const (
	StatusOK     = "ok"
	StatusDenied = "denied"
	StatusError  = "error"
)

// The reasons of a no that hosts tell apart, as a Response has them.
const (
	NotInGroup        = string(ask.NotInGroup)
	ToolNotDeclared   = string(ask.ToolNotDeclared)
	ScopeNotGranted   = string(ask.ScopeNotGranted)
	PermissionRevoked = string(ask.PermissionRevoked)
	UserRefused       = string(ask.UserRefused)
	UserTimeout       = string(ask.UserTimeout)
	InvalidArguments  = string(executors.InvalidArguments)
	Paused            = string(executors.Paused)
	NoOneToAsk        = string(executors.NoOneToAsk)
	ToolTimeout       = string(executors.ToolTimeout)
	Interrupted       = string(executors.Interrupted)
	HostError         = string(executors.HostError)
)

// Response is the answer to one call, in Assent's one vocabulary. The zero value
// is not an answer.
type Response struct {
	Status  string         // StatusOK, StatusDenied or StatusError
	Reason  string         // of denied and error
	Message string         // of error: one sentence for people; of denied: the person's own words, if any
	Result  jsontext.Value // of ok: a JSON object on one line
	Details jsontext.Value // of error, seldom of denied: what it takes to correct the call, a JSON object; nil for most
}

// OK answers with result.
func OK(result jsontext.Value) Response { return Response{Status: StatusOK, Result: result} }

// Denied answers that the call may not run.
func Denied(reason ask.Reason) Response {
	return Response{Status: StatusDenied, Reason: string(reason)}
}

// Failed answers that the call could not be done.
func Failed(e *executors.Error) Response {
	return Response{Status: StatusError, Reason: string(e.Reason), Message: e.Message, Details: e.Details}
}

// Code returns the error_code that the reason of an error belongs to (contract §4).
func (r Response) Code() string {
	switch executors.Reason(r.Reason) {
	case executors.InvalidArguments, executors.DuplicateCall, executors.CallIDReused:
		return "TOOL_INVALID_ARGUMENTS"
	case executors.UnsupportedTool, executors.UnsupportedScope, executors.ServiceMissing, executors.NoDisplay,
		executors.NoOneToAsk, executors.TooManyQuestions, executors.Paused:
		return "TOOL_UNAVAILABLE"
	}
	return "TOOL_PLATFORM_ERROR"
}

// Line writes the response to call, in the shape of the call (contract §3). A result
// that does not fit a line becomes an error.
func (r Response) Line(call Call) []byte { return r.AppendLine(nil, call) }

// AppendLine is Line, written into the room that to has, where there is enough of it.
func (r Response) AppendLine(to []byte, call Call) []byte {
	line := r.appendLine(to, call)
	if len(line)-len(to) > MaxOutbound {
		line = Failed(executors.Errorf(executors.TooLarge, "The result does not fit an answer. Ask for less of it.")).appendLine(to, call)
	}
	return line
}

func (r Response) appendLine(to []byte, call Call) []byte {
	fields := responseFields{CallID: call.CallID, Status: r.Status, Reason: r.Reason, Message: r.Message, Details: r.Details}
	if r.Status == StatusError {
		fields.ErrorCode = r.Code()
	}
	message := envelope(call.CallKey, call.Group, "artifact_response")
	switch call.Shape {
	case Nested:
		fields.Type, fields.Ref = "artifact_response", "tool_response"
		if r.Reason == UserRefused {
			fields.Reason = userRejected
		}
		message.Payload = fields
	default:
		fields.Subtype = "tool_response"
		if r.Reason == PermissionRevoked {
			fields.Reason = ScopeNotGranted
		}
		message.Payload = responsePayload{"artifact", fields}
	}
	return splice(to, mustMarshal(message), fields.Status, r.Result)
}

// splice appends a line with a result behind its status. That is JSON that was made here,
// and may be large: it is not looked through again.
func splice(to, line []byte, status string, result jsontext.Value) []byte {
	if len(result) == 0 {
		return append(to, line...)
	}
	mark := `"status":"` + status + `"`
	at := bytes.LastIndex(line, []byte(mark)) + len(mark) // within texts its quotes are escaped
	const name = `,"result":`
	to = slices.Grow(to, len(line)+len(name)+len(result))
	to = append(append(to, line[:at]...), name...)
	return append(append(to, result...), line[at:]...)
}

// userRejected is the nested shape's word for UserRefused.
const userRejected = "user_rejected"

type responsePayload struct {
	Type     string         `json:"type"`
	Artifact responseFields `json:"artifact"`
}

// responseFields are a tool response, in either shape.
type responseFields struct {
	Type      string         `json:"type,omitzero"`
	Subtype   string         `json:"subtype,omitzero"`
	Ref       string         `json:"ref_artifact_subtype,omitzero"`
	CallID    string         `json:"call_id"`
	Status    string         `json:"status"`
	Result    jsontext.Value `json:"result,omitzero"`
	Reason    string         `json:"reason,omitzero"`
	ErrorCode string         `json:"error_code,omitzero"`
	Message   string         `json:"message,omitzero"`
	Details   jsontext.Value `json:"details,omitzero"`
}
