package ask

import (
	"slices"
	"time"

	"assent/i18n"
)

// Mute denies an agent's questions without asking for d, beginning with those
// that wait. A second call replaces the first.
func (q *Queue) Mute(agentID string, d time.Duration) {
	now := q.clock.Now()
	q.mute(Mute{AgentID: agentID, Since: now, Until: now.Add(d)}, d)
	q.settleAll(ofAgent(agentID), refused(ByPerson, mutedFor(d)))
}

// GoOn goes on with a mute of an earlier queue until it is over. A clock that was set
// back since makes it no longer than it was.
func (q *Queue) GoOn(m Mute) {
	if left := min(m.Until.Sub(q.clock.Now()), m.Until.Sub(m.Since)); left > 0 {
		q.mute(m, left)
	}
}

func (q *Queue) mute(m Mute, left time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.line(m.AgentID)
	l.mute.stop()
	l.mutedAt, l.until = m.Since, m.Until
	l.mute = q.after(left, func() { l.mute = nil })
}

// Unmute lets an agent's questions be asked again.
func (q *Queue) Unmute(agentID string) {
	q.mu.Lock()
	defer q.release()
	l := q.line(agentID)
	l.mute.stop()
	l.mute = nil
}

// Mute is an agent that is denied without asking for a while.
type Mute struct {
	AgentID      string
	Since, Until time.Time
}

// Mutes returns the agents that are muted, the oldest first.
func (q *Queue) Mutes() []Mute {
	q.mu.Lock()
	defer q.mu.Unlock()
	var all []Mute
	for id, l := range q.lines {
		if l.mute != nil {
			all = append(all, Mute{AgentID: id, Since: l.mutedAt, Until: l.until})
		}
	}
	slices.SortFunc(all, func(a, b Mute) int { return a.Since.Compare(b.Since) })
	return all
}

// Rule says for how long the agent is denied.
func (m Mute) Rule() i18n.Text { return mutedFor(m.Until.Sub(m.Since)) }

func mutedFor(d time.Duration) i18n.Text {
	return i18n.Text{Key: "rule.muted", Args: map[string]any{"Count": int(d.Minutes())}}
}
