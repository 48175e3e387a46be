package script

import (
	"errors"
	"slices"
	"strings"

	"assent/consent"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// verdict is what the file says to a review.
type verdict struct {
	open   bool // nobody answers it
	all    bool // yes to everything
	scopes []string
	tools  []string // that an agent's file asks not to ask for (contract §16)
}

// UnmarshalJSONFrom reads "all", "none", an array of scopes, or an object of scopes and
// allowed_tools.
func (v *verdict) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	switch in.PeekKind() {
	case '[':
		return json.UnmarshalDecode(in, &v.scopes)
	case '{':
		var named struct {
			Scopes []string `json:"scopes"`
			Tools  []string `json:"allowed_tools"`
		}
		err := json.UnmarshalDecode(in, &named)
		v.scopes, v.tools = named.Scopes, named.Tools
		return err
	}
	value, err := in.ReadValue()
	if err != nil {
		return err
	}
	v.all, v.open = string(value) == `"all"`, string(value) == `"none"`
	if !v.all && !v.open {
		return errors.New(`must be "all", "none", an array of scopes, or {"scopes":[…],"allowed_tools":[…]}`)
	}
	return nil
}

// Review answers at once, with what the file grants the agent: nothing where no key fits
// it. A review that is left open gets no answer.
func (p *Person) Review(r consent.Review, grant func(scopes []string)) {
	v := p.Answers.verdictOn(r.Agent.ID)
	if v.open {
		return
	}
	if r.Tick != nil {
		r.Tick(v.tools)
	}
	grant(slices.DeleteFunc(slices.Clone(r.Scopes), func(scope string) bool {
		return !v.all && !slices.Contains(v.scopes, scope)
	}))
}

// ReviewServers says yes where the file would grant the agent something.
func (p *Person) ReviewServers(r consent.ServerReview, answer func(yes bool)) {
	if v := p.Answers.verdictOn(r.AgentID); !v.open {
		answer(v.all || len(v.scopes) > 0)
	}
}

// verdictOn returns what the file says to a review of the agent: the longest key that
// fits it, and of two as long the one with fewer stars.
func (a *Answers) verdictOn(agentID string) (v verdict) {
	best := ""
	for key, says := range a.Review {
		better := len(key) > len(best) || len(key) == len(best) && strings.Count(key, "*") < strings.Count(best, "*")
		if better && glob(key, ".*").MatchString(agentID) {
			best, v = key, says
		}
	}
	return v
}
