package wire

import (
	"cmp"
	"fmt"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
)

// Where the members of a call stand in a line.
const (
	artifactAt = "/payload/artifact"
	nestedAt   = artifactAt + "/payload"
)

// scanCall reads what can still be read of a line that is not strict JSON: a call
// that can be named is answered, with its fault (contract §5).
func scanCall(line []byte, fault error) (any, error) {
	found := canonical.Scan(line,
		[]jsontext.Pointer{artifactAt + "/arguments", nestedAt + "/arguments"},
		[]jsontext.Pointer{
			"/type", "/agent_id", "/conversation_id", "/conversation_type", "/msg_subtype", "/content_type", "/runs", "/payload/type",
			artifactAt + "/subtype", artifactAt + "/artifact_id",
			artifactAt + "/call_id", artifactAt + "/tool_name", artifactAt + "/permission_scope",
			nestedAt + "/call_id", nestedAt + "/tool_name", nestedAt + "/permission_scope",
		})
	agentID := identifier(found["/agent_id"])
	bad := badMessage(line, fmt.Sprintf("the line is not strict JSON: %v", fault))
	if agentID == "" || text(orElse(found["/type"], `"message"`)) != "message" {
		return nil, bad
	}
	call, err := scanned(found).call(agentID)
	if err != nil {
		return nil, bad
	}
	call.Fault = bad
	return call, nil
}

// readableKey returns what of a call's name can be read in a line, whatever it is
// (contract §2).
func readableKey(line []byte) CallKey {
	const flat, nested = artifactAt + "/call_id", nestedAt + "/call_id"
	found := canonical.Scan(line, []jsontext.Pointer{artifactAt + "/arguments", nestedAt + "/arguments"},
		[]jsontext.Pointer{"/agent_id", "/conversation_id", "/call_id", flat, nested})
	return CallKey{
		AgentID: identifier(found["/agent_id"]), ConversationID: identifier(found["/conversation_id"]),
		CallID: cmp.Or(identifier(found["/call_id"]), identifier(found[flat]), identifier(found[nested])),
	}
}

// scanned puts what was found into a message. What the scan did not reach counts as
// what a tool call has there.
func scanned(found map[jsontext.Pointer]jsontext.Value) (w rawMessage) {
	w.ConversationID = found["/conversation_id"]
	w.ConversationType = found["/conversation_type"]
	w.MsgSubtype = orElse(found["/msg_subtype"], `"artifact_tool_call"`)
	w.ContentType = found["/content_type"]
	w.Runs = found["/runs"]
	w.Payload.Type = found["/payload/type"]
	w.Payload.Artifact.Subtype = orElse(found[artifactAt+"/subtype"], `"tool_call"`)
	w.Payload.Artifact.ArtifactID = found[artifactAt+"/artifact_id"]
	w.Payload.Artifact.Flat = scannedCall(found, artifactAt)
	w.Payload.Artifact.Nested.rawCall = scannedCall(found, nestedAt)
	return w
}

func scannedCall(found map[jsontext.Pointer]jsontext.Value, at jsontext.Pointer) rawCall {
	return rawCall{
		CallID:          found[at+"/call_id"],
		ToolName:        found[at+"/tool_name"],
		Arguments:       found[at+"/arguments"],
		PermissionScope: found[at+"/permission_scope"],
	}
}

func orElse(raw jsontext.Value, otherwise string) jsontext.Value {
	return jsontext.Value(cmp.Or(string(raw), otherwise))
}
