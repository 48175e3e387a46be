package wire

import "errors"

// What a control line can ask for (contract §11). None can grant or answer.
const (
	AgentList    = "agent_list"
	AgentRemove  = "agent_remove"
	ClockAdvance = "clock_advance"
	Show         = "show" // the window
)

// Control is a request of assentctl, or of a second start of the app, to the engine
// itself.
type Control struct {
	Op      string `json:"op"`
	AgentID string `json:"agent_id,omitzero"` // of AgentRemove; of AgentList: only this one, with its tools
	By      string `json:"by,omitzero"`       // of ClockAdvance: a duration such as "25h"
}

// Line writes c.
func (c Control) Line() []byte { return write("control", c) }

func readControl(line []byte) (any, error) {
	var c Control
	if err := unmarshal(line, &c); err != nil {
		return nil, wrongType(err)
	}
	return c, nil
}

// ControlAnswer answers a Control.
type ControlAnswer struct {
	Op      string        `json:"op"`
	OK      bool          `json:"ok"`
	Message string        `json:"message,omitzero"` // why it was not done
	Agents  []AgentStatus `json:"agents,omitzero"`  // of AgentList
	Removed []AgentStatus `json:"removed,omitzero"` // of AgentList: agents that were removed, with their last manifest
	Now     string        `json:"now,omitzero"`     // of ClockAdvance, RFC 3339
}

// AgentStatus is what an engine tells of an agent.
type AgentStatus struct {
	AgentID         string   `json:"agent_id"`
	AgentName       string   `json:"agent_name"`
	ManifestVersion int      `json:"manifest_version"`
	ManifestHash    string   `json:"manifest_hash"`
	GrantedScopes   []string `json:"granted_scopes"`
	Door            string   `json:"door,omitzero"`       // by which it asks: socket, mcp, hook or acp
	Program         string   `json:"program,omitzero"`    // the executable that brought its manifest last, as the kernel knows it
	StartedBy       string   `json:"started_by,omitzero"` // the executable that started that one
	FirstSeen       string   `json:"first_seen,omitzero"` // RFC 3339

	// Tools are the digests of its tools' declarations, by name: SHA-256 hex of the
	// canonical JSON. Only an AgentList of one agent has them.
	Tools map[string]string `json:"tools,omitzero"`
}

// Line writes a. What does not fit a line becomes an answer that says so.
func (a ControlAnswer) Line() []byte {
	line := write("control", a)
	if len(line) > MaxOutbound {
		line = write("control", ControlAnswer{Op: a.Op, Message: "the answer does not fit a line"})
	}
	return line
}

// Err returns what the engine has against the request, nil when it was done.
func (a ControlAnswer) Err() error {
	if a.OK {
		return nil
	}
	return errors.New(a.Message)
}
