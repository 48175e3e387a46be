package app

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxAnswerDelay bounds after_ms: a day.
const maxAnswerDelay = 24 * time.Hour

// Answers is an answers file: it stands in for the person (contract §11).
type Answers struct {
	Review  map[string]granted `json:"review"` // by agent, "*" for any other
	Answers []answer           `json:"answers"`
}

// answer is one entry of the file: the questions that it is for, and what it says.
type answer struct {
	Agent        *string `json:"agent"`
	Tool         *string `json:"tool"`
	Scope        *string `json:"scope"`
	Sensitivity  *string `json:"sensitivity"`
	Conversation *string `json:"conversation"`

	Answer  string `json:"answer"`
	Breadth string `json:"breadth"`
	AfterMS int64  `json:"after_ms"`
}

// noAnswer is the answer of a person who is not there.
const noAnswer = "none"

var choices = map[string]ask.Choice{
	"allow":       ask.Allow,
	"allow_once":  ask.AllowOnce,
	"deny":        ask.Deny,
	"always_deny": ask.AlwaysDeny,
	"close":       ask.Closed,
}

// granted is what a review grants: all that it asks about, or these scopes.
type granted struct {
	all    bool
	scopes []string
}

// UnmarshalJSONFrom reads "all" or an array of scopes.
func (g *granted) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	if in.PeekKind() == '[' {
		return json.UnmarshalDecode(in, &g.scopes)
	}
	value, err := in.ReadValue()
	if err == nil && string(value) != `"all"` {
		err = errors.New(`must be "all" or an array of scopes`)
	}
	g.all = true
	return err
}

// ReadAnswers reads an answers file. It refuses what it does not know, so that a slip
// of the pen is seen; the error says where it is.
func ReadAnswers(data []byte) (*Answers, error) {
	a := &Answers{}
	if err := json.Unmarshal(data, a, json.RejectUnknownMembers(true)); err != nil {
		return nil, misread(err)
	}
	for i, entry := range a.Answers {
		if name, wrong := entry.check(); wrong != "" {
			return nil, fmt.Errorf("/answers/%d/%s: %s", i, name, wrong)
		}
	}
	return a, nil
}

// misread says where a decoding error is, in the file's words instead of the decoder's.
func misread(err error) error {
	var at *json.SemanticError
	switch {
	case !errors.As(err, &at):
		return err
	case at.Err != nil:
		return fmt.Errorf("%s: %w", at.JSONPointer, at.Err)
	}
	return fmt.Errorf("%s: has the wrong type", cmp.Or(at.JSONPointer, "/"))
}

// check names the first member of the entry that is wrong, and says why.
func (a answer) check() (name, wrong string) {
	if _, known := choices[a.Answer]; !known && a.Answer != noAnswer {
		return "answer", "must be allow, allow_once, deny, always_deny, close or none"
	}
	if a.Breadth != "" && a.Breadth != "scope" && a.Breadth != "target" {
		return "breadth", "must be scope or target"
	}
	if a.AfterMS < 0 || a.AfterMS > maxAnswerDelay.Milliseconds() {
		return "after_ms", "must be 0 to 86400000"
	}
	if a.Sensitivity != nil {
		if _, known := manifest.ParseSensitivity(*a.Sensitivity); !known {
			return "sensitivity", "must be low, medium or high"
		}
	}
	return "", ""
}

// fits reports whether the entry is for the question.
func (a answer) fits(q ask.Question) bool {
	fits := func(wanted *string, is string) bool { return wanted == nil || *wanted == is }
	return fits(a.Agent, q.Caller.AgentID) && fits(a.Tool, q.Tool) && fits(a.Scope, q.Scope) &&
		fits(a.Sensitivity, q.Sensitivity.String()) && fits(a.Conversation, q.Caller.ConversationID)
}

// entryFor returns the first entry for the question; nobody answers when there is none.
func (a *Answers) entryFor(q ask.Question) answer {
	i := slices.IndexFunc(a.Answers, func(entry answer) bool { return entry.fits(q) })
	if i < 0 {
		return answer{Answer: noAnswer}
	}
	return a.Answers[i]
}
