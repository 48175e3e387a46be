package audit

import "time"

// Call identifies a call and what it asked for. Its digest binds the arguments.
type Call struct {
	AgentID, ConversationID, CallID string
	Tool, Scope                     string
	ArgumentsDigest                 string // SHA-256 hex (contract §10)
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

// Outcome is what is recorded at the end of a call.
type Outcome struct {
	Status      Status
	Reason      string // empty with OK
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
