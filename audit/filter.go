package audit

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Filter chooses rows. The zero value chooses the newest 100; what is empty does
// not choose.
type Filter struct {
	Agent, Tool, Scope   string
	CallID, Conversation string // looked for in the rows that the rest chooses: they have no index
	Status               Status
	Decided              []string  // any of these decisions
	Text                 string    // in the agent's id, the tool or the scope; A to Z are a to z
	Named                []string  // agents that Text means, too: the log has no names
	Worded               []string  // scopes that Text means, too: by the words that a person reads
	Since, Until         time.Time // of the beginning; from Since on, and before Until
	Before               int64     // rows older than this seq: the next page
	Limit                int       // 100 when 0, all when negative
}

const defaultLimit = 100

// columns are those that scanRow reads.
const columns = `seq, call_id, agent_id, conversation_id, tool_name, scope, arguments_digest, status, reason,
	sensitivity, decision, shown_ms, duration_ms, timestamp`

func (r *Row) fields() []any {
	return []any{&r.Seq, &r.CallID, &r.AgentID, &r.ConversationID, &r.Tool, &r.Scope, &r.ArgumentsDigest, &r.Status,
		&r.Reason, &r.Sensitivity, &r.Decision, &r.ShownMS, &r.DurationMS, &r.Timestamp}
}

// List returns the rows that f chooses, newest first.
func (r *Reader) List(ctx context.Context, f Filter) ([]Row, error) {
	var list []Row
	err := r.each(ctx, f, func(row *Row) error {
		list = append(list, *row)
		return nil
	})
	return list, err
}

// each calls visit with every row that f chooses, newest first.
func (r *Reader) each(ctx context.Context, f Filter, visit func(*Row) error) error {
	return r.view(ctx, func(v *view) error { return v.each(ctx, f, visit) })
}

// fits reports whether f chooses a row.
func (f Filter) fits(r *Row) bool {
	for _, asked := range [][2]string{
		{f.Agent, r.AgentID}, {f.Tool, r.Tool}, {f.Scope, r.Scope}, {string(f.Status), string(r.Status)},
		{f.CallID, r.CallID}, {f.Conversation, r.ConversationID},
	} {
		if asked[0] != "" && asked[0] != asked[1] {
			return false
		}
	}
	return (len(f.Decided) == 0 || slices.Contains(f.Decided, r.Decision)) && f.said(r) &&
		(f.Since.IsZero() || r.Timestamp >= timestamp(f.Since)) && (f.Until.IsZero() || r.Timestamp < timestamp(f.Until)) &&
		(f.Before <= 0 || r.Seq < f.Before)
}

// said reports whether a row has the text that f looks for.
func (f Filter) said(r *Row) bool {
	if f.Text == "" {
		return true
	}
	text := lower(f.Text)
	return strings.Contains(lower(r.AgentID), text) || strings.Contains(lower(r.Tool), text) || strings.Contains(lower(r.Scope), text) ||
		slices.Contains(f.Named, r.AgentID) || slices.Contains(f.Worded, r.Scope)
}

// lower is as SQLite's, which knows no other letters.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// limit returns how many rows f chooses at most; negative for all.
func (f Filter) limit() int {
	if f.Limit == 0 {
		return defaultLimit
	}
	return f.Limit
}
