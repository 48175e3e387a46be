package relay

import (
	"assent/app/mcp/declare"

	"bytes"
	"context"
	"crypto/rand"
	"io"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Stdio relays between a client and a server that both speak lines. It is used once.
type Stdio struct {
	guard          *Guard
	session        string
	client, server lineWriter

	mu      sync.Mutex
	waiting map[string]chan reply         // by id: who waits for the server's response
	dropped map[string]bool               // by id: nobody waits for the response any more
	lists   map[string]bool               // by id: the client's own requests for the tools
	open    map[string]context.CancelFunc // by id: the client's guarded requests
	meta    jsontext.Value                // of the client's last guarded request
	asked   sync.WaitGroup
}

// NewStdio returns a relay whose writers are the client's and the server's ends.
func NewStdio(guard *Guard, client, server io.Writer) *Stdio {
	return &Stdio{
		guard: guard, session: "mcp-" + rand.Text(), client: lineWriter{out: client}, server: lineWriter{out: server},
		waiting: map[string]chan reply{}, dropped: map[string]bool{}, lists: map[string]bool{}, open: map[string]context.CancelFunc{},
	}
}

// FromClient relays what the client says until it ends. Questions that are open then are
// withdrawn.
func (s *Stdio) FromClient(ctx context.Context, in io.Reader) error {
	ctx, stop := context.WithCancel(ctx)
	defer s.asked.Wait()
	defer stop()
	return eachLine(in, func(line []byte) error {
		if len(bytes.TrimSpace(line)) == 0 {
			return s.server.pass(line)
		}
		m, err := parse(bytes.TrimRight(line, "\r\n"))
		if err != nil {
			return s.client.write(toRefused(err))
		}
		if !m.guarded() {
			s.note(m)
			return s.server.pass(line)
		}
		s.asked.Go(func() { s.ask(ctx, m, line) })
		return nil
	})
}

// note remembers what of a passing message matters later.
func (s *Stdio) note(m message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m.method {
	case "tools/list":
		s.lists[string(m.id)] = true
	case "notifications/cancelled":
		if cancel := s.open[string(m.params["requestId"])]; cancel != nil {
			cancel()
		}
	}
}

// ask asks about a guarded request and has the server do it after a yes.
func (s *Stdio) ask(ctx context.Context, m message, line []byte) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	id := string(m.id)
	s.mu.Lock()
	_, twice := s.open[id]
	if !twice {
		s.open[id], s.meta = cancel, m.params["_meta"]
	}
	s.mu.Unlock()
	if twice {
		s.client.write(toRefused(&refused{m.id, codeInvalidRequest, "its id is in use"}))
		return
	}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.open, id)
	}()
	told := s.guard.pass(ctx, s.session, false, m, s.list, func(ctx context.Context) (reply, bool) {
		answer, ok := s.exchange(ctx, id, line)
		if ok {
			s.client.pass(answer.raw)
		}
		return answer, ok
	})
	if told != nil && ctx.Err() == nil {
		s.client.write(told)
	}
}

// exchange sends a request to the server and waits for its response. A server that is not
// waited for any more is told so.
func (s *Stdio) exchange(ctx context.Context, id string, line []byte) (reply, bool) {
	answer := make(chan reply, 1)
	s.mu.Lock()
	s.waiting[id] = answer
	s.mu.Unlock()
	if err := s.server.pass(line); err != nil {
		return reply{}, false
	}
	select {
	case r := <-answer:
		return r, true
	case <-ctx.Done():
	}
	s.mu.Lock()
	delete(s.waiting, id)
	s.dropped[id] = true
	s.mu.Unlock()
	s.server.write(object("jsonrpc", jsontext.Value(`"2.0"`), "method", jsontext.Value(`"notifications/cancelled"`),
		"params", object("requestId", jsontext.Value(id))))
	return reply{}, false
}

// FromServer relays what the server says until it ends.
func (s *Stdio) FromServer(ctx context.Context, in io.Reader) error {
	return eachLine(in, func(line []byte) error {
		r := readReply(line)
		r.raw = line
		if r.Method == "notifications/tools/list_changed" {
			go s.guard.Changed(ctx)
		}
		if !r.answers() || !s.answered(ctx, r) {
			return s.client.pass(line)
		}
		return nil
	})
}

// answered gives a response to who waits for it, and reports whether somebody does.
func (s *Stdio) answered(ctx context.Context, r reply) bool {
	id := string(r.ID)
	s.mu.Lock()
	answer, dropped, list := s.waiting[id], s.dropped[id], s.lists[id]
	delete(s.waiting, id)
	delete(s.dropped, id)
	delete(s.lists, id)
	s.mu.Unlock()
	switch {
	case answer != nil:
		answer <- r
		return true
	case list:
		go s.guard.compare(ctx, r.Result)
	}
	return dropped
}

// list asks the server for its tools, with requests of the relay's own.
func (s *Stdio) list(ctx context.Context) ([]declare.Tool, error) {
	return listAll(func(cursor jsontext.Value) (reply, bool) {
		id, _ := json.Marshal("assent-" + rand.Text())
		s.mu.Lock()
		meta := s.meta
		s.mu.Unlock()
		line := object("jsonrpc", jsontext.Value(`"2.0"`), "id", jsontext.Value(id), "method", jsontext.Value(`"tools/list"`),
			"params", object("cursor", cursor, "_meta", ownMeta(meta)))
		return s.exchange(ctx, string(id), append(line, '\n'))
	})
}
