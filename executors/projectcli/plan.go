package projectcli

import (
	"context"
	"time"

	"assent/executors"
)

// plan is one call of a CLI, ready to be made.
type plan struct {
	*executor
	request
	method *method
	facts  executors.Facts
}

func (p *plan) Facts() executors.Facts { return p.facts }

func (p *plan) Close() error { return nil }

// Run makes the credential, if the CLI gets one, and runs the CLI. Whatever that prints,
// the credential is taken out of it before anything else looks at it.
func (p *plan) Run(ctx context.Context) (any, error) {
	if p.facts.Finding != nil {
		return nil, p.facts.Finding
	}
	credential, err := p.method.cli.Credential.make(ctx, p.home)
	if err != nil {
		return nil, err
	}
	command := p.command()
	if credential != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(p.method.cli.Credential.TTLS)*time.Second)
		defer cancel()
		command.Environment = append(command.Environment, p.method.cli.Credential.variable(credential))
	}
	out, err := runToEnd(ctx, command, executors.MaxContent)
	if err != nil {
		return nil, failure(ctx, err)
	}
	if out, err = credential.scrub(out); err != nil {
		return nil, p.method.noAnswer()
	}
	said, err := p.method.readAnswer(out)
	if err != nil {
		return nil, err
	}
	return p.result(said)
}
