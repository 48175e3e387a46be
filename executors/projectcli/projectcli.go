// Package projectcli serves project:cli: a method of a program that the user set up, such
// as their calendar's (contract §17, 004). It is a restricted tool, not a shell: which
// methods there are is the user's word, in a white list that no agent can widen; what a
// method takes is judged strictly before anything starts; what runs is one program with
// an empty environment, contained to its folders.
//
// cli.go is a program as the settings name it, whitelist.go what it may be asked,
// request.go what it is asked, facts.go and preview.go what the person sees, plan.go and
// process.go how it runs, credential.go and scrub.go its credential, answer.go what it
// says and result.go what the agent gets.
//
// docs/architecture.md says where the package stands, docs/project-cli.md how to write
// such a program.
package projectcli

import (
	"context"
	"errors"
	"strings"

	"assent/consent/manifest"
	"assent/executors"
)

// Scope is the scope that this package serves, Tool its one tool.
const (
	Scope = "project:cli"
	Tool  = "project_cli"
)

// Options configures the executor. With no CLI the scope is not available.
type Options struct {
	CLIs       []CLI
	DataFolder string // Assent's, which no CLI gets
	Home       string // the user's home folder
}

// executor is the executor of project:cli.
type executor struct {
	methods  map[string]*method // by "module.method"
	faults   []error            // of the settings; while there are any, nothing is served
	home     string
	schemas  manifest.Schemas
	previews chan struct{} // holds a token for each dry run that goes on
}

// New reads the white lists of the CLIs and returns the executor of project:cli.
func New(o Options) executors.Executor {
	methods, faults := load(o.CLIs, o.DataFolder)
	return &executor{
		methods: methods, faults: faults, home: o.Home,
		previews: make(chan struct{}, previewsAtOnce),
	}
}

// Available says what is wrong with the settings, all of it.
func (e *executor) Available(context.Context) error {
	switch {
	case len(e.faults) > 0:
		var said []string
		for _, fault := range e.faults {
			said = append(said, fault.Error()+".")
		}
		return &executors.Error{Reason: executors.ServiceMissing, Message: strings.Join(said, " "), Err: errors.Join(e.faults...)}
	case len(e.methods) == 0:
		return executors.Errorf(executors.ServiceMissing, "No project CLI is set up. Name one in settings.json, under project_clis.")
	}
	return nil
}

// Prepare finds the method and judges its input. Nothing is started but, for a method
// that can show what it would change, its dry run.
func (e *executor) Prepare(ctx context.Context, req executors.Request) (executors.Plan, error) {
	if req.Tool != Tool {
		return nil, executors.Errorf(executors.UnsupportedTool, "The only tool of %s is %s.", Scope, Tool)
	}
	if len(e.faults) > 0 || len(e.methods) == 0 {
		return nil, executors.Errorf(executors.ServiceMissing, "The project CLI is not set up on this computer, or not rightly. The user can look in Assent's settings.")
	}
	r, err := readRequest(req)
	if err != nil {
		return nil, err
	}
	p := &plan{executor: e, request: r}
	if p.method = e.methods[r.module+"."+r.name]; p.method == nil {
		return nil, executors.Errorf(executors.UnsupportedTool, "This module and method are not on the user's list.")
	}
	if p.input, err = e.schemas.Arguments(p.method.tool, p.input); err != nil {
		return nil, p.method.misfit(err)
	}
	p.facts = p.describe(ctx)
	return p, nil
}
