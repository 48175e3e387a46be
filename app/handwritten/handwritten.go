// Package handwritten reads JSON files that a person wrote: strictly, so that a slip of
// the pen is seen, and in the file's own words, so that it is found.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package handwritten

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"assent/consent/misspelt"
	"assent/consent/visible"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Slip is what is wrong in a file, and where.
type Slip struct {
	Line    int              // counted from 1
	Pointer jsontext.Pointer // empty where it is not in one value
	Text    string           // a sentence about that value, without its end
}

// Error says what is wrong and at which value; nothing of the file hides in it. The line
// is said by InFile.
func (s *Slip) Error() string {
	if s.Pointer == "" {
		return visible.Escape(s.Text)
	}
	return visible.Escape(string(s.Pointer) + ": " + s.Text)
}

// InFile says of what is wrong in which file it is, and in which line of it where err is a
// Slip; below is how many lines of the file stand above what was read.
func InFile(file string, below int, err error) error {
	var slip *Slip
	if errors.As(err, &slip) {
		return fmt.Errorf("%s:%d: %w", file, below+slip.Line, err)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// Read reads data into what into points to. The error is a *Slip: data is no JSON, has a
// member that is not known, or a value of another type.
func Read(data []byte, into any) error {
	err := json.Unmarshal(data, into, json.RejectUnknownMembers(true))
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		end := min(int(syntax.ByteOffset), len(data))
		return &Slip{lineAt(data, end), syntax.JSONPointer, syntax.Err.Error()}
	case !errors.As(err, &semantic):
		return &Slip{1, "", err.Error()}
	case errors.Is(semantic.Err, json.ErrUnknownName):
		return At(data, semantic.JSONPointer, misspelt.Unknown(semantic.JSONPointer.LastToken(), Members(semantic.GoType)))
	case semantic.Err != nil:
		return At(data, semantic.JSONPointer, semantic.Err.Error())
	}
	return At(data, semantic.JSONPointer, "must be "+kind(semantic.GoType))
}

// At returns what is wrong with the value at pointer, or with that it is not there.
func At(data []byte, pointer jsontext.Pointer, text string) *Slip {
	for there := pointer; there != ""; there = there.Parent() {
		in := jsontext.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := in.ReadToken(); err != nil {
				break
			}
			if in.StackPointer() == there {
				return &Slip{lineAt(data, int(in.InputOffset())), pointer, text}
			}
		}
	}
	return &Slip{1, pointer, text}
}

func lineAt(data []byte, offset int) int { return 1 + bytes.Count(data[:offset], []byte("\n")) }

// Members names those of an object that is read into a struct, in its order.
func Members(object reflect.Type) (names []string) {
	for field := range object.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// kind is what a value of type t is in JSON.
func kind(t reflect.Type) string {
	if t == nil {
		return "something else"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return kind(t.Elem())
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
