// Package uihint makes of a project CLI's result what it looks like as a card, and reads
// that back (004 §7): plain data in no language, made by Assent's post-processor alone and
// never by who runs or asks. Which template a method's result has is the white list's
// word, else known for the actions that 004 names. All its texts come from the CLI and are
// untrusted. docs/project-cli.md has the format.
//
// docs/architecture.md says where the package stands.
package uihint

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The templates.
const (
	List    = "list"
	Detail  = "detail"
	Outcome = "outcome"
	Diff    = "diff"
	Failure = "failure" // an Outcome that was none

	// Text is what Read makes of a result without a known template; it is never told.
	Text = "text"
)

// Hint is what a result looks like.
type Hint struct {
	Type   string  `json:"type"`
	Action string  `json:"action,omitzero"` // module.method
	Title  string  `json:"title,omitzero"`
	Items  []Item  `json:"items,omitzero"`  // of a List
	More   int     `json:"more,omitzero"`   // how many are not among Items
	Fields []Field `json:"fields,omitzero"` // of the others
}

// Item is one of a List.
type Item struct {
	ID      string   `json:"id,omitzero"`
	Title   string   `json:"title"`
	StartAt string   `json:"start_at,omitzero"` // RFC 3339, or a date
	EndAt   string   `json:"end_at,omitzero"`
	Notes   []string `json:"notes,omitzero"` // what else tells it from others
}

// Field is a value by its name, and of a Diff what it was before.
type Field struct {
	Name   string `json:"name"`
	Value  string `json:"value,omitzero"`
	Before string `json:"before,omitzero"`
}

// What a hint holds at most, so that it stays a card.
const (
	maxItems  = 50
	maxFields = 40
	maxNotes  = 3
	maxText   = 500 // characters
)

// template returns the template of an action that 004 names, empty for others.
func template(action string) string {
	switch action {
	case "calendar.read", "contacts.read":
		return List
	case "calendar.update":
		return Diff
	case "calendar.create", "calendar.delete", "calendar.share", "calendar.accept_invite", "calendar.reject_invite", "memory.update":
		return Outcome
	}
	return ""
}

// Of returns the hints for what a method gave. listed is the template that the white list
// names for it, which may be empty, or one that nobody knows: that is told, and shown as
// text. Where the data does not have the template's form, the next plainer one stands.
func Of(module, method, listed string, data jsontext.Value) []Hint {
	h := Hint{Type: listed, Action: module + "." + method}
	if h.Type == "" {
		h.Type = template(h.Action)
	}
	switch h.Type {
	case "":
		return []Hint{}
	case List:
		if !h.list(data) {
			h.Type = Detail
			h.describe(data)
		}
	case Diff:
		if !h.compare(data) {
			h.Type = Outcome
			h.describe(data)
		}
	case Detail, Outcome:
		h.describe(data)
	}
	return []Hint{h}
}

// OfFailure returns the hints for a method that failed.
func OfFailure(code, message string) []Hint {
	return []Hint{{Type: Failure, Title: short(message), Fields: []Field{{Name: "code", Value: short(code)}}}}
}

// Read returns how the result of the call callID looks; where it has no hint, or none that
// is known here, as Text. It is false for what is no project CLI's result of that call.
func Read(callID string, result jsontext.Value) (Hint, bool) {
	var output struct {
		Tool   string         `json:"tool_name"`
		CallID string         `json:"tool_call_id"`
		Hints  jsontext.Value `json:"ui_hints"`
		Text   string         `json:"content"`
	}
	if json.Unmarshal(result, &output) != nil || output.Tool != "project_cli" || output.CallID != callID {
		return Hint{}, false
	}
	var hints []Hint
	_ = json.Unmarshal(output.Hints, &hints) // of another form: not known here
	for _, h := range hints {
		switch h.Type {
		case List, Detail, Outcome, Diff, Failure:
			return h.bounded(), true
		}
	}
	return Hint{Type: Text, Fields: []Field{{Value: output.Text[:min(len(output.Text), maxShown)]}}}, true
}

// maxShown is how many bytes of a result stand as text.
const maxShown = 16 << 10

// bounded keeps a hint that was read to what one that is made holds.
func (h Hint) bounded() Hint {
	h.More += max(0, len(h.Items)-maxItems)
	h.Items, h.Fields = h.Items[:min(len(h.Items), maxItems)], h.Fields[:min(len(h.Fields), maxFields)]
	return h
}
