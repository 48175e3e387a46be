package app

import (
	"errors"
	"fmt"
	"time"

	"assent/app/folder"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/clock"
)

// control does what assentctl, or a second start of the app, asks for. Nothing here
// can grant or answer (contract §11).
func (e *Engine) control(c wire.Control) wire.ControlAnswer {
	answer := wire.ControlAnswer{Op: c.Op, OK: true}
	if err := e.do(c, &answer); err != nil {
		answer.OK, answer.Message = false, err.Error()
	}
	return answer
}

func (e *Engine) do(c wire.Control, answer *wire.ControlAnswer) error {
	switch c.Op {
	case wire.AgentList:
		answer.Agents, answer.Removed = e.agentStatuses(c.AgentID), e.removedStatuses()
		answer.Unattended = e.options.Reviewer == nil
	case wire.AgentRemove:
		return errors.Join(e.forget(c.AgentID), e.keeper.Remove(c.AgentID))
	case wire.AgentExport:
		return e.exportAgent(c.AgentID, answer)
	case wire.ClockAdvance:
		return e.advance(c.By, answer)
	case wire.Show:
		if e.options.Show == nil {
			return fmt.Errorf("this engine, %s, has no window", e.options.Program)
		}
		e.options.Show()
	default:
		return fmt.Errorf("op is not one of agent_list, agent_remove, agent_import, agent_export, clock_advance, show")
	}
	return nil
}

func (e *Engine) agentStatuses(only string) []wire.AgentStatus {
	statuses := []wire.AgentStatus{}
	for _, agent := range e.keeper.Agents() {
		if only != "" && only != agent.ID {
			continue
		}
		status := wire.AgentStatus{
			AgentID: agent.ID, AgentName: agent.Name, ManifestVersion: agent.Version, GrantedScopes: grantedScopes(agent),
			Door: string(agent.Program.Door(agent.ID)), Program: agent.Program.Path, StartedBy: agent.Program.Parent,
			FirstSeen: agent.AddedAt.UTC().Format(time.RFC3339),
		}
		if agent.Manifest != nil {
			status.ManifestHash = agent.Manifest.Hash
			if only != "" {
				status.Tools = agent.Manifest.ToolDigests()
			}
		}
		statuses = append(statuses, status)
	}
	return statuses
}

func (e *Engine) removedStatuses() (statuses []wire.AgentStatus) {
	for _, agent := range e.keeper.Removed() {
		statuses = append(statuses, wire.AgentStatus{AgentID: agent.AgentID, ManifestVersion: agent.Version, ManifestHash: agent.Hash, GrantedScopes: []string{}})
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

// How far a virtual clock goes: what is due on the way is done, day by day, and its boot
// clock counts nanoseconds.
const (
	maxAdvance = 366 * 24 * time.Hour // at once
	lastYear   = 2200
)

// advance moves a virtual clock that stands still.
func (e *Engine) advance(by string, answer *wire.ControlAnswer) error {
	virtual, ok := e.clock.(*clock.Virtual)
	if !ok || !e.options.ClockByControl {
		return fmt.Errorf("this engine's clock cannot be moved: start it with serve --virtual-clock")
	}
	d, err := time.ParseDuration(by)
	if err != nil || d <= 0 {
		return fmt.Errorf("by is not a duration such as 90s or 25h")
	}
	if d > maxAdvance {
		return fmt.Errorf("by is more than %d h, a year: advance the clock in smaller steps", int(maxAdvance.Hours()))
	}
	if virtual.Now().Add(d).Year() > lastYear {
		return fmt.Errorf("the clock goes no further than the year %d: begin with a new data folder", lastYear)
	}
	virtual.Advance(d)
	answer.Now = e.clock.Now().UTC().Format(time.RFC3339)
	return folder.StoreClock(e.options.Places, virtual)
}
