package ui

import (
	"time"

	"assent/app/ui/kit"
	"assent/app/wire"
)

// sentCall is a call that the person sent from the playground, and what came of it.
type sentCall struct {
	at             time.Time
	agentName      string
	request        wire.Request
	sent, received []byte
	err            error // why it could not be sent
	over           bool

	answer, line kit.JSON // what came and what went, laid out
	reply        wire.Reply
}

// sentCalls are those of this run of the program, the newest first. They are in memory
// alone, and bounded: contents never reach the disk (contract §10).
type sentCalls struct {
	all     []*sentCall
	changes int // counts
}

// So many calls are kept, and of all but the newest so many bytes together.
const (
	callsKept  = 20
	callsBytes = 4 << 20
)

func (s *sentCalls) begin(c *sentCall) {
	s.all = append([]*sentCall{c}, s.all...)
	s.bound()
}

// end says that something came of a call.
func (s *sentCalls) end(c *sentCall) {
	c.over = true
	s.bound()
}

func (s *sentCalls) bound() {
	s.changes++
	s.all = s.all[:min(len(s.all), callsKept)]
	bytes := 0
	for i, c := range s.all {
		if bytes += len(c.sent) + len(c.received); bytes > callsBytes && i > 0 {
			clear(s.all[i:])
			s.all = s.all[:i]
			return
		}
	}
}
