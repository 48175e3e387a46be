package projectcli

import (
	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// request is what an agent asks for.
type request struct {
	callID       string
	arguments    jsontext.Value // all of it, as it was judged
	module, name string
	input        jsontext.Value // once it was judged, with the defaults of its schema
}

// readRequest reads {"module","method","input"} and nothing else.
func readRequest(req executors.Request) (request, error) {
	var asked struct {
		Module *string        `json:"module"`
		Method *string        `json:"method"`
		Input  jsontext.Value `json:"input"`
	}
	err := json.Unmarshal(req.Arguments, &asked, json.RejectUnknownMembers(true))
	if err != nil || asked.Module == nil || asked.Method == nil || asked.Input == nil {
		return request{}, executors.Errorf(executors.InvalidArguments, "The arguments must be module and method, which are strings, and input, an object, and no others.")
	}
	return request{callID: req.CallID, arguments: req.Arguments, module: *asked.Module, name: *asked.Method, input: asked.Input}, nil
}
