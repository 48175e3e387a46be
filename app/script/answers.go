package script

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
	Answers []Entry            `json:"answers"`
}

// Entry is one entry of the file: the questions that it is for, and what it says.
type Entry struct {
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

// Read reads an answers file. It refuses what it does not know, so that a slip
// of the pen is seen; the error says where it is.
func Read(data []byte) (*Answers, error) {
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
func (e Entry) check() (name, wrong string) {
	if _, known := ask.ParseChoice(e.Answer); !known && e.Answer != noAnswer {
		return "answer", "must be allow, allow_once, deny, always_deny, close or none"
	}
	if e.Breadth != "" && e.Breadth != "scope" && e.Breadth != "target" {
		return "breadth", "must be scope or target"
	}
	if e.AfterMS < 0 || e.AfterMS > maxAnswerDelay.Milliseconds() {
		return "after_ms", "must be 0 to 86400000"
	}
	if e.Sensitivity != nil {
		if _, known := manifest.ParseSensitivity(*e.Sensitivity); !known {
			return "sensitivity", "must be low, medium or high"
		}
	}
	return "", ""
}

// fits reports whether the entry is for the question.
func (e Entry) fits(q ask.Question) bool {
	fits := func(wanted *string, is string) bool { return wanted == nil || *wanted == is }
	return fits(e.Agent, q.Caller.AgentID) && fits(e.Tool, q.Tool) && fits(e.Scope, q.Scope) &&
		fits(e.Sensitivity, q.Sensitivity.String()) && fits(e.Conversation, q.Caller.ConversationID)
}

// entryFor returns the first entry for the question; nobody answers when there is none.
func (a *Answers) entryFor(q ask.Question) Entry {
	i := slices.IndexFunc(a.Answers, func(entry Entry) bool { return entry.fits(q) })
	if i < 0 {
		return Entry{Answer: noAnswer}
	}
	return a.Answers[i]
}
