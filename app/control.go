package app

import (
	"errors"
	"fmt"
	"time"

	"assent/app/folder"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/clock"

	"github.com/go-json-experiment/json"
)

// AgentStatus is what a control line tells of an agent.
type AgentStatus struct {
	AgentID         string   `json:"agent_id"`
	AgentName       string   `json:"agent_name"`
	ManifestVersion int      `json:"manifest_version"`
	ManifestHash    string   `json:"manifest_hash"`
	GrantedScopes   []string `json:"granted_scopes"`
}

// controlAnswer answers a control line.
type controlAnswer struct {
	Type    string        `json:"type"`
	Op      string        `json:"op"`
	OK      bool          `json:"ok"`
	Message string        `json:"message,omitzero"`
	Agents  []AgentStatus `json:"agents,omitzero"`
	Now     string        `json:"now,omitzero"`
}

// control does what assentctl, or a second start of the app, asks for. Nothing here
// can grant or answer (contract §11).
func (e *Engine) control(c wire.Control) []byte {
	answer := controlAnswer{Type: "control", Op: c.Op, OK: true}
	if err := e.do(c, &answer); err != nil {
		answer.OK, answer.Message = false, err.Error()
	}
	line, err := json.Marshal(answer)
	if err != nil {
		return wire.EncodeError(consent.CodeBadMessage, "", "the answer cannot be written", nil)
	}
	return line
}

func (e *Engine) do(c wire.Control, answer *controlAnswer) error {
	switch c.Op {
	case "agent_list":
		answer.Agents = e.agentStatuses()
	case "agent_remove":
		return e.keeper.Remove(c.AgentID)
	case "clock_advance":
		return e.advance(c.By, answer)
	case "show":
		if e.options.Show == nil {
			return fmt.Errorf("this engine, %s, has no window", e.options.Program)
		}
		e.options.Show()
	default:
		return fmt.Errorf("op is not one of agent_list, agent_remove, clock_advance, show")
	}
	return nil
}

func (e *Engine) agentStatuses() []AgentStatus {
	statuses := []AgentStatus{}
	for _, agent := range e.keeper.Agents() {
		status := AgentStatus{AgentID: agent.ID, AgentName: agent.Name, ManifestVersion: agent.Version, GrantedScopes: grantedScopes(agent)}
		if agent.Manifest != nil {
			status.ManifestHash = agent.Manifest.Hash
		}
		statuses = append(statuses, status)
	}
	return statuses
}

// grantedScopes returns the scopes that the agent may use now.
func grantedScopes(agent consent.Agent) []string {
	scopes := []string{}
	for _, grant := range agent.Grants {
		if grant.Granted && !grant.Suspended && !grant.AlwaysDeny {
			scopes = append(scopes, grant.Scope)
		}
	}
	return scopes
}

// advance moves a virtual clock that stands still.
func (e *Engine) advance(by string, answer *controlAnswer) error {
	virtual, ok := e.clock.(*clock.Virtual)
	if !ok || !e.options.ClockByControl {
		return fmt.Errorf("this engine's clock cannot be moved: start it with serve --virtual-clock")
	}
	d, err := time.ParseDuration(by)
	if err != nil || d <= 0 {
		return fmt.Errorf("by is not a duration such as 90s or 25h")
	}
	virtual.Advance(d)
	answer.Now = e.clock.Now().UTC().Format(time.RFC3339)
	return folder.StoreClock(e.options.Places, virtual)
}

// ControlError returns what the engine's answer to a control line has against it, nil
// when it was done.
func ControlError(line []byte) error {
	var answer controlAnswer
	if err := json.Unmarshal(line, &answer); err != nil {
		return fmt.Errorf("reading the engine's answer: %w", err)
	}
	if !answer.OK {
		return errors.New(answer.Message)
	}
	return nil
}
