package wire

import (
	"errors"
	"fmt"

	"assent/consent"
	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Hello asks what this Assent speaks and can do.
type Hello struct{}

// Relation is a host's word on what an agent still may use; it only takes away.
type Relation struct {
	AgentID string
	Granted []string
}

// Control is a request of assentctl, or of a second start of the app, to the
// engine itself. It can never grant or answer (contract §11).
type Control struct {
	Op      string `json:"op"`
	AgentID string `json:"agent_id"`
	By      string `json:"by"` // of clock_advance: a duration such as "25h"
}

// BadMessage is a line that cannot be answered by a tool response (contract §2).
type BadMessage struct {
	AgentID string // where it could be read
	Message string
}

func (b *BadMessage) Error() string { return b.Message }

// Decode reads one line from a host. It returns a Call, consent.Offer,
// consent.Reauth, Relation, Hello or Control, or a *BadMessage. A call that is
// wrong but can still be named comes back with its Fault set (contract §5).
func Decode(line []byte) (any, error) {
	if err := canonical.Check(line); err != nil {
		return scanCall(line, err)
	}
	var message wireMessage // as nearly every line is
	problem := unmarshal(line, &message)
	if problem != nil { // also where another line has a member of that name
		message = wireMessage{}
		if err := unmarshal(line, &message.Head); err != nil {
			return nil, &BadMessage{Message: "a line is one JSON object"}
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
		value, err = decodeAs(kind, line, agentID)
	}
	if err != nil {
		return nil, &BadMessage{AgentID: agentID, Message: err.Error()}
	}
	return value, nil
}

// needsAgent returns why a line of the given type cannot do without its agent.
func needsAgent(kind, agentID string) error {
	switch kind {
	case "message", "manifest", "relation", "h2a.reauth_required":
		if agentID == "" {
			return errors.New("agent_id is missing or is not 1 to 128 printable ASCII characters")
		}
	}
	return nil
}

// decodeAs reads a strict line of the given type, which is no message.
func decodeAs(kind string, line []byte, agentID string) (any, error) {
	switch kind {
	case "hello":
		return Hello{}, nil
	case "control":
		return decodeControl(line)
	case "manifest":
		return decodeManifest(line, agentID)
	case "relation":
		return decodeRelation(line, agentID)
	case "h2a.reauth_required":
		return decodeReauth(line, agentID)
	}
	return nil, errors.New("type is not one of hello, message, manifest, relation, h2a.reauth_required, control")
}

// unmarshal reads a line that is known to be strict JSON.
func unmarshal(line []byte, into any) error {
	return json.Unmarshal(line, into, jsontext.AllowDuplicateNames(true))
}

func decodeControl(line []byte) (any, error) {
	var control Control
	if err := unmarshal(line, &control); err != nil {
		return nil, wrongType(err)
	}
	return control, nil
}

func decodeManifest(line []byte, agentID string) (any, error) {
	var wire struct {
		Name     string         `json:"agent_name"`
		Version  int            `json:"manifest_version"`
		Hash     string         `json:"manifest_hash"`
		Manifest jsontext.Value `json:"manifest"`
	}
	err := unmarshal(line, &wire)
	switch {
	case err != nil:
		return nil, wrongType(err)
	case wire.Version < 1:
		return nil, errors.New("manifest_version is not a positive integer")
	case wire.Hash == "":
		return nil, errors.New("manifest_hash is missing")
	case wire.Manifest == nil:
		return nil, errors.New("manifest is missing")
	}
	return consent.Offer{AgentID: agentID, AgentName: wire.Name, Version: wire.Version, Hash: wire.Hash, Manifest: wire.Manifest}, nil
}

func decodeRelation(line []byte, agentID string) (any, error) {
	var wire struct {
		Granted []string `json:"granted_scopes"`
	}
	err := unmarshal(line, &wire)
	switch {
	case err != nil:
		return nil, wrongType(err)
	case wire.Granted == nil:
		return nil, errors.New("granted_scopes is missing")
	}
	return Relation{AgentID: agentID, Granted: wire.Granted}, nil
}

func decodeReauth(line []byte, agentID string) (any, error) {
	var wire struct {
		Version int      `json:"new_manifest_version"`
		Hash    string   `json:"new_manifest_hash"`
		Scopes  []string `json:"scopes_requiring_reauth"`
	}
	err := unmarshal(line, &wire)
	switch {
	case err != nil:
		return nil, wrongType(err)
	case wire.Version < 1:
		return nil, errors.New("new_manifest_version is not a positive integer")
	case wire.Hash == "":
		return nil, errors.New("new_manifest_hash is missing")
	}
	return consent.Reauth{AgentID: agentID, Version: wire.Version, Hash: wire.Hash, Scopes: wire.Scopes}, nil
}

// wrongType says which member of a line has the wrong type, without its value.
func wrongType(err error) error {
	var semantic *json.SemanticError
	if errors.As(err, &semantic) && semantic.JSONPointer != "" {
		return fmt.Errorf("%s has the wrong type", semantic.JSONPointer)
	}
	return errors.New("a member has the wrong type")
}
