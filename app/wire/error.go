package wire

import (
	"fmt"

	"assent/consent"
	"assent/consent/manifest"
)

// The codes of an Error (contract §2).
const (
	BadMessage      = consent.CodeBadMessage
	ManifestInvalid = consent.CodeInvalid
	TooLarge        = consent.CodeTooLarge
	HashMismatch    = consent.CodeHashMismatch
	VersionRollback = consent.CodeVersionRollback
	TooManyAgents   = consent.CodeTooManyAgents
	LineTooLong     = "LINE_TOO_LONG"
	TooManyHosts    = "TOO_MANY_HOSTS"
)

// Error answers a line that no tool response can answer (contract §2).
type Error struct {
	Code    string           `json:"code"`
	Message string           `json:"message"` // a sentence for people, without a value of the line
	CallKey                  // what could be read of it
	Details []manifest.Issue `json:"details,omitzero"`
}

func (e *Error) Error() string { return e.Message }

// Line writes e. Details that do not fit are left out, the last first.
func (e *Error) Line() []byte {
	shorter := *e
	for {
		line := write("error", shorter)
		if len(line) <= MaxOutbound || len(shorter.Details) == 0 {
			return line
		}
		shorter.Details = shorter.Details[:len(shorter.Details)/2]
	}
}

// badMessage is the error of a host's line that cannot be tied to a call.
func badMessage(line []byte, message string) *Error {
	return &Error{Code: BadMessage, Message: message, CallKey: readableKey(line)}
}

// TooLong is the error of a line over MaxInbound, after which a connection ends.
func TooLong() *Error { return &Error{Code: LineTooLong, Message: "a line is at most 1 MiB"} }

// NoPlace is what a connection beyond MaxHosts is told before it ends.
func NoPlace() *Error {
	return &Error{Code: TooManyHosts, Message: fmt.Sprintf("%d hosts are connected already: close one of them, or try again later", MaxHosts)}
}

// Ends reports whether the connection ends after e.
func (e *Error) Ends() bool { return e.Code == LineTooLong || e.Code == TooManyHosts }
