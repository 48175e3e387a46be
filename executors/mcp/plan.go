package mcp

import (
	"context"
	"encoding/json"
	"strings"

	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// plan is one call of a server's tool.
type plan struct {
	link      *link
	binding   Binding
	arguments jsontext.Value
	facts     executors.Facts
}

func (p *plan) Facts() executors.Facts { return p.facts }

func (p *plan) Close() error { return nil }

// fact says which program or address the call goes to.
func (s Server) fact() i18n.Text {
	if s.URL != "" {
		return i18n.Text{Key: "fact.server_at", Args: map[string]any{"Server": s.URL}}
	}
	return i18n.Text{Key: "fact.server_of", Args: map[string]any{"Server": strings.Join(append([]string{s.Command}, s.Args...), " ")}}
}

// Run calls the tool. It does not wait past ctx's end for a server that hears nothing.
func (p *plan) Run(ctx context.Context) (any, error) {
	type outcome struct {
		result any
		err    error
	}
	ended := make(chan outcome, 1)
	go func() {
		result, err := p.call(ctx)
		ended <- outcome{result, err}
	}()
	select {
	case o := <-ended:
		return o.result, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// call has the server do it, if its tool is still what the person saw.
func (p *plan) call(ctx context.Context) (any, error) {
	c, err := p.link.connection(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.check(ctx, p.binding); err != nil {
		return nil, err
	}
	result, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: p.binding.Tool, Arguments: json.RawMessage(p.arguments)})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && c.over():
		return nil, &executors.Error{Reason: executors.HostError, Message: "The server ended before it answered.", Err: err}
	case err != nil:
		return nil, &executors.Error{Reason: executors.HostError, Message: "The server answered with an error.", Err: err}
	}
	p.link.worked()
	return read(result)
}

// read returns the result of a call as it goes to the agent.
func read(result *mcp.CallToolResult) (any, error) {
	switch {
	case result.IsError:
		return nil, executors.Errorf(executors.HostError, "The server's tool ended with an error.")
	case len(result.InputRequests) > 0:
		return nil, executors.Errorf(executors.HostError, "The server asks for something that no agent file can give it.")
	}
	data, err := json.Marshal(result)
	switch {
	case err != nil:
		return nil, &executors.Error{Reason: executors.HostError, Message: "The server's answer cannot be read.", Err: err}
	case len(data) > executors.MaxEncodedText:
		return nil, executors.Errorf(executors.TooLarge, "The server's answer is too large. Ask for less.")
	}
	return jsontext.Value(data), nil
}
