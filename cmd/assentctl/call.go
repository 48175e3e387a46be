package main

import (
	"crypto/rand"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

// toolCall is a call as the command line gives it.
type toolCall struct {
	agent, tool, arguments, conversation, callID string
	group, nested                                bool
	timeoutMS                                    int
}

func newCall(f *flags) *cobra.Command {
	var call toolCall
	cmd := &cobra.Command{
		Use:   "call --agent ID --tool NAME",
		Short: "Send one tool call and print its response; exit 0 ok, 3 denied, 4 error",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if call.callID == "" {
				call.callID = "call_" + rand.Text()
			}
			response, status, err := sendCall(f, call)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), string(response))
			return exit{code: map[string]int{"ok": exitOK, "denied": exitDenied, "error": exitError}[status]}.orNil()
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&call.agent, "agent", "", "agent `id`")
	flags.StringVar(&call.tool, "tool", "", "tool `name`")
	flags.StringVar(&call.arguments, "args", "{}", "arguments, as `JSON`")
	flags.StringVar(&call.conversation, "conversation", "assentctl", "conversation `id`")
	flags.StringVar(&call.callID, "call-id", "", "call `id` (default a new one)")
	flags.BoolVar(&call.group, "group", false, "call from a group conversation")
	flags.BoolVar(&call.nested, "sdk", false, "use the SDK's nested shape")
	flags.IntVar(&call.timeoutMS, "timeout-ms", 0, "time limit of the tool, in `milliseconds`")
	cmd.MarkFlagRequired("agent")
	cmd.MarkFlagRequired("tool")
	return cmd
}

// orNil is nil for success: an error value of exit code 0 is none.
func (e exit) orNil() error {
	if e.code == exitOK {
		return nil
	}
	return e
}

// delivery returns the line that carries the call (contract §2, §3).
func (t toolCall) delivery() map[string]any {
	fields := map[string]any{"call_id": t.callID, "tool_name": t.tool, "arguments": jsontext.Value(t.arguments)}
	if t.timeoutMS != 0 {
		fields["timeout_ms"] = t.timeoutMS
	}
	artifact := fields
	if t.nested {
		artifact = map[string]any{"artifact_id": t.callID, "payload": fields}
	}
	artifact["subtype"] = "tool_call"
	conversation := "h2a"
	if t.group {
		conversation = "h2g"
	}
	return map[string]any{
		"type": "message", "agent_id": t.agent, "conversation_id": t.conversation, "conversation_type": conversation,
		"msg_subtype": "artifact_tool_call", "content_type": "artifact",
		"payload": map[string]any{"type": "artifact", "artifact": artifact},
	}
}

// sendCall sends the call and returns the response's fields and its status.
func sendCall(f *flags, call toolCall) (response jsontext.Value, status string, err error) {
	if !jsontext.Value(call.arguments).IsValid() {
		return nil, "", fmt.Errorf("--args is not JSON")
	}
	c, err := dial(f)
	if err != nil {
		return nil, "", err
	}
	defer c.close()
	if err := c.send(call.delivery()); err != nil {
		return nil, "", err
	}
	a, err := c.receive(func(a answer) bool { return a.Type == "message" || a.Type == "error" })
	if err != nil {
		return nil, "", err
	}
	if a.Type == "error" {
		return a.raw, "error", nil
	}
	return responseOf(a.raw)
}

// responseOf returns the tool response within an engine's line, of either shape.
func responseOf(line jsontext.Value) (response jsontext.Value, status string, err error) {
	var outer struct {
		Payload jsontext.Value `json:"payload"`
	}
	if err := json.Unmarshal(line, &outer); err != nil {
		return nil, "", fmt.Errorf("reading the response: %w", err)
	}
	var payload struct {
		Artifact jsontext.Value `json:"artifact"`
	}
	if err := json.Unmarshal(outer.Payload, &payload); err != nil {
		return nil, "", fmt.Errorf("reading the response: %w", err)
	}
	response = outer.Payload
	if payload.Artifact != nil {
		response = payload.Artifact
	}
	var fields struct {
		Status string `json:"status"`
	}
	if err := json.Unmarshal(response, &fields); err != nil {
		return nil, "", fmt.Errorf("reading the response: %w", err)
	}
	return response, fields.Status, nil
}
