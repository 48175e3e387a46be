package recording

import (
	"time"

	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/consent/visible"
	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
)

// question is what a person sees of a question: each text as it is shown, so that nothing
// in it hides.
type question struct {
	stamp
	ask.CallKey
	AgentName   string         `json:"agent_name,omitzero"`
	Sentence    string         `json:"sentence"`
	Tool        string         `json:"tool"`
	Description string         `json:"description,omitzero"` // the author's
	Scope       string         `json:"scope"`
	ScopeLabel  string         `json:"scope_label,omitzero"` // ours, else the author's
	ScopeText   string         `json:"scope_description,omitzero"`
	Sensitivity string         `json:"sensitivity"`
	Target      string         `json:"target,omitzero"`
	Details     []string       `json:"details,omitzero"`
	Leaves      string         `json:"leaves,omitzero"`
	Why         []string       `json:"why,omitzero"`
	Care        []string       `json:"care,omitzero"` // why it is asked every time
	Warnings    []string       `json:"warnings,omitzero"`
	Finding     string         `json:"finding,omitzero"` // what this machine already said no to
	Fields      []field        `json:"fields,omitzero"`  // what is handed on
	Changes     []field        `json:"changes,omitzero"` // what would be there after it, and what is there before
	Arguments   jsontext.Value `json:"arguments"`
	Unused      []string       `json:"unused,omitzero"` // names of arguments
	Offers      []string       `json:"offers"`          // the answers there are
	Breadth     string         `json:"breadth,omitzero"`
	Coarse      bool           `json:"coarse,omitzero"` // an approximate answer may be chosen
	Again       bool           `json:"again,omitzero"`
	OfferMute   bool           `json:"offers_mute,omitzero"`
	Waiting     int            `json:"waiting"`           // behind it
	Deadline    time.Time      `json:"deadline,omitzero"` // when it is denied by itself
}

// sight is the question as it is on screen.
func (e *Events) sight(s stamp, q ask.Question, shown ask.Shown) any {
	facts := q.Facts
	line := question{
		stamp: s, CallKey: q.Key(), AgentName: visible.Escape(q.Caller.AgentName), Sentence: e.say(q.Sentence()),
		Tool: visible.Escape(q.Tool), Description: author(q.Description),
		Scope: visible.Escape(q.Scope), ScopeLabel: e.label(q.Scope, q.ScopeLabel), ScopeText: author(q.ScopeDescription),
		Sensitivity: q.Sensitivity.String(), Target: visible.Escape(facts.Target),
		Details: e.sayAll(facts.Details), Leaves: e.say(facts.Leaves), Why: e.sayAll(q.Why), Care: e.sayAll(facts.Care), Warnings: e.sayAll(facts.Warn),
		Arguments: q.Arguments, Unused: escaped(facts.Ignored), Offers: offers(q), Coarse: facts.Coarse, Again: q.Again, OfferMute: q.OfferMute,
		Waiting: shown.Waiting(),
	}
	if facts.Finding != nil {
		line.Finding = e.say(i18n.Text{Key: "reason." + string(facts.Finding.Reason)})
	}
	if line.Fields = fieldsOf(facts.Fields); facts.Changes {
		line.Fields, line.Changes = nil, line.Fields
	}
	if deadline, ok := shown.Deadline(); ok {
		line.Deadline = deadline.UTC()
	}
	if window(q) {
		line.Breadth = visible.Escape(facts.Breadth)
	}
	return line
}

// field is a value by its name, as it is shown.
type field struct {
	Name   string `json:"name"`
	Before string `json:"before,omitzero"`
	Value  string `json:"value,omitzero"`
}

func fieldsOf(fields []executors.Field) (all []field) {
	for _, f := range fields {
		all = append(all, field{visible.Escape(f.Name), visible.Escape(f.Before), visible.Escape(f.After)})
	}
	return all
}

// window reports whether an answer can open a silent window.
func window(q ask.Question) bool { return q.Sensitivity != manifest.High && !q.Facts.NoWindow }

// offers are the answers that a question has.
func offers(q ask.Question) (choices []string) {
	add := func(offered bool, choice ask.Choice) {
		if offered {
			choices = append(choices, choice.String())
		}
	}
	add(window(q), ask.Allow)
	add(true, ask.AllowOnce)
	add(true, ask.Deny)
	add(q.Sensitivity == manifest.High, ask.AlwaysDeny)
	return choices
}

// review is what a person sees of a review, and says to it.
type review struct {
	stamp
	AgentID   string        `json:"agent_id"`
	AgentName string        `json:"agent_name,omitzero"`
	Version   int           `json:"manifest_version"`
	Scopes    []reviewScope `json:"scopes"`
	Granted   *[]string     `json:"granted,omitzero"` // once it is answered
}

type reviewScope struct {
	Scope       string `json:"scope"`
	Label       string `json:"label,omitzero"`
	Sensitivity string `json:"sensitivity"`
}

// serverReview is what a person sees before servers are started.
type serverReview struct {
	stamp
	AgentID string        `json:"agent_id"`
	Servers []serverToSee `json:"servers"`
	Yes     *bool         `json:"yes,omitzero"`
}

type serverToSee struct {
	Name    string   `json:"name"`
	Command []string `json:"command,omitzero"`
	URL     string   `json:"url,omitzero"`
	Names   []string `json:"settings,omitzero"` // of variables and headers
}

func reviewedServers(s stamp, r consent.ServerReview, yes *bool) any {
	line := serverReview{stamp: s, AgentID: r.AgentID, Servers: []serverToSee{}, Yes: yes}
	for _, server := range r.Servers {
		seen := serverToSee{Name: visible.Escape(server.Name), URL: visible.Escape(server.URL)}
		for _, word := range server.Command {
			seen.Command = append(seen.Command, visible.Escape(word))
		}
		for _, setting := range server.Settings {
			seen.Names = append(seen.Names, visible.Escape(setting.Name))
		}
		line.Servers = append(line.Servers, seen)
	}
	return line
}

func (e *Events) reviewed(s stamp, r consent.Review, granted *[]string) any {
	line := review{stamp: s, AgentID: r.Agent.ID, AgentName: visible.Escape(r.Agent.Name), Version: r.Version, Scopes: []reviewScope{}, Granted: granted}
	for _, id := range r.Scopes {
		asked := reviewScope{Scope: visible.Escape(id)}
		if scope, ok := r.Manifest.Scope(id); ok {
			asked.Label, asked.Sensitivity = e.label(id, scope.Label), scope.Sensitivity.String()
		}
		line.Scopes = append(line.Scopes, asked)
	}
	return line
}

// label is what a scope is called: our words, else its author's.
func (e *Events) label(scope string, words manifest.Words) string {
	if ask.HasWords(scope) {
		return e.say(ask.ScopeName(scope))
	}
	return author(words)
}

// author returns an author's words.
func author(words manifest.Words) string { return visible.EscapeLines(words.Text(false, "")) }

// say returns a text of Assent's own.
func (e *Events) say(text i18n.Text) string {
	if text.Key == "" {
		return ""
	}
	return visible.Escape(e.words.Text(text.Key, text.Args))
}

func (e *Events) sayAll(texts []i18n.Text) (all []string) {
	for _, text := range texts {
		all = append(all, e.say(text))
	}
	return all
}

func escaped(texts []string) (all []string) {
	for _, text := range texts {
		all = append(all, visible.Escape(text))
	}
	return all
}
