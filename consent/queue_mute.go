package consent

import (
	"assent/i18n"
	"slices"
	"time"
)

// Mute denies an agent's questions without asking for d, beginning with those
// that wait. A second call replaces the first.
func (q *Queue) Mute(agentID string, d time.Duration) {
	q.mu.Lock()
	l := q.line(agentID)
	l.mute.stop()
	l.mutedAt = q.clock.Now()
	l.until = l.mutedAt.Add(d)
	l.mute = q.after(d, func() { l.mute = nil })
	q.mu.Unlock()
	q.settleAll(ofAgent(agentID), refused(ByPerson, mutedRule(d)))
}

// Unmute lets an agent's questions be asked again.
func (q *Queue) Unmute(agentID string) {
	q.mu.Lock()
	defer q.release()
	l := q.line(agentID)
	l.mute.stop()
	l.mute = nil
}

// Muted returns the agents that are muted, as rules, the oldest first.
func (q *Queue) Muted() []Rule {
	q.mu.Lock()
	defer q.mu.Unlock()
	var rules []Rule
	for id, l := range q.lines {
		if l.mute != nil {
			rules = append(rules, Rule{AgentID: id, Made: l.mutedAt, Until: l.until})
		}
	}
	slices.SortFunc(rules, func(a, b Rule) int { return a.Made.Compare(b.Made) })
	return rules
}

func mutedRule(d time.Duration) i18n.Text {
	return i18n.Text{Key: "rule.muted", Args: map[string]any{"Count": int(d.Minutes())}}
}
