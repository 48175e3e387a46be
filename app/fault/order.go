// Package fault is what goes wrong on order, for tests of agents: serve --fault has one call,
// or each call of a tool, meet a slow person, a pause, a kill, a full disk or a clock that is
// set. order.go reads an order, faults.go says which call meets it; what it then does is
// where it would happen by itself: in package app, and of the slow person in package script.
//
// docs/architecture.md says where the package stands, docs/testing.md what it keeps.
package fault

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
)

// Kind is what goes wrong.
type Kind string

// The kinds.
const (
	SlowPerson       Kind = "slow-person"        // the person takes longer by the order's time
	Paused           Kind = "paused"             // it is answered as if the person had paused Assent
	TooManyQuestions Kind = "too_many_questions" // where it is to be asked about, too many wait
	KillBefore       Kind = "kill-before"        // the process is killed when the call may run, before it does
	KillAfter        Kind = "kill-after"         // the process is killed when it ran, before that is recorded
	DiskFull         Kind = "disk-full"          // its row cannot be written
	ClockJump        Kind = "clock-jump"         // when it comes the wall clock is set by the order's time, also back
)

// Kinds are all of them, as a person reads them.
const Kinds = "slow-person:TIME, paused, too_many_questions, kill-before, kill-after, disk-full and clock-jump:TIME"

// timed are the kinds that take a time.
var timed = map[Kind]bool{
	SlowPerson: true, Paused: false, TooManyQuestions: false, KillBefore: false, KillAfter: false, DiskFull: false, ClockJump: true,
}

// Order is one fault and the calls that meet it.
type Order struct {
	Kind Kind
	By   time.Duration // of SlowPerson and ClockJump

	Tool   string // the calls of this tool; empty: of any
	Number int    // only the one that came as this, from 1, since the engine started; 0: each
	CallID string // only this one; then Tool and Number are not set

	text string
}

func (o Order) String() string { return o.text }

// which is what an order may name behind its kind: a tool or any, and a number.
var which = regexp.MustCompile(`^(\*|[a-z][a-z0-9_]{1,31})(?:#([1-9][0-9]{0,8}))?$`)

// Parse reads "KIND=TOOL", "KIND=TOOL#3" for the third call of it, "KIND=*" for any tool, or
// "KIND=@CALL_ID"; where the kind takes a time "KIND:TIME=…", such as "clock-jump:-2d=*#1".
// The error says what an order should be.
func Parse(text string) (Order, error) {
	head, calls, found := strings.Cut(text, "=")
	if !found {
		return Order{}, fmt.Errorf("%q names no call: it takes KIND=TOOL, KIND=TOOL#NUMBER, KIND=* or KIND=@CALL_ID", text)
	}
	o := Order{text: text}
	word, by, hasTime := strings.Cut(head, ":")
	o.Kind = Kind(word)
	takesTime, known := timed[o.Kind]
	if !known {
		return Order{}, fmt.Errorf("%q is not known; there are %s", word, Kinds)
	}
	if takesTime != hasTime {
		return Order{}, fmt.Errorf("%q takes %s", word, map[bool]string{true: "a time, such as " + word + ":45s", false: "no time"}[takesTime])
	}
	var err error
	if o.By, err = parseTime(by); takesTime && (err != nil || o.By == 0 || o.By < 0 && o.Kind != ClockJump) {
		return Order{}, fmt.Errorf("%q is not a time such as 45s or 2d", by)
	}
	if err := o.name(calls); err != nil {
		return Order{}, err
	}
	return o, nil
}

// parseTime reads a time that may be negative.
func parseTime(text string) (time.Duration, error) {
	back, negative := strings.CutPrefix(text, "-")
	d, err := clock.ParseDuration(back)
	switch {
	case err != nil || d < 0: // it has a second sign
		return 0, errors.New("is no time")
	case negative:
		return -d, nil
	}
	return d, nil
}

// name reads which calls are meant.
func (o *Order) name(calls string) error {
	if id, one := strings.CutPrefix(calls, "@"); one {
		if !(ask.CallKey{AgentID: "a", ConversationID: "c", CallID: id}).Valid() {
			return errors.New("behind @ comes a call_id: 1 to 128 printable ASCII characters")
		}
		o.CallID = id
		return nil
	}
	parts := which.FindStringSubmatch(calls)
	if parts == nil {
		return fmt.Errorf("%q is no call: it takes TOOL, TOOL#NUMBER, * or @CALL_ID", calls)
	}
	if parts[1] != "*" {
		o.Tool = parts[1]
	}
	if parts[2] != "" {
		number, err := strconv.Atoi(parts[2])
		if err != nil {
			return err
		}
		o.Number = number
	}
	return nil
}
