package scenario

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"assent/app/wire"
	"assent/assets"
	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
)

// call makes the line of AGENT CONVERSATION CALL_ID TOOL [ARGUMENTS], in a shape and for
// whom to run.
func call(shape wire.Shape, runs wire.Runs) func(*player, []string) (string, error) {
	return func(p *player, words []string) (string, error) {
		call := wire.Request{CallKey: keyOf(words), Tool: words[3], Shape: shape, Runs: runs}
		if len(words) == 5 {
			call.Arguments = jsontext.Value(p.concrete(words[4]))
		}
		line, err := call.Line()
		return string(line), err
	}
}

func ran(_ *player, words []string) (string, error) {
	return string(wire.Ran{CallKey: keyOf(words), Status: words[3]}.Line()), nil
}

func withdraw(_ *player, words []string) (string, error) {
	return string(wire.Withdraw{CallKey: keyOf(words)}.Line()), nil
}

// keyOf is the call that AGENT CONVERSATION CALL_ID names.
func keyOf(words []string) wire.CallKey {
	return wire.CallKey{AgentID: words[0], ConversationID: words[1], CallID: words[2]}
}

// calls sends the call of COUNT AGENT CONVERSATION CALL_ID TOOL [ARGUMENTS] so many times
// at once, with $N for its number.
func (p *player) calls(s *Step, words []string) error {
	count, err := strconv.Atoi(words[0])
	if err != nil {
		return fmt.Errorf("how many: %w", err)
	}
	p.many = regexp.MustCompile("(" + regexp.QuoteMeta(strings.TrimSuffix(words[3], "$N")) + `)\d+`)
	if s.Sent, err = call(wire.Flat, wire.RunsHere)(p, words[1:]); err != nil {
		return err
	}
	for n := range count {
		p.receive(p.session, []byte(strings.ReplaceAll(s.Sent, "$N", strconv.Itoa(n+1))))
	}
	return nil
}

// manifest makes the line of AGENT VERSION [FILE]. Without a file it is the demo's.
func (p *player) manifest(words []string) (string, error) {
	data := assets.DemoManifest
	if len(words) == 3 {
		data = p.files[words[2]]
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
