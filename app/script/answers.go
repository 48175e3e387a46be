package script

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
)

// Answers is an answers file: it stands in for the person (contract §11).
type Answers struct {
	Review     map[string]verdict `json:"review"` // by globs of agents
	Answers    []Entry            `json:"answers"`
	Unanswered string             `json:"unanswered"` // Wait, Deny or Fail; empty: Wait
}

// What becomes of a question that no entry is for.
const (
	Wait = "wait" // nobody answers
	Deny = "deny"
	Fail = "fail" // there is no one to ask, and Person.Failed counts it
)

// Read reads an answers file. It refuses what it does not know, so that a slip of the
// pen is seen; the error says where it is, and what is known there.
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
	switch a.Unanswered {
	case "", Wait, Deny, Fail:
		return a, nil
	}
	return nil, errors.New("/unanswered: must be wait, deny or fail")
}

// misread says where a decoding error is, in the file's words instead of the decoder's.
func misread(err error) error {
	var at *json.SemanticError
	switch {
	case !errors.As(err, &at):
		return err
	case errors.Is(at.Err, json.ErrUnknownName):
		return fmt.Errorf("%s: is not known here: there are %s", at.JSONPointer, strings.Join(members(at.GoType), ", "))
	case at.Err != nil:
		return fmt.Errorf("%s: %w", at.JSONPointer, at.Err)
	}
	return fmt.Errorf("%s: has the wrong type", cmp.Or(at.JSONPointer, "/"))
}

// members names those of an object that is read into t.
func members(t reflect.Type) (names []string) {
	for field := range t.Fields() {
		if name := field.Tag.Get("json"); name != "" {
			names = append(names, name)
		}
	}
	return names
}
