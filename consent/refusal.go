package consent

import (
	"errors"

	"assent/consent/manifest"
)

// The codes of a Refusal (contract §2).
const (
	CodeBadMessage      = "BAD_MESSAGE"
	CodeInvalid         = "MANIFEST_INVALID"
	CodeTooLarge        = "MANIFEST_TOO_LARGE"
	CodeHashMismatch    = "MANIFEST_HASH_MISMATCH"
	CodeVersionRollback = "MANIFEST_VERSION_ROLLBACK"
	CodeTooManyAgents   = "TOO_MANY_AGENTS"
)

// Refusal is the error of a manifest, an event or a relation that a host sent and
// that cannot be taken. Nothing has changed, unless the method says otherwise.
type Refusal struct {
	Code    string
	Message string           // a sentence for people
	Issues  []manifest.Issue // with MANIFEST_INVALID
}

func (r *Refusal) Error() string { return r.Message }

// Errors of what the user's own hand asks for.
var (
	ErrUnknownAgent  = errors.New("there is no such agent")
	ErrUnknownScope  = errors.New("the agent's manifest declares no such scope")
	ErrNotReviewed   = errors.New("the agent's manifest is to be reviewed first")
	ErrReviewChanged = errors.New("the review has changed or ended: look at it again")
	ErrUnknownRule   = errors.New("there is no such rule")
)
