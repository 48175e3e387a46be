package host

import (
	"context"
	"slices"

	"assent/app/wire"
)

// asked is a line that the engine answers in the order of lines, and what it had
// against the line before it.
type asked struct {
	agentID string // of the line before, empty when there was none
	refusal *wire.Error
	answer  chan wire.ControlAnswer
}

// Control asks the engine for something (contract §11). The error says that it was not
// answered; ControlAnswer.Err that it was not done.
func (c *Client) Control(ctx context.Context, request wire.Control) (wire.ControlAnswer, error) {
	a, err := c.ask("", request.Line())
	if err != nil {
		return wire.ControlAnswer{}, err
	}
	return wait(ctx, c, a.answer)
}

// Agents returns the agents that the engine knows.
func (c *Client) Agents(ctx context.Context) ([]wire.AgentStatus, error) {
	answer, err := c.Control(ctx, wire.Control{Op: wire.AgentList})
	if err != nil {
		return nil, err
	}
	return answer.Agents, answer.Err()
}

// Reauth passes on that an agent's manifest changed in a breaking way. The error is a
// *wire.Error when the engine does not take it.
func (c *Client) Reauth(ctx context.Context, r wire.Reauth) error {
	return c.tell(ctx, r.AgentID, r.Line())
}

// Restrict takes from an agent the scopes that granted does not name. The error is a
// *wire.Error when the engine does not take it.
func (c *Client) Restrict(ctx context.Context, agentID string, granted []string) error {
	return c.tell(ctx, agentID, wire.Relation{AgentID: agentID, Granted: granted}.Line())
}

// tell sends a line that is answered only when something is wrong with it, and one
// behind it that is always answered, to know.
func (c *Client) tell(ctx context.Context, agentID string, line []byte) error {
	a, err := c.ask(agentID, line, wire.Control{Op: wire.AgentList}.Line())
	if err != nil {
		return err
	}
	if _, err := wait(ctx, c, a.answer); err != nil {
		return err
	}
	if a.refusal != nil {
		return a.refusal
	}
	return nil
}

// ask sends lines of which the last one is answered in order.
func (c *Client) ask(agentID string, lines ...[]byte) (*asked, error) {
	a := &asked{agentID: agentID, answer: make(chan wire.ControlAnswer, 1)}
	c.telling.Lock()
	defer c.telling.Unlock()
	c.mu.Lock()
	c.asked = append(c.asked, a)
	c.mu.Unlock()
	for _, line := range lines {
		if err := c.write(line); err != nil {
			c.forget(a)
			return nil, err
		}
	}
	return a, nil
}

func (c *Client) forget(a *asked) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = slices.DeleteFunc(c.asked, func(other *asked) bool { return other == a })
}

// answered takes the answer of the line that was asked first.
func (c *Client) answered(answer wire.ControlAnswer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.asked) > 0 {
		c.asked[0].answer <- answer
		c.asked = c.asked[1:]
	}
}

// refused takes an error: a call's, or of the line before the one that was asked first.
func (c *Client) refused(e *wire.Error) {
	if c.end(e.CallKey, answer{err: e}) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.Ends() {
		c.last = e
	}
	if len(c.asked) == 0 || e.Ends() {
		return
	}
	if first := c.asked[0]; e.AgentID == first.agentID || e.AgentID == "" { // an agent's id that cannot be read is not echoed
		first.refusal = e
	}
}

// Hello asks what the engine speaks and can do.
func (c *Client) Hello(ctx context.Context) (wire.Greeting, error) {
	greeting := make(chan wire.Greeting, 1)
	c.mu.Lock()
	c.greets = append(c.greets, greeting)
	c.mu.Unlock()
	if err := c.write(wire.Hello{}.Line()); err != nil {
		return wire.Greeting{}, err
	}
	return wait(ctx, c, greeting)
}

// greeted takes a greeting: all of them are the same, so the first to ask has it.
func (c *Client) greeted(greeting wire.Greeting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.greets) > 0 {
		c.greets[0] <- greeting
		c.greets = c.greets[1:]
	}
}
