package executors

import (
	"errors"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// DecodeArguments decodes a call's arguments into T, a struct whose fields name
// what the executor knows. It returns the sorted names of the other members, and
// an *Error with InvalidArguments that names the member at fault, not its value.
func DecodeArguments[T any](arguments jsontext.Value) (known T, ignored []string, err error) {
	var all T
	if json.Unmarshal(arguments, &all, json.RejectUnknownMembers(true)) == nil {
		return all, nil, nil
	}
	if err := json.Unmarshal(arguments, &known); err != nil {
		return known, nil, invalid(err)
	}
	ignored, err = unknownNames[T](arguments)
	return known, ignored, err
}

// unknownNames tries each member alone: those that T refuses are unknown to it.
func unknownNames[T any](arguments jsontext.Value) (names []string, err error) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(arguments, &members); err != nil {
		return nil, invalid(err)
	}
	for name, value := range members {
		member, err := json.Marshal(map[string]jsontext.Value{name: value})
		if err != nil {
			return nil, invalid(err)
		}
		var scratch T
		if errors.Is(json.Unmarshal(member, &scratch, json.RejectUnknownMembers(true)), json.ErrUnknownName) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

func invalid(err error) *Error {
	e := Errorf(InvalidArguments, "The arguments do not have the shape this tool needs.")
	var semantic *json.SemanticError
	if errors.As(err, &semantic) && semantic.JSONPointer != "" {
		e = Errorf(InvalidArguments, "The argument at %s has the wrong type.", semantic.JSONPointer)
	}
	return e
}
