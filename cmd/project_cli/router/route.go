package router

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Result is what is printed of a call (contract §17): exactly one of its two forms.
type Result struct {
	OK      bool     `json:"ok"`
	Module  string   `json:"module,omitzero"`
	Method  string   `json:"method,omitzero"`
	Partial bool     `json:"partial,omitzero"`
	Data    any      `json:"data,omitempty"`
	Error   *Failure `json:"error,omitempty"`
}

// Route runs the call of a module's method and returns its result.
func Route(modules []Module, module, method string, call Call) Result {
	answer, err := route(modules, module, method, call)
	if err == nil {
		return Result{OK: true, Module: module, Method: method, Partial: answer.Partial, Data: answer.Data}
	}
	var failure *Failure
	if !errors.As(err, &failure) {
		failure = Fail(Internal, err.Error())
	}
	failure.Module, failure.Method = module, method
	return Result{Error: failure}
}

func route(modules []Module, module, method string, call Call) (Answer, error) {
	at := slices.IndexFunc(modules, func(m Module) bool { return m.Name == module })
	if at < 0 {
		return Answer{}, Fail(UnknownMethod, "There is no such module: project_cli --help names them.")
	}
	methods, err := modules[at].methods()
	if err != nil {
		return Answer{}, fmt.Errorf("reading the white list of %s: %w", module, err)
	}
	entry, listed := methods[method]
	handler := modules[at].Handlers[method]
	if !listed || handler == nil {
		return Answer{}, Fail(UnknownMethod, fmt.Sprintf("%s has no such method: project_cli %s --help names them.", module, module))
	}
	if call.DryRun && !entry.DryRun {
		return Answer{}, Fail(UnknownMethod, fmt.Sprintf("%s.%s has no dry run: it writes nothing.", module, method))
	}
	details, err := judge(entry.InputSchema, call.Input)
	if err != nil {
		return Answer{}, fmt.Errorf("judging the input of %s.%s: %w", module, method, err)
	}
	if len(details) > 0 {
		return Answer{}, misfits(module, method, entry.InputSchema, details)
	}
	return handler(call)
}

// Decode reads the input of a call, which has passed its schema, into a struct.
func Decode[T any](call Call) (input T, err error) {
	err = json.Unmarshal(call.Input, &input)
	return input, err
}

// Print encodes the result as one JSON value, indented for people.
func (r Result) Print(indented bool) ([]byte, error) {
	options := []json.Options{json.Deterministic(true)}
	if indented {
		options = append(options, jsontext.WithIndent("  "))
	}
	return json.Marshal(r, options...)
}
