package scenario

import (
	"errors"
	"strings"
	"time"

	"assent/consent"
)

// do does what the step's line says.
func (p *player) do(s *Step) error {
	if strings.TrimSpace(s.Line) == "" {
		return nil
	}
	w, arguments, err := parse(s.Line)
	switch {
	case err != nil:
		return err
	case w.act != nil:
		return w.act(p, arguments)
	case w.calls != nil:
		return w.calls(p, s, arguments)
	}
	if s.Sent, err = w.send(p, arguments); err != nil {
		return err
	}
	p.receive(p.session, []byte(s.Sent))
	return nil
}

// acts are the words for what happens beside what the host sends. A recording has them
// too, for what the person did.
var acts = map[string]struct {
	usage string
	do    func(p *player, words []string) error
}{
	"advance": {"DURATION", timed(func(p *player, d time.Duration) error { p.clock.Advance(d); return nil })},
	"suspend": {"DURATION", timed(func(p *player, d time.Duration) error { p.clock.Suspend(d); return nil })},
	"reboot": {"DURATION", timed(func(p *player, d time.Duration) error {
		return p.again(func() error { p.clock.Reboot(d); return nil })
	})},
	"clock": {"back|forward DURATION", func(p *player, words []string) error {
		d, err := time.ParseDuration(words[1])
		if words[0] == "back" {
			d = -d
		}
		p.clock.SetWall(p.clock.Now().Add(d))
		return err
	}},
	"restart": {"", func(p *player, _ []string) error { return p.again(func() error { return nil }) }},
	"kill":    {"", func(p *player, _ []string) error { return p.kill() }},
	"hang": {"up", func(p *player, _ []string) error {
		p.session.HangUp()
		p.connect()
		return nil
	}},
	"pause":  {"", func(p *player, _ []string) error { p.engine.Pause(true); return nil }},
	"resume": {"", func(p *player, _ []string) error { p.engine.Pause(false); return nil }},
	"grant":  {"AGENT SCOPE", func(p *player, w []string) error { return p.engine.Grant(w[0], w[1]) }},
	"revoke": {"AGENT SCOPE", func(p *player, w []string) error { return p.engine.Revoke(w[0], w[1]) }},
	"lower":  {"AGENT TOOL", func(p *player, w []string) error { return p.engine.Lower(w[0], w[1]) }},
	"raise":  {"AGENT TOOL", func(p *player, w []string) error { return p.engine.Raise(w[0], w[1]) }},
	"untick": {"AGENT TOOL", func(p *player, w []string) error { return p.engine.Untick(w[0], w[1]) }},
	"lift":   {"AGENT SCOPE", func(p *player, w []string) error { return p.engine.Lift(consent.Rule{AgentID: w[0], Scope: w[1]}) }},
	"undo":   {"AGENT", func(p *player, w []string) error { return p.engine.Undo(w[0]) }},
	"end":    {"AGENT SCOPE", func(p *player, w []string) error { return p.endWindows(w[0], w[1]) }},
	"deny":   {"AGENT", func(p *player, w []string) error { p.engine.DenyAll(w[0]); return nil }},
	"remove": {"AGENT", func(p *player, w []string) error { return p.engine.RemoveAgent(w[0]) }},
	"mute": {"AGENT DURATION", func(p *player, w []string) error {
		d, err := time.ParseDuration(w[1])
		p.engine.Mute(w[0], d)
		return err
	}},
	"quit": {"", func(p *player, _ []string) error { p.engine.Quit(); return nil }},
	"add":  {"AGENT NAME FILE", func(p *player, w []string) error { return p.engine.AddAgent(w[0], w[1], p.fileOr(w[2])) }},
	"link": {"NAME TARGET", func(p *player, w []string) error { return p.link(w[0], w[1]) }},
}

// timed is an act whose one argument is a duration.
func timed(do func(*player, time.Duration) error) func(*player, []string) error {
	return func(p *player, words []string) error {
		d, err := time.ParseDuration(words[0])
		if err != nil {
			return err
		}
		return do(p, d)
	}
}

// act does what a recording says that the person did.
func (p *player) act(words []string) error {
	if len(words) > 0 {
		if act, ok := acts[words[0]]; ok && len(words) == 1+len(strings.Fields(act.usage)) {
			return act.do(p, words[1:])
		}
	}
	return errors.New("what the person did is not known here")
}

// fileOr returns the play's file of a name, or the text itself: a recording has no files.
func (p *player) fileOr(text string) []byte {
	if data, ok := p.files[text]; ok {
		return data
	}
	return []byte(text)
}

// again ends the engine and opens a new one, with something in between.
func (p *player) again(between func() error) error {
	if err := p.engine.Close(); err != nil {
		return err
	}
	if err := between(); err != nil {
		return err
	}
	return p.begin()
}

func (p *player) endWindows(agentID, scope string) error {
	for _, window := range p.engine.Windows() {
		if window.AgentID == agentID && window.Scope == scope {
			if err := p.engine.EndWindow(window.ID); err != nil {
				return err
			}
		}
	}
	return nil
}
