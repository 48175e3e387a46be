package main

import (
	"context"
	"errors"
	"fmt"

	"assent/app/wire"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

func newCall(f *flags) *cobra.Command {
	var call wire.Request
	var arguments string
	var limit int
	var nested bool
	cmd := &cobra.Command{
		Use:   "call --agent ID --tool NAME",
		Short: "Send one tool call and print its response; exit 0 ok, 3 denied, 4 error",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text, err := readArguments(cmd, arguments)
			if err != nil {
				return err
			}
			call.Arguments = jsontext.Value(text)
			if cmd.Flags().Changed("timeout-ms") {
				call.TimeoutMS = &limit
			}
			if nested {
				call.Shape = wire.Nested
			}
			if !call.Arguments.IsValid() {
				return errors.New("--args: the arguments are not JSON")
			}
			response, status, err := sendCall(cmd.Context(), f, call)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), string(response))
			return exit{code: map[string]int{wire.StatusOK: exitOK, wire.StatusDenied: exitDenied, wire.StatusError: exitError}[status]}.orNil()
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&call.AgentID, "agent", "", "agent `id`")
	flags.StringVar(&call.Tool, "tool", "", "tool `name`")
	flags.StringVar(&arguments, "args", "{}", "arguments, as `JSON`, or @FILE, or @- for standard input")
	flags.StringVar(&call.ConversationID, "conversation", "assentctl", "conversation `id`")
	flags.StringVar(&call.CallID, "call-id", "", "call `id` (default a new one)")
	flags.BoolVar(&call.Group, "group", false, "call from a group conversation")
	flags.BoolVar(&nested, "sdk", false, "use the SDK's nested shape")
	flags.IntVar(&limit, "timeout-ms", 0, "time limit of the tool, in `milliseconds`")
	cmd.RegisterFlagCompletionFunc("agent", agentIDs(f))
	cmd.RegisterFlagCompletionFunc("tool", toolNames(f))
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

// sendCall sends the call and returns the fields of what came back and its status.
func sendCall(ctx context.Context, f *flags, call wire.Request) (fields jsontext.Value, status string, err error) {
	c, err := connect(ctx, f)
	if err != nil {
		return nil, "", err
	}
	defer c.Close()
	reply, err := c.Call(ctx, call)
	var refusal *wire.Error
	if errors.As(err, &refusal) {
		return refusal.Line(), wire.StatusError, nil
	}
	return reply.Raw, reply.Status, err
}
