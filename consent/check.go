package consent

import (
	"errors"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Terms are what the person set that questions and windows keep to (contract §7).
type Terms struct {
	Limits    ask.Limits    // of questions
	WindowCap time.Duration // how long a silent window lasts after the person's answer at most; 0: no cap
}

// Call is what Check judges.
type Call struct {
	Caller    ask.Caller     // the name is not looked at
	Tool      string         // as the call names it
	Scope     string         // the scope that the call names, empty when it names none
	Arguments jsontext.Value // a strict JSON object
	Terms     Terms          // by which it is judged from here to its end
}

// Permit says that a call passed steps 1 to 3 of contract §4.
type Permit struct {
	Caller    ask.Caller // with the agent's name as Assent knows it
	Tool      *manifest.Tool
	Scope     manifest.Scope     // of the tool
	Manifest  *manifest.Manifest // which the call was judged by
	Version   int                // of the manifest
	Arguments jsontext.Value     // defaults filled in
	Timeout   time.Duration      // the manifest's limit of the execution
	Terms     Terms              // the call's
}

// Check does steps 1 to 3 of contract §4: declared, granted, arguments. It reads
// memory only. The error is a *Denied, or an *executors.Error with InvalidArguments;
// what is known of a declared tool is returned beside it, to be recorded, without
// Arguments.
func (k *Keeper) Check(c Call) (Permit, error) {
	a := k.agent(c.Caller.AgentID)
	tool, denied := a.stands(c.Tool, c.Scope)
	if tool == nil {
		return Permit{}, denied
	}
	scope, _ := a.manifest.read().Scope(tool.Scope)
	caller := c.Caller
	caller.AgentName, caller.WholeName, caller.Claimed, caller.Since = a.name, a.wholeName, a.claimed, a.added
	p := Permit{Caller: caller, Tool: tool, Scope: scope, Manifest: a.manifest.read(), Version: a.version, Timeout: tool.Timeout, Terms: c.Terms}
	if denied != nil {
		return p, denied
	}
	filled, err := k.schemas.Arguments(tool, c.Arguments)
	if err != nil {
		return p, invalidArguments(err)
	}
	p.Arguments = filled
	return p, nil
}

// Recheck does step 6 of contract §4: grant and manifest still stand, and the
// arguments that were shown still fit. The error is a *Denied.
func (k *Keeper) Recheck(p Permit) error {
	if denied := k.agent(p.Caller.AgentID).permits(p, k.successor(p)); denied != nil {
		return denied
	}
	return nil
}

// stands does steps 1 and 2 for a tool and the scope that the call names, empty
// when none. a may be nil.
func (a *agent) stands(toolName, scope string) (*manifest.Tool, *ask.Denied) {
	if a == nil {
		return nil, deny(ask.ToolNotDeclared, "rule.unknown_agent")
	}
	tool := a.manifest.read().Tool(toolName)
	if tool == nil {
		return nil, deny(ask.ToolNotDeclared, "rule.not_declared")
	}
	if scope != "" && scope != tool.Scope {
		return tool, otherScope(tool.Scope)
	}
	standing := a.standing(tool.Scope)
	standing.suspended = a.reauth != nil && a.reauth.names(tool.Name, tool.Scope)
	return tool, standing.denied()
}

// otherScope denies a call that names another scope than its tool, and says which is the
// tool's: nobody could be asked to grant it.
func otherScope(declared string) *ask.Denied {
	denied := deny(ask.ScopeNotGranted, "rule.other_scope")
	details, err := json.Marshal(struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Scope   string `json:"permission_scope"`
	}{"OTHER_SCOPE", "The call names another permission_scope than the manifest declares for its tool.", declared})
	if err == nil {
		denied.Details = details
	}
	return denied
}

// permits reports why p does not hold any more, nil when it does. Where another
// manifest is in force by now, only the successor of p's tool will do. a may be nil.
func (a *agent) permits(p Permit, successor *manifest.Tool) *ask.Denied {
	tool, denied := a.stands(p.Tool.Name, p.Scope.ID)
	if denied != nil || tool == p.Tool || tool == successor {
		return denied
	}
	return deny(ask.ToolNotDeclared, "rule.tool_changed")
}

// successor returns the tool that another manifest has put in the place of p's, when
// what was judged by the old one fits it too; else nil. Judging takes its time: it is
// not called under a lock.
func (k *Keeper) successor(p Permit) *manifest.Tool {
	a := k.agent(p.Caller.AgentID)
	if a == nil {
		return nil
	}
	tool := a.manifest.read().Tool(p.Tool.Name)
	if tool == nil || tool == p.Tool {
		return nil
	}
	if _, err := k.schemas.Arguments(tool, p.Arguments); err != nil {
		return nil
	}
	return tool
}

func invalidArguments(err error) error {
	e := executors.Errorf(executors.InvalidArguments, "The arguments do not fit what the tool declares.")
	var misfit *manifest.Misfit
	if errors.As(err, &misfit) {
		e.Message = misfit.Message
	}
	e.Err = err
	return e
}

// agent returns what is kept of an agent, nil when it is unknown. It is not to be
// changed.
func (k *Keeper) agent(id string) *agent {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.agents[id]
}
