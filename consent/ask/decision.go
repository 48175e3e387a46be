package ask

import (
	"time"

	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
)

// Reason says why a call was denied (contract §4), in Assent's one vocabulary;
// package wire translates it for the nested shape.
type Reason string

// The reasons that come with status denied.
const (
	NotInGroup        Reason = "tool_not_supported_in_group"
	ToolNotDeclared   Reason = "tool_not_declared"
	ScopeNotGranted   Reason = "scope_not_granted"
	PermissionRevoked Reason = "permission_revoked" // granted once and taken back, or "always deny" (contract §3)
	UserRefused       Reason = "user_refused"
	UserTimeout       Reason = "user_timeout"
)

// Denied is the error of a call that may not run.
type Denied struct {
	Reason Reason
	Rule   i18n.Text // what made it so, for the person

	// Message is the person's own words for the agent, at most MaxMessage characters,
	// mostly none. It travels with the answer and is never logged.
	Message string

	// Details is what it takes to correct the call, an object; it travels too. Nil for most.
	Details jsontext.Value
}

func (d *Denied) Error() string { return string(d.Reason) }

// What nobody answered (contract §7): it is never told as the person's no.
var (
	// ErrPaused is what calls are answered while the person paused Assent.
	ErrPaused = executors.Errorf(executors.Paused, "The user paused Assent. Try again later.")
	// ErrQuitting is what they are answered while Assent closes.
	ErrQuitting = executors.Errorf(executors.Interrupted, "Assent closed before anyone answered, so nothing was done.")

	// ErrTakenBack is what a call is answered that its host took back, and the cause of
	// the end of such a call's context.
	ErrTakenBack = executors.Errorf(executors.Interrupted, "The program that asked took its call back, so nothing was done.")

	errHungUp = executors.Errorf(executors.Interrupted, "Nobody waited for the answer any more, so nothing was done.")
)

// Decider is who decided a call (contract §1, decision).
type Decider string

// The deciders.
const (
	BySilence Decider = "silent"
	ByWindow  Decider = "window"
	ByPerson  Decider = "person"
	ByTimeout Decider = "timeout"
	ByScript  Decider = "script"
	ByRule    Decider = "rule"
)

// Decision is what became of step 5. It is returned with a nil error when the
// call may run, and beside the error when not.
type Decision struct {
	By          Decider
	Sensitivity manifest.Sensitivity // effective
	Rule        i18n.Text            // which rule, window or answer made it, for the person
	Answer      Answer               // the person's, where one was asked, without its Message
	Shown       time.Duration        // how long the question was on screen
}
