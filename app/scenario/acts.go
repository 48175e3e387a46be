package scenario

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"assent/app/wire"
	"assent/assets"
	"assent/consent"
	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
)

// do does what the step's line says. Beside "> {…}" the host can say, shorter:
//
//	manifest AGENT VERSION [FILE]  a manifest: the play's file, else the demo's
//	call AGENT CONVERSATION CALL_ID TOOL [ARGUMENTS], sdk …
//	                               a call, in the flat shape or in the SDK's
//	host AGENT CONVERSATION CALL_ID TOOL [ARGUMENTS], elsewhere …
//	                               a call that the host runs, or whom it speaks for
//	ran AGENT CONVERSATION CALL_ID STATUS
//	                               what became of a call that the host runs
//	withdraw AGENT CONVERSATION CALL_ID
//	                               the host takes a call back
//	calls COUNT AGENT …            many calls at once
func (p *player) do(s *Step) error {
	word, rest, _ := strings.Cut(s.Line, " ")
	switch word {
	case "", "#":
		return nil
	case ">":
		s.Sent = p.concrete(rest)
	case "call", "sdk", "host", "elsewhere":
		line, err := p.call(rest, word)
		if err != nil {
			return err
		}
		s.Sent = line
	case "ran", "withdraw":
		line, err := about(word, strings.Fields(rest))
		if err != nil {
			return err
		}
		s.Sent = line
	case "manifest":
		line, err := p.manifest(strings.Fields(rest))
		if err != nil {
			return err
		}
		s.Sent = line
	case "calls":
		return p.calls(s, rest)
	default:
		return p.act(strings.Fields(s.Line))
	}
	p.receive(p.session, []byte(s.Sent))
	return nil
}

// act does what is said in words:
//
//	advance 31s                   time passes
//	clock back 48h, clock forward 48h
//	                              the user sets the wall clock
//	suspend 25h                   the machine sleeps
//	reboot 1m                     the machine is off for so long; Assent starts anew
//	restart                       Assent ends and starts anew
//	hang up                       the host goes away both ways; a new one connects
//	pause, resume                 the person pauses Assent, and goes on
//	grant, revoke, lift, end AGENT SCOPE
//	                              the person grants a scope, takes it back, lifts "always
//	                              deny", ends its silent windows
//	lower, raise AGENT TOOL       the person has a tool asked about as medium, and not any more
//	untick AGENT TOOL             the person has a ticked tool asked about again
//	deny AGENT, mute AGENT 10m    the person denies all that waits, or all for a while
//	add AGENT NAME MANIFEST, remove AGENT
//	                              the person adds an agent, forgets it
//	quit                          the person quits Assent
//	link NAME TARGET              in the home folder, NAME becomes a link to TARGET
func (p *player) act(words []string) error {
	if len(words) > 0 {
		if act, ok := acts[words[0]]; ok && len(words) == 1+act.arguments {
			return act.do(p, words[1:])
		}
	}
	return errors.New("this step is not understood")
}

