package router

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// maxDetails bounds the faults of one input that are told.
const maxDetails = 10

// judge returns nil when input fits the schema, which is of Draft 2020-12, else what does
// not fit.
func judge(schema, input jsontext.Value) (details []Detail, err error) {
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft2020
	compiler.AssertFormat = true
	compiler.LoadURL = func(string) (io.ReadCloser, error) { return nil, errors.New("nothing is loaded from elsewhere") }
	const resource = "urn:project_cli:input"
	if err := compiler.AddResource(resource, bytes.NewReader(schema)); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile(resource)
	if err != nil {
		return nil, err
	}
	value, err := canonical.Decode(input)
	if err != nil {
		return []Detail{{"", "The input is not one strict JSON value: " + err.Error() + "."}}, nil
	}
	var misfit *jsonschema.ValidationError
	if err := compiled.Validate(value); errors.As(err, &misfit) {
		return leaves(misfit, nil), nil
	} else if err != nil {
		return nil, err
	}
	return nil, nil
}

// leaves gathers the innermost causes. Of a union only the branch that the input's mode
// names counts, when it names one: what the others lack would mislead.
func leaves(e *jsonschema.ValidationError, details []Detail) []Detail {
	if len(details) >= maxDetails {
		return details
	}
	if len(e.Causes) == 0 {
		return append(details, Detail{e.InstanceLocation, e.Message})
	}
	causes := e.Causes
	if strings.HasSuffix(e.KeywordLocation, "/oneOf") {
		var meant []*jsonschema.ValidationError
		for _, branch := range causes {
			if !wrongMode(branch) {
				meant = append(meant, branch)
			}
		}
		switch len(meant) {
		case 0:
			return append(details, Detail{e.InstanceLocation + "/mode", "mode is none of the modes in the input_schema"})
		case 1:
			causes = meant
		default:
			return append(details, Detail{e.InstanceLocation, "mode is missing: it says which form of the input_schema is meant"})
		}
	}
	for _, cause := range causes {
		details = leaves(cause, details)
	}
	return details
}

// wrongMode reports whether a branch of a union failed because it is for another mode.
func wrongMode(e *jsonschema.ValidationError) bool {
	if e.InstanceLocation == "/mode" && strings.HasSuffix(e.KeywordLocation, "/const") {
		return true
	}
	for _, cause := range e.Causes {
		if wrongMode(cause) {
			return true
		}
	}
	return false
}

// misfits is the failure of an input that does not fit.
func misfits(module, method string, schema jsontext.Value, details []Detail) *Failure {
	return &Failure{
		Code:    InvalidInput,
		Message: fmt.Sprintf("%s.%s input does not match method schema", module, method),
		Module:  module, Method: method, Details: details, Schema: schema,
	}
}
