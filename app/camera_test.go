package app

import (
	"context"
	"path/filepath"
	"testing"

	"assent/app/folder"
	"assent/app/script"
	"assent/app/wire"
	"assent/consent/canonical"
	"assent/consent/clock"
	"assent/executors"

	"github.com/go-json-experiment/json/jsontext"
)

// camera is an executor for camera:use that does what the test says.
type camera struct {
	prepare func() (executors.Plan, error)
	runs    int
	facts   executors.Facts
	run     func(ctx context.Context) (any, error)
}

func (c *camera) Available(context.Context) error { return nil }

func (c *camera) Prepare(context.Context, executors.Request) (executors.Plan, error) {
	if c.prepare != nil {
		return c.prepare()
	}
	return photo{c}, nil
}

type photo struct{ *camera }

func (p photo) Facts() executors.Facts { return p.facts }
func (p photo) Close() error           { return nil }
func (p photo) Run(ctx context.Context) (any, error) {
	p.runs++
	if p.run == nil {
		return map[string]any{"shot": p.runs}, nil
	}
	return p.run(ctx)
}

const cameraManifest = `{"schema_version":"1.0","agent_version":"1.0.0","tools":[{"name":"shoot","description_i18n_key":"d",` +
	`"input_schema":{"type":"object","additionalProperties":false},"permission_scope":"camera:use","timeout_ms":50}],` +
	`"permission_scopes":[{"id":"camera:use","label_i18n_key":"l","label_fallback":"Camera","sensitivity":"low"}],"capability_flags":{}}`

// openEngine opens an engine that serves camera:use with c and knows agent-1, which
// may use it.
func openEngine(t *testing.T, c *camera) *Engine {
	t.Helper()
	return openEngineAt(t, filepath.Join(t.TempDir(), "data"), `{"review":{"*":"all"},"answers":[{"answer":"allow"}]}`, c)
}

// serve has an engine serve a scope, whatever its settings become.
func (e *Engine) serve(scope string, executor executors.Executor) {
	e.machine.steady[scope] = executor
	e.hold(e.Settings())
}

// openEngineAt opens it on a data folder, with an answers file as the person.
func openEngineAt(t *testing.T, data, file string, c *camera) *Engine {
	t.Helper()
	answers, err := script.Read([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	person := &script.Person{Answers: answers, Clock: clock.System()}
	e, err := Open(Options{Places: folder.Places{Data: data, Socket: filepath.Join(data, "s")}, Program: "test", Asker: person, Reviewer: person})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	e.serve("camera:use", c)
	if err := e.AddAgent("agent-1", "", []byte(cameraManifest)); err != nil {
		t.Fatal(err)
	}
	return e
}

func shoot(callID string) wire.Call {
	arguments := jsontext.Value(`{}`)
	return wire.Call{
		CallKey: wire.CallKey{AgentID: "agent-1", ConversationID: "c-1", CallID: callID},
		Tool:    "shoot", Arguments: arguments, Digest: canonical.Digest(arguments),
	}
}

// run runs a call through the chain.
func run(t *testing.T, e *Engine, call wire.Call) wire.Response {
	t.Helper()
	return e.execution(nil, call, e.order.take(call.AgentID)).run(t.Context())
}
