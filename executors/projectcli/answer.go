package projectcli

import (
	"assent/consent/canonical"
	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// answer is what a CLI says (004 §5).
type answer struct {
	data    jsontext.Value // of success
	partial bool           // part of it failed
	fault   *fault         // of failure; nil: it succeeded
}

// fault is a CLI's own error, which may have members beside these.
type fault struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	whole   jsontext.Value // the object
}

// readAnswer reads what a CLI wrote, which must be one object in strict JSON: of success
// with the method that was asked for, of failure with a code and a message.
func (m *method) readAnswer(out []byte) (a answer, err error) {
	var said struct {
		OK      *bool          `json:"ok"`
		Module  string         `json:"module"`
		Method  string         `json:"method"`
		Data    jsontext.Value `json:"data"`
		Partial bool           `json:"partial"`
		Error   jsontext.Value `json:"error"`
	}
	if canonical.Check(out) != nil || json.Unmarshal(out, &said) != nil || said.OK == nil {
		return a, m.noAnswer()
	}
	if *said.OK {
		if said.Module != m.module || said.Method != m.name || said.Data == nil {
			return a, m.noAnswer()
		}
		return answer{data: said.Data, partial: said.Partial}, nil
	}
	a.fault = &fault{whole: said.Error}
	if said.Error.Kind() != '{' || json.Unmarshal(said.Error, a.fault) != nil || a.fault.Code == "" || a.fault.Message == "" {
		return answer{}, m.noAnswer()
	}
	return a, nil
}

// noAnswer is the error of a CLI that does not keep its contract.
func (m *method) noAnswer() *executors.Error {
	return executors.Errorf(executors.Internal, "The project CLI %s ended without an answer in the form that it must have.", m.cli.Name)
}
