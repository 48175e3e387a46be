package acp

import (
	"encoding/json"
	"slices"
	"sync"

	"assent/app/host"

	"github.com/go-json-experiment/json/jsontext"
)

// How much is remembered of what was said, each.
const (
	maxCalls    = 1024
	maxSessions = 256
)

// known is what passed that a question needs: where sessions work, and what was said of
// tool calls. It is safe for concurrent use.
type known struct {
	mu       sync.Mutex
	opening  recent[string]   // folders of sessions that are being opened, by the request
	sessions recent[string]   // folders, by the session
	calls    recent[toolCall] // by session and call
}

// recent remembers the last few of what it is given.
type recent[T any] struct {
	values map[string]T
	order  []string
}

func (r *recent[T]) set(name string, value T, limit int) {
	if r.values == nil {
		r.values = map[string]T{}
	}
	if _, ok := r.values[name]; !ok {
		r.order = append(r.order, name)
		if len(r.order) > limit {
			delete(r.values, r.order[0])
			r.order = slices.Delete(r.order, 0, 1)
		}
	}
	r.values[name] = value
}

func (r *recent[T]) drop(name string) {
	if _, ok := r.values[name]; ok {
		delete(r.values, name)
		r.order = slices.DeleteFunc(r.order, func(other string) bool { return other == name })
	}
}

// fromEditor notes where a session is to work.
func (k *known) fromEditor(m message) {
	p, ok := params[struct {
		Session string `json:"sessionId"`
		Cwd     string `json:"cwd"`
	}](m)
	if !ok || p.Cwd == "" {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case m.Method == "session/new" && m.id() != "":
		k.opening.set(m.id(), p.Cwd, maxSessions)
	case p.Session != "": // session/load, session/resume
		k.sessions.set(p.Session, p.Cwd, maxSessions)
	}
}

// fromAgent notes which session was opened, and what is said of tool calls.
func (k *known) fromAgent(m message) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if m.Method == "" {
		var opened struct {
			Session string `json:"sessionId"`
		}
		if cwd := k.opening.values[m.id()]; cwd != "" && json.Unmarshal(m.Result, &opened) == nil {
			k.opening.drop(m.id())
			k.sessions.set(opened.Session, cwd, maxSessions)
		}
		return
	}
	if u, ok := params[update](m); ok && (u.Update.Is == "tool_call" || u.Update.Is == "tool_call_update") {
		k.said(u.Session, u.Update.Call)
	}
}

// said notes what is said of a call, with the lock held, and returns all of it.
func (k *known) said(session string, call toolCall) toolCall {
	name := session + "\x00" + call.ID
	all := k.calls.values[name]
	all.ID = call.ID
	if call.Title != "" {
		all.Title = call.Title
	}
	if call.Kind != "" {
		all.Kind = call.Kind
	}
	if call.RawInput != nil {
		all.RawInput = call.RawInput.Clone()
	}
	if call.Content != nil {
		all.Content = call.Content
	}
	if call.Status == "completed" || call.Status == "failed" {
		k.calls.drop(name)
	} else {
		k.calls.set(name, all, maxCalls)
	}
	return all
}

// use returns what a request for permission is about; ok is false where it does not say
// what the tool is given.
func (k *known) use(p permissionRequest) (u host.Use, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	call := k.said(p.Session, p.Call)
	if kind := call.RawInput.Kind(); kind == 0 || kind == 'n' {
		return host.Use{}, false
	}
	return host.Use{ConversationID: p.Session, Kind: kindOf(call.Kind), Tool: call.name(), Input: call.input(), Cwd: k.sessions.values[p.Session]}, true
}

// name is what the agent calls the tool.
func (c toolCall) name() string {
	if c.Title != "" {
		return c.Title
	}
	return c.Kind
}

// input is what the tool is given, with the differences that were shown beside it.
func (c toolCall) input() json.RawMessage {
	type change struct {
		Path    string `json:"path"`
		OldText string `json:"old_text"`
		NewText string `json:"new_text"`
	}
	var changes []change
	for _, part := range c.Content {
		if part.Type == "diff" {
			old := ""
			if part.OldText != nil {
				old = *part.OldText
			}
			changes = append(changes, change{part.Path, old, part.NewText})
		}
	}
	var members map[string]json.RawMessage
	if changes == nil || json.Unmarshal(c.RawInput, &members) != nil || members["changes"] != nil {
		return json.RawMessage(c.RawInput)
	}
	written, err := json.Marshal(changes)
	if err != nil {
		return json.RawMessage(c.RawInput)
	}
	object := jsontext.Value(c.RawInput).Clone()
	if len(members) == 0 {
		return slices.Concat([]byte(`{"changes":`), written, []byte("}"))
	}
	end := slices.Index(object, '{') + 1
	return slices.Concat(json.RawMessage(object[:end]), []byte(`"changes":`), written, []byte(","), json.RawMessage(object[end:]))
}

// kindOf is the kind of a tool of one of the protocol's kinds.
func kindOf(kind string) string {
	switch kind {
	case "execute":
		return host.Shell
	case "edit", "delete", "move":
		return host.Write
	case "fetch":
		return host.Net
	case "read", "search":
		return host.Read
	}
	return host.Other
}