var acts = map[string]struct {
	arguments int
	do        func(p *player, words []string) error
}{
	"advance": {1, timed(func(p *player, d time.Duration) error { p.clock.Advance(d); return nil })},
	"suspend": {1, timed(func(p *player, d time.Duration) error { p.clock.Suspend(d); return nil })},
	"reboot": {1, timed(func(p *player, d time.Duration) error {
		return p.again(func() { p.clock.Reboot(d) })
	})},
	"clock": {2, func(p *player, words []string) error {
		d, err := time.ParseDuration(words[1])
		if words[0] == "back" {
			d = -d
		}
		p.clock.SetWall(p.clock.Now().Add(d))
		return err
	}},
	"restart": {0, func(p *player, _ []string) error { return p.again(func() {}) }},
	"hang": {1, func(p *player, _ []string) error {
		p.session.HangUp()
		p.connect()
		return nil
	}},
	"pause":  {0, func(p *player, _ []string) error { p.engine.Pause(true); return nil }},
	"resume": {0, func(p *player, _ []string) error { p.engine.Pause(false); return nil }},
	"grant":  {2, func(p *player, w []string) error { return p.engine.Grant(w[0], w[1]) }},
	"revoke": {2, func(p *player, w []string) error { return p.engine.Revoke(w[0], w[1]) }},
	"lower":  {2, func(p *player, w []string) error { return p.engine.Lower(w[0], w[1]) }},
	"raise":  {2, func(p *player, w []string) error { return p.engine.Raise(w[0], w[1]) }},
	"untick": {2, func(p *player, w []string) error { return p.engine.Untick(w[0], w[1]) }},
	"lift":   {2, func(p *player, w []string) error { return p.engine.Lift(consent.Rule{AgentID: w[0], Scope: w[1]}) }},
	"undo":   {1, func(p *player, w []string) error { return p.engine.Undo(w[0]) }},
	"end":    {2, func(p *player, w []string) error { return p.endWindows(w[0], w[1]) }},
	"deny":   {1, func(p *player, w []string) error { p.engine.DenyAll(w[0]); return nil }},
	"remove": {1, func(p *player, w []string) error { return p.engine.RemoveAgent(w[0]) }},
	"mute": {2, func(p *player, w []string) error {
		d, err := time.ParseDuration(w[1])
		p.engine.Mute(w[0], d)
		return err
	}},
	"quit": {0, func(p *player, _ []string) error { p.engine.Quit(); return nil }},
	"add":  {3, func(p *player, w []string) error { return p.engine.AddAgent(w[0], w[1], []byte(w[2])) }},
	"link": {2, func(p *player, w []string) error { return p.link(w[0], w[1]) }},
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

// again ends the engine and opens a new one, with something in between.
func (p *player) again(between func()) error {
	if err := p.engine.Close(); err != nil {
		return err
	}
	between()
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

// call makes the line of "call AGENT CONVERSATION CALL_ID TOOL [ARGUMENTS]", or of
// another word for a call.
func (p *player) call(rest, word string) (string, error) {
	words := strings.SplitN(rest, " ", 5)
	if len(words) < 4 {
		return "", errors.New("this step is not understood")
	}
	call := wire.Request{CallKey: keyOf(words), Tool: words[3]}
	switch word {
	case "sdk":
		call.Shape = wire.Nested
	case "host":
		call.Runs = wire.RunsHost
	case "elsewhere":
		call.Runs = wire.RunsElsewhere
	}
	if len(words) == 5 {
		call.Arguments = jsontext.Value(p.concrete(words[4]))
	}
	line, err := call.Line()
	return string(line), err
}

// about makes the line of "ran …" or "withdraw …".
func about(word string, words []string) (string, error) {
	switch {
	case word == "ran" && len(words) == 4:
		return string(wire.Ran{CallKey: keyOf(words), Status: words[3]}.Line()), nil
	case word == "withdraw" && len(words) == 3:
		return string(wire.Withdraw{CallKey: keyOf(words)}.Line()), nil
	}
	return "", errors.New("this step is not understood")
}

// keyOf is the call that AGENT CONVERSATION CALL_ID names.
func keyOf(words []string) wire.CallKey {
	return wire.CallKey{AgentID: words[0], ConversationID: words[1], CallID: words[2]}
}

// calls sends the call of "calls COUNT AGENT CONVERSATION CALL_ID TOOL [ARGUMENTS]" so
// many times at once, with $N for its number.
func (p *player) calls(s *Step, rest string) error {
	number, rest, _ := strings.Cut(rest, " ")
	count, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("how many: %w", err)
	}
	id := strings.Fields(rest)
	if len(id) < 4 || !strings.HasSuffix(id[2], "$N") {
		return errors.New("the call_id does not end with $N")
	}
	p.many = regexp.MustCompile("(" + regexp.QuoteMeta(strings.TrimSuffix(id[2], "$N")) + `)\d+`)
	if s.Sent, err = p.call(rest, "call"); err != nil {
		return err
	}
	for n := range count {
		p.receive(p.session, []byte(strings.ReplaceAll(s.Sent, "$N", strconv.Itoa(n+1))))
	}
	return nil
}

// manifest makes the line of "manifest AGENT VERSION [FILE]". Without a file it is the
// demo's.
func (p *player) manifest(words []string) (string, error) {
	data := assets.DemoManifest
	switch len(words) {
	case 2:
	case 3:
		data = p.files[words[2]]
	default:
		return "", errors.New("this step is not understood")
	}
	manifest := jsontext.Value(data).Clone()
	if err := manifest.Compact(); err != nil {
		return "", fmt.Errorf("the manifest: %w", err)
	}
	version, err := strconv.Atoi(words[1])
	if err != nil {
		return "", fmt.Errorf("the version: %w", err)
	}
	line, err := wire.Manifest{AgentID: words[0], Version: version, Hash: canonical.Digest(manifest), Manifest: manifest}.Line()
	return string(line), err
}

// manifestMember finds the manifest at the end of a manifest line.
var manifestMember = regexp.MustCompile(`"manifest":(\{.*\})\}$`)

// long is how many bytes $LONG stands for: more than a manifest may have.
const long = 130 << 10

// concrete fills in what a line leaves open.
func (p *player) concrete(line string) string {
	line = strings.ReplaceAll(line, "$HOME", p.home)
	line = strings.ReplaceAll(line, "$SITE", p.site.address())
	line = strings.ReplaceAll(line, "$LONG", strings.Repeat("x", long))
	if m := manifestMember.FindStringSubmatch(line); m != nil {
		line = strings.ReplaceAll(line, "$HASH", canonical.Digest([]byte(m[1])))
	}
	return line
}
