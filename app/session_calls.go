package app

import (
	"context"

	"assent/app/recording"
	"assent/app/wire"
	"assent/audit"
	"assent/consent/ask"
)

// accept takes a call in, in the order in which calls came. What it returns runs the
// call, or waits for the response to the same call already known, and has room for it,
// which is nil where the line takes its own.
func (s *Session) accept(call wire.Call) (response func() (wire.Response, *share)) {
	ctx, hangUp := context.WithCancelCause(s.engine.ctx)
	entry, first, same := s.engine.responses.join(call, hangUp)
	if !same {
		hangUp(nil)
		return func() (wire.Response, *share) {
			return s.engine.ended(call, s.engine.clock.Now(), s.engine.reused(call)), nil
		}
	}
	if first || call.Runs != wire.RunsElsewhere {
		s.wait(entry)
	}
	if !first {
		hangUp(nil)
		return func() (wire.Response, *share) { return s.awaitAgain(entry), nil }
	}
	turn := s.engine.order.take(call.AgentID)
	return func() (wire.Response, *share) {
		response, once, room := s.engine.respond(ctx, s, call, turn)
		s.engine.responses.give(entry, response, once)
		hangUp(nil)
		return s.await(entry), room
	}
}

// await waits for the response to a call.
func (s *Session) await(entry *seenCall) wire.Response {
	defer s.stopWaiting(entry)
	return s.engine.responses.response(entry)
}

// awaitAgain waits for the response to a call that came before.
func (s *Session) awaitAgain(entry *seenCall) wire.Response {
	response := s.await(entry)
	if entry.once {
		return responseTo(audit.ErrDuplicate)
	}
	return response
}

// withdraw takes a call of this host's back: its question closes, unless another
// connected host waits for the same call. What runs already goes on.
func (s *Session) withdraw(key ask.CallKey) {
	entry, lines := s.waitsFor(key)
	if entry == nil || !s.engine.responses.alone(entry, lines) {
		return
	}
	s.engine.keeper.TakeBack(func(q ask.Question) bool { return q.Key() == key })
	s.engine.responses.hangUp(entry, ask.ErrTakenBack)
}

// waitsFor returns the call of a key that this host waits for, and with how many lines;
// nil when there is none.
func (s *Session) waitsFor(key ask.CallKey) (*seenCall, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for entry, lines := range s.open {
		if entry.key == key {
			return entry, lines
		}
	}
	return nil, 0
}

func (s *Session) wait(entry *seenCall) {
	s.mu.Lock()
	gone := s.gone
	if !gone {
		s.open[entry]++
	}
	s.mu.Unlock()
	if gone {
		s.engine.leave(map[*seenCall]int{entry: 1})
	}
}

func (s *Session) stopWaiting(entry *seenCall) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, entry) // other lines that wait for it are answered with this one
}

// leave closes the questions of calls for which nobody waits any more, all at once: none
// of them comes on screen because another one went.
func (e *Engine) leave(waiters map[*seenCall]int) {
	deserted := e.responses.leave(waiters)
	if len(deserted) == 0 {
		return
	}
	e.keeper.HangUp(func(q ask.Question) bool {
		_, gone := deserted[q.Key()]
		return gone
	})
	for _, entry := range deserted {
		e.responses.hangUp(entry, nil)
	}
}

// respond sends the response to a call, for which there is room, or is once others have
// their lines. What the person said with a no is for the host alone and in no recording.
func (s *Session) respond(call wire.Call, response wire.Response, room *share) {
	if room == nil {
		var gone error
		if room, gone = s.engine.content.take(s.here, s.content, int64(len(response.Result)), copiesOfLine); gone != nil {
			return
		}
	}
	buffer := s.engine.lines.take()
	line := response.AppendLine(buffer.bytes, call)
	room.handOver(len(line))
	recorded := line
	if response.Status == wire.StatusDenied && response.Message != "" {
		response.Message = ""
		recorded = response.Line(call)
	}
	s.engine.recorder.Load().AddLine(recording.Out, s, recorded)
	s.deliver(line, func() {
		room.release()
		s.engine.lines.giveBack(buffer, line)
	})
}
