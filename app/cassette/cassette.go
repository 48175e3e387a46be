// Package cassette answers hosts from a recording, in place of an engine: a test of an
// agent gets the same answers every time, on any machine, and nothing is asked or run.
//
// A call is the recorded one when agent, tool, arguments and the kind of conversation are
// the same; its ids are its own, and a path in the home folder is one in whoever's home
// folder. Each connection begins at the beginning, and each recorded call is answered
// once: what is not in the recording, or is called more often, is an error, and said.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package cassette

import (
	"errors"
	"slices"

	"assent/app/recording"
	"assent/app/wire"
)

// Cassette is a recording to answer from. It is safe for concurrent use.
type Cassette struct {
	home    home
	calls   []call // in their order
	granted map[string][]string

	// Unknown, unless nil, is told of each call that is not in the recording, from any
	// goroutine: its tool, and what is known of how it differs.
	Unknown func(tool, differs string)
	Version string // of the program, for hosts that ask
}

// call is one that was recorded.
type call struct {
	sight
	run    bool // the host was told to run it
	answer wire.Response
}

// Read reads a recording, one with arguments, to be answered from for a user whose home
// folder is home.
func Read(transcript []byte, homeFolder string) (*Cassette, error) {
	events, err := recording.Read(transcript)
	if err != nil {
		return nil, err
	}
	c := &Cassette{home: home{recorded: events[0].Home, own: homeFolder}, granted: map[string][]string{}}
	open := map[wire.CallKey]int{} // calls that are not answered, by where they stand in c.calls
	for _, e := range events[1:] {
		switch e.Event {
		case recording.Agent:
			c.granted[e.AgentID] = e.Scopes
		case recording.In:
			if said, err := wire.FromHost(e.Bytes()); err == nil {
				c.heard(said, open)
			}
		case recording.Out:
			if said, err := wire.FromEngine(e.Bytes()); err == nil {
				c.said(said, open)
			}
		}
	}
	c.calls = slices.DeleteFunc(c.calls, func(c call) bool { return c.answer.Status == "" }) // never answered
	if len(c.calls) == 0 {
		return nil, errors.New("there is no call in this recording")
	}
	return c, nil
}

func (c *Cassette) heard(said any, open map[wire.CallKey]int) {
	if said, ok := said.(wire.Call); ok {
		if _, repeated := open[said.CallKey]; !repeated {
			open[said.CallKey] = len(c.calls)
			c.calls = append(c.calls, call{sight: look(said, c.home.recorded)})
		}
	}
}

func (c *Cassette) said(said any, open map[wire.CallKey]int) {
	switch said := said.(type) {
	case wire.Relation:
		c.granted[said.AgentID] = said.Granted
	case wire.Run:
		if at, ok := open[said.CallKey]; ok {
			c.calls[at].run = true
		}
	case wire.Reply:
		if at, ok := open[said.CallKey]; ok {
			c.calls[at].answer = said.Response
			delete(open, said.CallKey)
		}
	}
}
