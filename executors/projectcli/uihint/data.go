package uihint

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// list makes a List of {"items":[…],"count"}. It reports whether the data is one.
func (h *Hint) list(data jsontext.Value) bool {
	var listed struct {
		Items []jsontext.Value `json:"items"`
	}
	if data.Kind() != '{' || json.Unmarshal(data, &listed) != nil || listed.Items == nil {
		return false
	}
	h.Items = []Item{}
	for _, value := range listed.Items[:min(len(listed.Items), maxItems)] {
		h.Items = append(h.Items, itemOf(value))
	}
	h.More = len(listed.Items) - len(h.Items)
	return true
}

func itemOf(value jsontext.Value) (item Item) {
	all := fieldsOf(value)
	item.Title = titleOf(all)
	for _, f := range all {
		switch f.Name {
		case "id":
			item.ID = f.Value
		case "startAt":
			item.StartAt = f.Value
		case "endAt":
			item.EndAt = f.Value
		case "location", "emails", "email", "phones", "phone", "organization", "status", "value", "text":
			if f.Value != item.Title && len(item.Notes) < maxNotes {
				item.Notes = append(item.Notes, f.Value)
			}
		}
	}
	if item.Title == "" {
		item.Title = item.ID
	}
	return item
}

// describe gives a hint the title and the fields of an object; of anything else the value.
func (h *Hint) describe(data jsontext.Value) {
	h.Fields = fieldsOf(data)
	if h.Fields == nil {
		h.Fields = []Field{{Value: short(text(data))}}
	}
	h.Title = titleOf(h.Fields)
	h.Fields = h.Fields[:min(len(h.Fields), maxFields)]
}

// compare makes a Diff of {"before":{…},"after":{…}}. It reports whether the data is one.
func (h *Hint) compare(data jsontext.Value) bool {
	var halves struct {
		Before jsontext.Value `json:"before"`
		After  jsontext.Value `json:"after"`
	}
	if data.Kind() != '{' || json.Unmarshal(data, &halves) != nil {
		return false
	}
	before, after := fieldsOf(halves.Before), fieldsOf(halves.After)
	if before == nil && after == nil {
		return false
	}
	old := map[string]string{}
	for _, f := range before {
		old[f.Name] = f.Value
	}
	for _, f := range after {
		f.Before = old[f.Name]
		delete(old, f.Name)
		h.Fields = append(h.Fields, f)
	}
	for _, f := range before {
		if was, gone := old[f.Name]; gone {
			h.Fields = append(h.Fields, Field{Name: f.Name, Before: was})
		}
	}
	if h.Title = titleOf(after); after == nil {
		h.Title = titleOf(before)
	}
	h.Fields = h.Fields[:min(len(h.Fields), maxFields)]
	return true
}

// titleOf returns what an object is called.
func titleOf(fields []Field) string {
	for _, name := range []string{"title", "name", "key"} {
		for _, f := range fields {
			if f.Name == name {
				return f.Value
			}
		}
	}
	return ""
}

// fieldsOf returns the members of an object, in its order, nil for anything else.
func fieldsOf(object jsontext.Value) (all []Field) {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return nil
	}
	all = []Field{}
	for d.PeekKind() == '"' {
		token, err := d.ReadToken()
		if err != nil {
			return all
		}
		name := token.String()
		value, err := d.ReadValue()
		if err != nil {
			return all
		}
		if said := short(text(value)); said != "" {
			all = append(all, Field{Name: short(name), Value: said})
		}
	}
	return all
}

// text returns a value as a person reads it: a text without its quotes, a list of values
// beside each other, a person as their name and address, nothing as nothing, anything else
// as JSON.
func text(value jsontext.Value) string {
	switch value.Kind() {
	case '"':
		unquoted, _ := jsontext.AppendUnquote(nil, value)
		return string(unquoted)
	case 'n':
		return ""
	case '[':
		var items []jsontext.Value
		if json.Unmarshal(value, &items) == nil {
			var all []string
			for _, item := range items[:min(len(items), maxItems)] {
				all = append(all, text(item))
			}
			return strings.Join(all, ", ")
		}
	case '{':
		var person struct {
			Name  string `json:"name"`
			Email string `json:"email"`
			Value string `json:"value"`
		}
		if json.Unmarshal(value, &person) == nil && person.Email+person.Value != "" {
			return strings.TrimSpace(person.Name + " " + person.Email + person.Value)
		}
	}
	return string(value)
}

// short keeps a text to what a card has room for.
func short(text string) string {
	if utf8.RuneCountInString(text) <= maxText {
		return text
	}
	return string([]rune(text)[:maxText]) + "…"
}
