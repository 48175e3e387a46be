package scenario

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"assent/app/wire"
	"assent/consent/misspelt"

	"github.com/go-json-experiment/json/jsontext"
)

// word is what a step may begin with. docs/scenarios.md says what each of them means.
type word struct {
	// usage names the arguments, each by what it must be: a name of kinds, or one in small
	// letters, which stands for itself. The last may be in brackets: then it may be missing.
	usage string

	send  func(p *player, words []string) (line string, err error) // the host sends the line
	act   func(p *player, words []string) error                    // something else happens
	calls func(p *player, s *Step, words []string) error           // the host sends many
}

// words are all there are, beside those that begin what is expected.
func words() map[string]word {
	const aCall = "AGENT CONVERSATION CALL_ID TOOL [ARGUMENTS]"
	all := map[string]word{
		"#":         {usage: "[TEXT]", act: func(*player, []string) error { return nil }},
		">":         {usage: "LINE", send: func(p *player, w []string) (string, error) { return p.concrete(w[0]), nil }},
		"manifest":  {usage: "AGENT VERSION [FILE]", send: (*player).manifest},
		"call":      {usage: aCall, send: call(wire.Flat, wire.RunsHere)},
		"sdk":       {usage: aCall, send: call(wire.Nested, wire.RunsHere)},
		"host":      {usage: aCall, send: call(wire.Flat, wire.RunsHost)},
		"elsewhere": {usage: aCall, send: call(wire.Flat, wire.RunsElsewhere)},
		"ran":       {usage: "AGENT CONVERSATION CALL_ID STATUS", send: ran},
		"withdraw":  {usage: "AGENT CONVERSATION CALL_ID", send: withdraw},
		"calls":     {usage: "COUNT AGENT CONVERSATION CALL_ID$N TOOL [ARGUMENTS]", calls: (*player).calls},
	}
	for name, act := range acts {
		all[name] = word{usage: act.usage, act: act.do}
	}
	return all
}

// kinds say what is wrong with an argument of their name; others may be anything.
var kinds = map[string]func(string) error{
	"DURATION": func(text string) error {
		if d, err := time.ParseDuration(text); err != nil || d < 0 {
			return errors.New("must be a duration, such as 31s, 10m or 25h")
		}
		return nil
	},
	"COUNT":   wholeNumber,
	"VERSION": wholeNumber,
	"STATUS": func(text string) error {
		if text != "ok" && text != "error" {
			return errors.New("must be ok or error")
		}
		return nil
	},
	"CALL_ID$N": func(text string) error {
		if !strings.HasSuffix(text, "$N") {
			return errors.New("must end in $N, which stands for the call's number")
		}
		return nil
	},
	"ARGUMENTS": func(text string) error {
		if !jsontext.Value(text).IsValid() {
			return errors.New("must be JSON")
		}
		return nil
	},
}

func wholeNumber(text string) error {
	if _, err := strconv.ParseUint(text, 10, 31); err != nil {
		return errors.New("must be a whole number")
	}
	return nil
}

// parse returns the word that a step's line begins with, and its arguments. The error says
// what is wrong with the line, in a sentence without its end.
func parse(line string) (w word, arguments []string, err error) {
	name, rest, _ := strings.Cut(line, " ")
	all := words()
	w, known := all[name]
	if !known {
		names := append(slices.Collect(maps.Keys(all)), "<", "?")
		slices.Sort(names)
		return w, nil, fmt.Errorf("%q %s", name, misspelt.Unknown(name, names))
	}
	wanted := strings.Fields(w.usage)
	arguments, err = w.arguments(wanted, rest)
	if err != nil {
		return w, nil, fmt.Errorf("%w: %s", err, strings.TrimSpace(name+" "+w.usage))
	}
	return w, arguments, nil
}

// arguments splits rest into the arguments that are wanted.
func (w word) arguments(wanted []string, rest string) (arguments []string, err error) {
	arguments = strings.Fields(rest)
	if len(wanted) > 0 && slices.Contains([]string{"[ARGUMENTS]", "LINE", "[TEXT]"}, wanted[len(wanted)-1]) {
		if arguments = strings.SplitN(rest, " ", len(wanted)); rest == "" {
			arguments = nil
		}
	}
	if len(arguments) > len(wanted) {
		return nil, fmt.Errorf("%q is one too many", arguments[len(wanted)])
	}
	for i, want := range wanted {
		name := strings.Trim(want, "[]")
		switch {
		case i >= len(arguments) && name == want:
			return nil, fmt.Errorf("%s is missing", name)
		case i >= len(arguments):
		case strings.ToLower(name) == name:
			if allowed := strings.Split(name, "|"); !slices.Contains(allowed, arguments[i]) {
				return nil, fmt.Errorf("%q must be %s", arguments[i], strings.Join(allowed, " or "))
			}
		case kinds[name] != nil:
			if err := kinds[name](arguments[i]); err != nil {
				return nil, fmt.Errorf("%s %w", name, err)
			}
		}
	}
	return arguments, nil
}
