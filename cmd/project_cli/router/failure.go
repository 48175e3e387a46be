package router

import "github.com/go-json-experiment/json/jsontext"

// Code says to programs why a call failed.
type Code string

const (
	UnknownMethod Code = "UNKNOWN_METHOD"       // not on the white list
	InvalidInput  Code = "INVALID_ACTION_INPUT" // the input does not fit the method's schema, or means nothing
	NotFound      Code = "NOT_FOUND"
	Ambiguous     Code = "AMBIGUOUS"    // several things have that id
	Unreadable    Code = "UNREADABLE"   // the file that holds it cannot be read, so it is not written either
	Changed       Code = "CHANGED"      // another program wrote the file meanwhile
	Unsupported   Code = "UNSUPPORTED"  // it is there, but this program does not do that to it
	WriteFailed   Code = "WRITE_FAILED" // nothing was changed
	Internal      Code = "INTERNAL"
)

// Failure is the error of a call (004 §8): it says what to do.
type Failure struct {
	Code    Code           `json:"code"`
	Message string         `json:"message"`
	Module  string         `json:"module,omitzero"`
	Method  string         `json:"method,omitzero"`
	Details []Detail       `json:"details,omitempty"`
	Schema  jsontext.Value `json:"input_schema,omitempty"` // the method's, of an input that does not fit it
}

// Detail is one fault of an input, or one of several things meant.
type Detail struct {
	Path    string `json:"path"` // a JSON Pointer into the input
	Message string `json:"message"`
}

func (f *Failure) Error() string { return f.Message }

// Fail makes a Failure.
func Fail(code Code, message string) *Failure { return &Failure{Code: code, Message: message} }

// Misfit is the failure of an input that fits the schema and still cannot be done, at the
// member with that name.
func Misfit(member, message string) *Failure {
	return &Failure{Code: InvalidInput, Message: message, Details: []Detail{{"/" + member, message}}}
}
