package scenario

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/recording"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
)

// Replay plays a session that Record wrote, with arguments, against a fresh engine:
// the same lines at the same times, answered by the recorded answers. It returns where
// what was asked and answered differs from the recording, nothing when it does not.
// Files and services are this machine's own.
func Replay(ctx context.Context, transcript []byte) (differences []string, err error) {
	return replayAt(ctx, transcript, "")
}

// replayAt is Replay with another home folder, unless home is empty.
func replayAt(ctx context.Context, transcript []byte, home string) (differences []string, err error) {
	events, err := recording.Read(transcript)
	if err != nil {
		return nil, err
	}
	data, err := os.MkdirTemp("", "assent-replay-")
	if err != nil {
		return nil, fmt.Errorf("making a folder to play in: %w", err)
	}
	defer os.RemoveAll(data)
	r := &replay{hosts: map[int]*app.Session{}, questions: map[ask.CallKey]chan ask.Answer{}, reviews: map[string]func([]string){}}
	r.player = newPlayer(home)
	if err := r.open(data, events[0]); err != nil {
		return nil, err
	}
	defer r.engine.Close()
	for _, e := range events[1:] {
		if err := r.happen(ctx, e); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", e.At.Format(time.RFC3339Nano), e.Event, err)
		}
	}
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	again, err := recording.Read(r.written.Bytes())
	if err != nil {
		return nil, err
	}
	return compare(events, again), nil
}

// replay plays a recorded session. It is the person, too.
type replay struct {
	*player
	written transcript
	hosts   map[int]*app.Session

	said      sync.Mutex
	questions map[ask.CallKey]chan ask.Answer
	reviews   map[string]func(scopes []string)
}

// open opens the engine as it was when the recording began.
func (r *replay) open(data string, begin recording.Event) (err error) {
	r.clock = clock.NewVirtual(begin.At)
	options := app.Options{
		Places: folder.Places{Data: data, Socket: filepath.Join(data, "run", "assent.sock")}, Program: "a replay",
		Home: r.home, Clock: r.clock, ClockByControl: begin.VirtualClock,
	}
	if begin.Person {
		options.Asker, options.Reviewer = r, r
	}
	if r.engine, err = app.Open(options); err != nil {
		return err
	}
	r.engine.Subscribe(r.changed)
	return r.engine.RecordTo(&r.written, recording.File{Arguments: true})
}

// happen has the next event happen, if it is not an effect of the others.
func (r *replay) happen(ctx context.Context, e recording.Event) error {
	ctx, cancel := context.WithTimeout(ctx, settleLimit)
	defer cancel()
	r.clock.Advance(e.At.Sub(r.clock.Now()))
	if err := r.settle(ctx); err != nil {
		return err
	}
	switch e.Event {
	case recording.Agent:
		return r.agent(e)
	case recording.In:
		r.receive(r.host(e.Host), e.Bytes())
	case recording.HangUp:
		r.host(e.Host).HangUp()
	case recording.Answer:
		r.answer(e)
	case recording.Review:
		r.review(e)
	case recording.Person:
		return r.act(e.Words)
	}
	return nil
}

func (r *replay) host(number int) *app.Session {
	if r.hosts[number] == nil {
		r.hosts[number] = r.engine.Connect(func(_ []byte, written func()) { written() })
	}
	return r.hosts[number]
}

// agent makes known an agent that was known when the recording began.
func (r *replay) agent(e recording.Event) error {
	if err := r.engine.AddAgent(e.AgentID, e.Name, []byte(e.Manifest)); err != nil {
		return err
	}
	r.review(e)
	return nil
}

// Ask waits for the recorded answer.
func (r *replay) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	answers := make(chan ask.Answer, 1)
	r.said.Lock()
	r.questions[q.Key()] = answers
	r.said.Unlock()
	r.wait(q, func() bool {
		r.said.Lock()
		defer r.said.Unlock()
		return r.questions[q.Key()] == answers && ctx.Err() == nil
	})
	select {
	case answer := <-answers:
		return answer, nil
	case <-ctx.Done():
		return ask.Answer{}, ctx.Err()
	}
}

// answer gives the recorded answer, unless its question is not there.
func (r *replay) answer(e recording.Event) {
	r.said.Lock()
	defer r.said.Unlock()
	key := e.CallKey
	if answers := r.questions[key]; answers != nil {
		choice, _ := ask.ParseChoice(e.Answer)
		answer := ask.Answer{Choice: choice, Coarse: e.Coarse, By: ask.ByScript}
		if !e.Narrow {
			answer.Breadth = ask.WholeScope
		}
		answers <- answer
		delete(r.questions, key)
	}
}

// Review keeps what is to be reviewed until the recorded answer.
func (r *replay) Review(review consent.Review, grant func(scopes []string)) {
	r.said.Lock()
	defer r.said.Unlock()
	r.reviews[review.Agent.ID] = grant
}

func (r *replay) review(e recording.Event) {
	r.said.Lock()
	grant := r.reviews[e.AgentID]
	delete(r.reviews, e.AgentID)
	r.said.Unlock()
	if grant != nil {
		grant(e.Scopes)
	}
}

// transcript is a recording in memory.
type transcript struct{ bytes.Buffer }

// Close does nothing.
func (*transcript) Close() error { return nil }

// compare says which lines and questions of the recording did not come again, and
// which came instead. Their order may differ: calls do not wait for each other.
func compare(recorded, again []recording.Event) (differences []string) {
	count := map[string]int{}
	for _, e := range again {
		count[effectOf(e)]++
	}
	for i, e := range recorded {
		effect := effectOf(e)
		if effect == "" {
			continue
		}
		if count[effect]--; count[effect] < 0 {
			differences = append(differences, fmt.Sprintf("line %d did not come again: %s", i+1, effect))
		}
	}
	for _, e := range again {
		effect := effectOf(e)
		if effect != "" && count[effect] > 0 {
			count[effect]--
			differences = append(differences, "came instead: "+effect)
		}
	}
	return differences
}

// effectOf is what of an event must come again, byte for byte; empty for a cause.
func effectOf(e recording.Event) string {
	switch e.Event {
	case recording.Out:
		return fmt.Sprintf("to host %d: %s", e.Host, e.Bytes())
	case recording.Question:
		return fmt.Sprintf("question about %q of %q in %q: %s, %s: %q", e.CallID, e.AgentID, e.ConversationID, e.Tool, e.Sensitivity, e.Target)
	}
	return ""
}
