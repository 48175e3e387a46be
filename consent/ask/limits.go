package ask

import "time"

// The bounds of contract §7.
const (
	// AnswerTime is how long a question is on screen: then a high one is denied, and a
	// medium one yields to others.
	AnswerTime = 30 * time.Second
	// MuteTime is how long "deny this agent for 10 minutes" holds.
	MuteTime = 10 * time.Minute

	frameLimit   = 2 * time.Second // after it a question counts as on screen
	arrivalLimit = 5 * time.Minute // for a high question to get on screen
	answerMost   = 5 * time.Minute // on screen, with the time in which it could not be answered
	muteOffer    = 3               // denials and timeouts in a row
)

// Limits are the bounds of contract §7 that are settings. Each question keeps those that
// held when its call came.
type Limits struct {
	RepeatDenial      time.Duration // for so long the same is denied without asking after a deny; 0: it is asked again
	QuestionsPerAgent int           // which may wait, the one on screen included; at least 1
}

// DefaultLimits are those of contract §7.
func DefaultLimits() Limits { return Limits{RepeatDenial: 30 * time.Second, QuestionsPerAgent: 64} }
