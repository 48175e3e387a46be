package projectcli

import (
	"assent/executors"
	"assent/executors/projectcli/uihint"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// toolAgentOutput is the result of a call (004 §7, §8).
type toolAgentOutput struct {
	ToolName   string         `json:"tool_name"`
	ToolCallID string         `json:"tool_call_id"`
	Arguments  jsontext.Value `json:"tool_call_args"`
	Status     string         `json:"status"` // success, partial or failure
	Result     jsontext.Value `json:"result"` // a methodResult
	Error      jsontext.Value `json:"error"`  // of failure: an object; else null
	UIHints    []uihint.Hint  `json:"ui_hints"`
	Content    string         `json:"content"` // Result as text
}

// methodResult is what the method gave, for machines: null where it failed.
type methodResult struct {
	Module string         `json:"module"`
	Method string         `json:"method"`
	Data   jsontext.Value `json:"data"`
}

// null is what stands where there is nothing.
var null = jsontext.Value("null")

// result is the post-processor of 004 §7: it makes of what a CLI said what the agent gets.
func (p *plan) result(said answer) (any, error) {
	m := p.method
	output := toolAgentOutput{
		ToolName: Tool, ToolCallID: p.callID, Arguments: p.arguments,
		Status: "success", Error: null,
	}
	data := said.data
	switch {
	case said.fault != nil:
		data = null
		output.Status, output.Error = "failure", said.fault.whole
		output.UIHints = uihint.OfFailure(said.fault.Code, said.fault.Message)
	case said.partial:
		output.Status = "partial"
	}
	if said.fault == nil {
		output.UIHints = uihint.Of(m.module, m.name, m.hint, data)
	}
	result, err := json.Marshal(methodResult{m.module, m.name, data})
	if err != nil {
		return nil, m.noAnswer()
	}
	output.Result, output.Content = result, string(result)
	if executors.FittingText(output.Content) < len(output.Content) || len(result)+len(output.Content) > executors.MaxEncodedText {
		return nil, executors.Errorf(executors.TooLarge, "The project CLI's answer does not fit a response. Ask for less of it.")
	}
	return output, nil
}
