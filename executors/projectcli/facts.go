package projectcli

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"time"

	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
)

// describe says what would be done: the method, what it is handed, and of one that writes
// what it does and, where it can show it, what would be there after it.
func (p *plan) describe(ctx context.Context) executors.Facts {
	m := p.method
	name := m.module + "." + m.name
	f := executors.Facts{
		Target: name, Breadth: name, Sentence: sentence(name), Fields: fields(p.input),
		Details: []i18n.Text{{Key: "fact.project_cli", Args: map[string]any{"Name": m.cli.Name}}},
		Leaves:  i18n.Text{Key: "leaves.project_data", Args: map[string]any{"Method": name}},
	}
	if c := m.cli.Credential; c != nil {
		f.Details = append(f.Details, i18n.Text{Key: "fact.project_credential", Args: map[string]any{"Count": c.TTLS / 60}})
	}
	switch {
	case m.writes:
		f.Care = []i18n.Text{{Key: "care.project_" + effect(m.name), Args: map[string]any{"Module": m.module}}}
		f.Leaves.Key = "leaves.project_outcome"
	case m.high:
		f.Care = []i18n.Text{{Key: "care.project_listed"}}
	}
	if info, err := os.Stat(m.cli.Command[0]); err != nil || !info.Mode().IsRegular() {
		f.Finding = executors.Errorf(executors.ServiceMissing, "The program of this project CLI is not there. The user can look in Assent's settings.")
		return f
	}
	if m.dryRun {
		p.preview(ctx, &f)
	}
	return f
}

// sentence says what the methods that 004 names do; others are said in the scope's words.
func sentence(name string) i18n.Text {
	switch name {
	case "calendar.read", "calendar.create", "calendar.update", "calendar.delete", "calendar.share",
		"calendar.accept_invite", "calendar.reject_invite", "contacts.read", "memory.read", "memory.update":
		return i18n.Text{Key: "ask." + strings.ReplaceAll(name, ".", "_")}
	}
	return i18n.Text{}
}

// effect is what a method that writes does, as far as its name says: the end of a key.
func effect(name string) string {
	switch name {
	case "create", "update", "delete", "share", "accept_invite", "reject_invite", "forget":
		return name
	}
	return "write"
}

// fields are the members of an object, in its order.
func fields(object jsontext.Value) (all []executors.Field) {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return nil
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return nil
		}
		field := executors.Field{Name: name.String()}
		value, err := d.ReadValue()
		if err != nil {
			return nil
		}
		field.Kind, field.After = readable(value)
		all = append(all, field)
	}
	return all
}

var date = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// readable returns what kind of value it is, and the value as a person reads it: a text
// without its quotes, anything else as JSON.
func readable(value jsontext.Value) (kind i18n.Text, text string) {
	key := "boolean"
	text = string(value)
	switch value.Kind() {
	case '"':
		unquoted, _ := jsontext.AppendUnquote(nil, value)
		key, text = "string", string(unquoted)
		if _, err := time.Parse(time.RFC3339, text); err == nil {
			key = "date_time"
		} else if date.MatchString(text) {
			key = "date"
		}
	case '{':
		key = "object"
	case '[':
		key = "array"
	case '0':
		key = "number"
	case 'n':
		key = "null"
	}
	return i18n.Text{Key: "type." + key}, text
}
