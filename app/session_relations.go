package app

import (
	"assent/app/recording"
	"assent/app/wire"
)

// relations are those that a host is to hear of. While one is on its way the newest of
// each agent waits: a host that does not read makes nothing grow.
type relations struct {
	sending bool
	newest  map[string]wire.Relation // by agent
}

// relate tells the host what an agent may use now.
func (s *Session) relate(r wire.Relation) {
	s.mu.Lock()
	if s.relations.sending {
		if s.relations.newest == nil {
			s.relations.newest = map[string]wire.Relation{}
		}
		s.relations.newest[r.AgentID] = r
		s.mu.Unlock()
		return
	}
	s.relations.sending = true
	s.mu.Unlock()
	s.sendRelation(r)
}

func (s *Session) sendRelation(r wire.Relation) {
	line := r.Line()
	s.engine.recorder.Load().AddLine(recording.Out, s, line)
	s.deliver(line, s.related)
}

// related sends the next relation: the host has the one before, or is gone.
func (s *Session) related() {
	s.mu.Lock()
	for agentID, r := range s.relations.newest {
		if s.gone {
			break
		}
		delete(s.relations.newest, agentID)
		s.mu.Unlock()
		s.sendRelation(r)
		return
	}
	s.relations = relations{}
	s.mu.Unlock()
}
