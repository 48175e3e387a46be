package audit

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Call identifies a call and what it asked for. Its digest binds the arguments.
type Call struct {
	AgentID, ConversationID, CallID string
	Tool, Scope                     string
	ArgumentsDigest                 string // SHA-256 hex (contract §10)

	// NamedScope is the scope that the call itself names, empty when it names none.
	// Two calls are the same by it (contract §5), whatever scope their tool has.
	NamedScope string

	// Runs says who runs the call, empty when Assent does. It is part of what makes two
	// calls the same, and not recorded.
	Runs string

	// Decision and Sensitivity of a call that was decided before it began, as a
	// silent one is; empty when it is yet to be decided (see Log.Decided).
	Decision, Sensitivity string
}

// Status is how a call ended, or Pending.
type Status string

// The statuses of contract §10.
const (
	Pending Status = "pending"
	OK      Status = "ok"
	Denied  Status = "denied"
	Error   Status = "error"
)

// HandedOver is the reason of a row whose call was allowed and is not seen any more: somebody
// else runs it (contract §12).
const HandedOver = "handed_over"

// Outcome is what is recorded at the end of a call.
type Outcome struct {
	Status      Status
	Reason      string // empty with OK, unless the call was handed over
	Sensitivity string // low, medium, high; empty when the call did not get that far
	Decision    string // silent, window, person, timeout, script, rule; empty when nothing was decided
	Shown       time.Duration
	Took        time.Duration // of the run alone
}

// Row is one call as the log holds it. JSON names as contract §10.
type Row struct {
	Seq             int64  `json:"seq"`
	CallID          string `json:"call_id"`
	AgentID         string `json:"agent_id"`
	ConversationID  string `json:"conversation_id"`
	Tool            string `json:"tool_name"`
	Scope           string `json:"scope"`
	ArgumentsDigest string `json:"arguments_digest"`
	Status          Status `json:"status"`
	Reason          string `json:"reason"`
	Sensitivity     string `json:"sensitivity"`
	Decision        string `json:"decision"`
	ShownMS         int64  `json:"shown_ms"`
	DurationMS      int64  `json:"duration_ms"`
	Timestamp       string `json:"timestamp"` // RFC 3339 UTC with milliseconds
}

// timestampFormat sorts as text.
const timestampFormat = "2006-01-02T15:04:05.000Z"

func timestamp(t time.Time) string { return t.UTC().Format(timestampFormat) }

// maxField is the most bytes of an agent's text that a row keeps. The ids of a
// valid call are within it (contract §2); a tool's name in a refused call may not be.
const maxField = 128

// newRow returns the row of a call that begins.
func newRow(c Call, seq int64, now time.Time) Row {
	return Row{
		Seq:             seq,
		CallID:          clip(c.CallID),
		AgentID:         clip(c.AgentID),
		ConversationID:  clip(c.ConversationID),
		Tool:            clip(c.Tool),
		Scope:           clip(c.Scope),
		ArgumentsDigest: clip(c.ArgumentsDigest),
		Status:          Pending,
		Sensitivity:     clip(c.Sensitivity),
		Decision:        clip(c.Decision),
		Timestamp:       timestamp(now),
	}
}

// end sets what is recorded at the end.
func (r *Row) end(o Outcome) {
	r.Status, r.Reason = o.Status, o.Reason
	r.Sensitivity, r.Decision = o.Sensitivity, o.Decision
	r.ShownMS, r.DurationMS = o.Shown.Milliseconds(), o.Took.Milliseconds()
}

// clip makes s valid UTF-8 of at most maxField bytes without NUL, at which the
// sqlite3 shell would stop reading.
func clip(s string) string {
	if len(s) <= maxField && utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return s
	}
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
	if len(s) <= maxField {
		return s
	}
	end := maxField - len("…")
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}
