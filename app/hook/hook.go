package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"assent/app/host"
	"assent/app/ingress"
	"assent/app/wire"
)

// The exit codes of a hook, as its clients read them.
const (
	exitGoOn  = 0 // what stands on standard output counts; nothing: as if there were no hook
	exitBlock = 2 // the tool is not used; standard error says why
)

// inputLimit is how much a client may hand over, in bytes.
const inputLimit = 16 << 20

// Hook is one run of a client's hook.
type Hook struct {
	Client Client
	Guard  bool
	Socket string // of the engine

	// Patience is how long the person has, less than the client waits for its hook.
	Patience time.Duration

	// Behind reports whether the client's MCP server of this name runs behind Assent, so
	// that its tools are asked about already.
	Behind func(server string) bool

	// Installed reports whether a client has a hook of Assent's own, so that another one's
	// hook that it runs, too, stays silent.
	Installed func(client string) bool
}

// Run answers the event on in, and returns the exit code. It never panics. ctx ends when
// the client wants no answer any more.
func (h Hook) Run(ctx context.Context, in io.Reader, out, errs io.Writer) (code int) {
	defer func() {
		if p := recover(); p != nil {
			code = h.fail(errs, host.Recovered(p))
		}
	}()
	answer, err := h.answer(ctx, in)
	if err != nil {
		return h.fail(errs, err)
	}
	if _, err := out.Write(answer); err != nil {
		return h.fail(errs, errors.New("the answer could not be written"))
	}
	return exitGoOn
}

// fail ends without an answer: the client asks by itself, or under guard, the tool is not
// used.
func (h Hook) fail(errs io.Writer, err error) int {
	if !h.Guard {
		return exitGoOn
	}
	fmt.Fprintf(errs, "Assent did not let this run: %v.\n", err)
	return exitBlock
}

// answer returns what is written on standard output.
func (h Hook) answer(ctx context.Context, in io.Reader) ([]byte, error) {
	if !h.Guard && !h.Client.Asks {
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(in, inputLimit+1))
	switch {
	case err != nil:
		return nil, errors.New("standard input could not be read")
	case len(data) > inputLimit:
		return nil, fmt.Errorf("the hook's input is over %d MiB", inputLimit>>20)
	}
	e, err := h.Client.read(data)
	if err != nil {
		return nil, err
	}
	if h.silent(e) {
		return []byte(h.Client.goOn), nil
	}
	reply, err := h.ask(ctx, e)
	if err != nil {
		return nil, err
	}
	return h.said(e, reply)
}

// silent reports whether the event is another's to ask about, or nobody's.
func (h Hook) silent(e event) bool {
	asks := e.name == permissionRequest
	return asks == h.Guard ||
		e.behind || e.server != "" && h.Behind(e.server) ||
		e.starter != "" && h.Installed(e.starter)
}

// ask asks the person.
func (h Hook) ask(ctx context.Context, e event) (wire.Reply, error) {
	agent := host.NewCodingAgent(h.Socket, "hook."+h.Client.Name, h.Client.Name, h.Client.Title, h.Patience)
	defer agent.Close()
	reply, err := agent.Ask(ctx, host.Use{ConversationID: e.session, Kind: h.Client.kind(e.tool), Tool: e.tool, Input: e.input, Cwd: e.cwd})
	switch {
	case errors.Is(err, ingress.ErrNoEngine):
		return reply, errors.New("no engine is running: start assent, or assentctl serve where there is no desktop")
	case errors.Is(err, host.ErrLate):
		return reply, fmt.Errorf("nobody answered within %d seconds", int(h.Patience/time.Second))
	case err != nil:
		return reply, fmt.Errorf("asking the engine: %w", err)
	}
	return reply, nil
}

// said puts a reply into the client's form.
func (h Hook) said(e event, reply wire.Reply) ([]byte, error) {
	allowed := reply.Status == wire.StatusOK
	refused := reply.Reason == wire.UserRefused || reply.Reason == wire.PermissionRevoked
	switch {
	case !h.Guard && allowed:
		return line(h.Client.proceed(e, true, ""))
	case !h.Guard && refused:
		return line(h.Client.proceed(e, false, host.Denial(reply)))
	case !h.Guard:
		return nil, nil
	case allowed:
		return []byte(h.Client.goOn), nil
	}
	return line(h.Client.deny(e, host.Denial(reply)))
}

func line(answer any) ([]byte, error) {
	data, err := json.Marshal(answer)
	return append(data, '\n'), err
}
