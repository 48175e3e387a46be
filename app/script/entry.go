package script

import (
	"time"
	"unicode/utf8"

	"assent/consent/ask"
	"assent/consent/manifest"
)

// maxAnswerDelay bounds after_ms: a day.
const maxAnswerDelay = 24 * time.Hour

// NoAnswer is the answer of a person who is not there.
const NoAnswer = "none"

// Entry is one entry of the file: the questions that it is for, and what it says.
type Entry struct {
	Agent        *idGlob     `json:"agent"`
	Tool         *string     `json:"tool"`
	Scope        *string     `json:"scope"`
	Sensitivity  *string     `json:"sensitivity"`
	Conversation *string     `json:"conversation"`
	Target       *targetGlob `json:"target"`
	Times        *int        `json:"times"` // how many questions it is for; nil: no limit

	Answer  string `json:"answer"` // an ask.Choice's word, or NoAnswer
	Breadth string `json:"breadth"`
	AfterMS int64  `json:"after_ms"`
	Message string `json:"message"` // that goes with a no
}

// check names the first member of the entry that is wrong, and says why.
func (e Entry) check() (name, wrong string) {
	choice, known := ask.ParseChoice(e.Answer)
	if !known && e.Answer != NoAnswer {
		return "answer", "must be allow, allow_once, deny, always_deny, close or none"
	}
	if e.Breadth != "" && e.Breadth != "scope" && e.Breadth != "target" {
		return "breadth", "must be scope or target"
	}
	if e.AfterMS < 0 || e.AfterMS > maxAnswerDelay.Milliseconds() {
		return "after_ms", "must be 0 to 86400000"
	}
	if e.Times != nil && *e.Times < 1 {
		return "times", "must be 1 or more"
	}
	if yes := choice == ask.Allow || choice == ask.AllowOnce; e.Message != "" && (yes || !known) {
		return "message", "goes with a no only: deny, always_deny or close"
	}
	if utf8.RuneCountInString(e.Message) > ask.MaxMessage {
		return "message", "must be at most 280 characters"
	}
	if e.Sensitivity != nil {
		if _, known := manifest.ParseSensitivity(*e.Sensitivity); !known {
			return "sensitivity", "must be low, medium or high"
		}
	}
	return "", ""
}

// fits reports whether the entry is for the question; home is the person's home folder.
func (e Entry) fits(q ask.Question, home string) bool {
	is := func(wanted *string, has string) bool { return wanted == nil || *wanted == has }
	return (e.Agent == nil || e.Agent.match(q.Caller.AgentID)) &&
		is(e.Tool, q.Tool) && is(e.Scope, q.Scope) &&
		is(e.Sensitivity, q.Sensitivity.String()) && is(e.Conversation, q.Caller.ConversationID) &&
		(e.Target == nil || e.Target.match(q.Facts.Target, home))
}

// reply is what the entry says to a question.
func (e Entry) reply() ask.Answer {
	choice, _ := ask.ParseChoice(e.Answer)
	answer := ask.Answer{Choice: choice, Message: e.Message, By: ask.ByScript}
	if choice == ask.Allow && e.Breadth != "target" {
		answer.Breadth = ask.WholeScope
	}
	return answer
}
