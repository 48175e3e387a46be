package script

import (
	"reflect"
	"strconv"

	"assent/app/handwritten"

	"github.com/go-json-experiment/json/jsontext"
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
// pen is seen; the error is a *handwritten.Slip: where it is, and what is known there.
func Read(data []byte) (*Answers, error) {
	a := &Answers{}
	if err := handwritten.Read(data, a); err != nil {
		return nil, err
	}
	for i, entry := range a.Answers {
		if name, wrong := entry.check(); wrong != "" {
			at := jsontext.Pointer("/answers").AppendToken(strconv.Itoa(i))
			return nil, handwritten.At(data, at.AppendToken(name), wrong)
		}
	}
	switch a.Unanswered {
	case "", Wait, Deny, Fail:
		return a, nil
	}
	return nil, handwritten.At(data, "/unanswered", "must be wait, deny or fail")
}

// Members names what there is in an answers file, and what in an entry of its answers.
func Members() (file, entry []string) {
	return handwritten.Members(reflect.TypeFor[Answers]()), handwritten.Members(reflect.TypeFor[Entry]())
}
