package wire

import (
	"errors"
	"fmt"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
)

// FromHost reads one line of a host. It returns a Call, Ran, Withdraw, Manifest,
// Reauth, Relation, Hello or Control, or an *Error to answer with. A call that is wrong but can still be
// named comes back with its Fault set (contract §5).
func FromHost(line []byte) (any, error) {
	if err := canonical.Check(line); err != nil {
		return scanCall(line, err)
	}
	var message rawMessage // as nearly every line is
	problem := unmarshal(line, &message)
	if problem != nil { // also where another line has a member of that name
		message = rawMessage{}
		if err := unmarshal(line, &message.Head); err != nil {
			return nil, badMessage(line, "a line is one JSON object")
		}
	}
	kind, agentID := text(message.Head.Type), identifier(message.Head.AgentID)
	var value any
	err := needsAgent(kind, agentID)
	switch {
	case err != nil:
	case kind == "message" && problem != nil:
		err = wrongType(problem)
	case kind == "message":
		value, err = message.call(agentID)
	default:
		value, err = readAs(kind, line)
	}
	if err != nil {
		return nil, badMessage(line, err.Error())
	}
	return value, nil
}

// needsAgent returns why a line of the given type cannot do without its agent.
func needsAgent(kind, agentID string) error {
	switch kind {
	case "message", "manifest", "relation", "h2a.reauth_required", "ran", "withdraw":
		if agentID == "" {
			return errors.New("agent_id is missing or is not 1 to 128 printable ASCII characters")
		}
	}
	return nil
}

// readAs reads a strict line of the given type, which is no message.
func readAs(kind string, line []byte) (any, error) {
	switch kind {
	case "hello":
		return Hello{}, nil
	case "control":
		return readControl(line)
	case "manifest":
		return readManifest(line)
	case "relation":
		return readRelation(line)
	case "h2a.reauth_required":
		return readReauth(line)
	case "ran":
		return readRan(line)
	case "withdraw":
		return readWithdraw(line)
	}
	return nil, errors.New("type is not one of hello, message, ran, withdraw, manifest, relation, h2a.reauth_required, control")
}

// wrongType says which member of a line has the wrong type, without its value.
func wrongType(err error) error {
	var semantic *json.SemanticError
	if errors.As(err, &semantic) && semantic.JSONPointer != "" {
		return fmt.Errorf("%s has the wrong type", semantic.JSONPointer)
	}
	return errors.New("a member has the wrong type")
}
