package wire

import (
	"errors"

	"assent/consent/manifest"
)

// What a control line can ask for (contract §11). None can grant or answer.
const (
	AgentList    = "agent_list"
	AgentRemove  = "agent_remove"
	ClockAdvance = "clock_advance"
	Show         = "show" // the window
	AgentImport  = "agent_import"
	AgentExport  = "agent_export"
)

// Control is a request of assentctl, or of a second start of the app, to the engine
// itself.
type Control struct {
	Op      string `json:"op"`
	AgentID string `json:"agent_id,omitzero"` // of AgentRemove; of AgentList: only this one, with its tools
	By      string `json:"by,omitzero"`       // of ClockAdvance: a duration such as "25h"

	// Of AgentImport: an agent's file (contract §16), the folder that is its workspace, and
	// what its templates are filled in from. It only puts reviews to the person; a relation
	// or an error follows when they ended.
	File      string            `json:"file,omitzero"`
	Workspace string            `json:"workspace,omitzero"`
	Inputs    map[string]string `json:"inputs,omitzero"`
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

	// Of AgentImport: whose reviews follow, what is worth knowing about the file, and what
	// is wrong with it where it is not taken.
	AgentID  string           `json:"agent_id,omitzero"`
	Warnings []manifest.Issue `json:"warnings,omitzero"`
	Details  []manifest.Issue `json:"details,omitzero"`

	File string   `json:"file,omitzero"` // of AgentExport: an agent's file
	Lost []string `json:"lost,omitzero"` // of AgentExport: what such a file cannot say

	Unattended bool `json:"unattended,omitzero"` // of AgentList: nobody is there to review or to answer
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
