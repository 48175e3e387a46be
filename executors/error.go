package executors

import (
	"assent/i18n"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Reason says in one word why a call could not be done (contract §4). A reason
// belongs to exactly one error code; package wire knows which.
type Reason string

// The reasons of contract §4 that come with status error.
const (
	InvalidArguments Reason = "invalid_arguments"
	DuplicateCall    Reason = "duplicate_call"
	CallIDReused     Reason = "call_id_reused"

	UnsupportedTool  Reason = "unsupported_tool"
	UnsupportedScope Reason = "unsupported_scope"
	ServiceMissing   Reason = "service_missing"
	NoDisplay        Reason = "no_display"
	NoOneToAsk       Reason = "no_one_to_ask"
	TooManyQuestions Reason = "too_many_questions"
	Paused           Reason = "paused"

	ToolTimeout         Reason = "tool_timeout"
	PathNotFound        Reason = "path_not_found"
	NotAFile            Reason = "not_a_file"
	NotADirectory       Reason = "not_a_directory"
	PermissionDenied    Reason = "permission_denied"
	ProtectedPath       Reason = "protected_path"
	TargetChanged       Reason = "target_changed"
	TooLarge            Reason = "too_large"
	AddressNotAllowed   Reason = "address_not_allowed"
	NetworkError        Reason = "network_error"
	ClipboardUnreadable Reason = "clipboard_unreadable"
	LocationUnavailable Reason = "location_unavailable"
	NotificationFailed  Reason = "notification_failed"
	AuditUnavailable    Reason = "audit_unavailable"
	Interrupted         Reason = "interrupted"
	HostError           Reason = "host_error"
	Internal            Reason = "internal"
)

// Error is a failure with a reason for machines and a sentence for people. The
// message says what to do and never holds an argument's value, a file's content
// or a secret; it travels to the agent. Err is for the log only.
type Error struct {
	Reason  Reason
	Message string
	Details jsontext.Value // what it takes to correct the call, an object; travels too; nil for most
	Err     error
}

// Errorf makes an Error with a message for people.
func Errorf(reason Reason, format string, args ...any) *Error {
	return &Error{Reason: reason, Message: fmt.Sprintf(format, args...)}
}

func (e *Error) Error() string { return string(e.Reason) + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Err }

// AskAgain is returned by Plan.Run when the content needs a question of its own
// at high sensitivity (contract §9: a private key). Nothing has left.
type AskAgain struct{ Care []i18n.Text }

func (a *AskAgain) Error() string { return "the content must be asked about" }

// AsError finds the *Error in err's chain; any other error becomes one with
// reason internal and a message that gives nothing away.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Reason: Internal, Message: "Something went wrong inside Assent.", Err: err}
}
