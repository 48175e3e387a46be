package main

import (
	"context"
	"fmt"

	"assent/app"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

func newCall(f *flags) *cobra.Command {
	var call app.Trial
	var arguments string
	var limit int
	cmd := &cobra.Command{
		Use:   "call --agent ID --tool NAME",
		Short: "Send one tool call and print its response; exit 0 ok, 3 denied, 4 error",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			call.Arguments = jsontext.Value(arguments)
			if cmd.Flags().Changed("timeout-ms") {
				call.TimeoutMS = &limit
			}
			response, status, err := sendCall(cmd.Context(), f, call)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), string(response))
			return exit{code: map[string]int{"ok": exitOK, "denied": exitDenied, "error": exitError}[status]}.orNil()
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&call.Agent, "agent", "", "agent `id`")
	flags.StringVar(&call.Tool, "tool", "", "tool `name`")
	flags.StringVar(&arguments, "args", "{}", "arguments, as `JSON`")
	flags.StringVar(&call.Conversation, "conversation", "assentctl", "conversation `id`")
	flags.StringVar(&call.CallID, "call-id", "", "call `id` (default a new one)")
	flags.BoolVar(&call.Group, "group", false, "call from a group conversation")
	flags.BoolVar(&call.Nested, "sdk", false, "use the SDK's nested shape")
	flags.IntVar(&limit, "timeout-ms", 0, "time limit of the tool, in `milliseconds`")
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

// sendCall sends the call and returns the response's fields and its status.
func sendCall(ctx context.Context, f *flags, call app.Trial) (response jsontext.Value, status string, err error) {
	line, err := call.Line()
	if err != nil {
		return nil, "", fmt.Errorf("--args: %w", err)
	}
	c, err := dial(ctx, f)
	if err != nil {
		return nil, "", err
	}
	defer c.close()
	if err := c.send(jsontext.Value(line)); err != nil {
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
