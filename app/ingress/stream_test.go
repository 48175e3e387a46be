package ingress

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"assent/audit"
)

// TestManyAtOnce: several hosts with many calls in flight each; every answer is tied
// to its call.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	const hosts, calls = 4, 150
	w := newWorld(t, allowing)
	path, _ := w.serve()
	var all sync.WaitGroup
	for i := range hosts {
		agent := fmt.Sprintf("agent-%d", i)
		h := connect(t, path)
		h.introduce(agent)
		h.send(readCall(agent, "first", w.file(agent, "x"))) // opens the silent window
		h.answer()
		all.Go(func() {
			wanted := map[string]string{}
			for j := range calls {
				id, content := fmt.Sprintf("call %d", j), fmt.Sprintf("%d of %s", j, agent)
				wanted[id] = content
				io.WriteString(h.conn, readCall(agent, id, w.file(fmt.Sprintf("%d-%d", i, j), content))+"\n")
			}
			for range calls {
				line, err := h.lines.ReadString('\n')
				got, parseErr := parse(line)
				if err != nil || parseErr != nil || got != (answer{agent, got.id, "ok", "", wanted[got.id]}) {
					t.Errorf("got %q, %v, %v", line, err, parseErr)
					return
				}
				delete(wanted, got.id)
			}
			if len(wanted) > 0 {
				t.Errorf("not answered: %v", wanted)
			}
		})
	}
	all.Wait()
	if rows := w.rows(func(rows []audit.Row) bool { return len(rows) >= hosts*(calls+1) }); len(rows) != hosts*(calls+1) {
		t.Errorf("%d rows, want %d", len(rows), hosts*(calls+1))
	}
}

// pipeHost is a host on a stream without a socket, which reads only when it is told to.
type pipeHost struct {
	in      *io.PipeWriter
	read    chan []byte
	written chan struct{} // closed when all that it wrote was taken
	ended   chan struct{}
}

func (p *pipeHost) Write(line []byte) (int, error) {
	p.read <- bytes.Clone(line)
	return len(line), nil
}

// quick is a line whose answer waits for nothing outside, as synctest needs it.
const quick = `{"type":"control","op":"agent_list"}`

// serveHost serves a host that writes lines. It is for synctest.
func serveHost(w *world, lines ...string) *pipeHost {
	in, out := io.Pipe()
	p := &pipeHost{in: out, read: make(chan []byte), written: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		ServeStdio(in, p, w.engine)
	}()
	go func() {
		defer close(p.written)
		for _, line := range lines {
			io.WriteString(out, line+"\n")
		}
	}()
	return p
}

func (p *pipeHost) wasTaken() bool {
	select {
	case <-p.written:
		return true
	default:
		return false
	}
}

// leave ends the host's input and takes what is still to come.
func (p *pipeHost) leave() (answers string) {
	var all strings.Builder
	<-p.written
	p.in.Close()
	for {
		select {
		case line := <-p.read:
			all.Write(line)
		case <-p.ended:
			return all.String()
		}
	}
}

// TestSlowReader: a host that does not read its answers is not read from any more once
// 32 MiB wait for it; others go on; it gets everything in the end.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, allowing)
		defer w.engine.Close()
		big := w.file("big", strings.Repeat("x", 4<<20))
		slow := serveHost(w, manifestLine("agent-1"), readCall("agent-1", "0", big))
		synctest.Wait() // the window is open
		const calls = 9
		for i := 1; i < calls; i++ {
			go io.WriteString(slow.in, readCall("agent-1", fmt.Sprint(i), big)+"\n")
			synctest.Wait()
		}
		late := make(chan struct{})
		go func() {
			defer close(late)
			io.WriteString(slow.in, quick+"\n"+quick+"\n")
			io.WriteString(slow.in, quick+"\n")
		}()
		synctest.Wait()
		select {
		case <-late:
			t.Error("lines were read beyond 32 MiB of unsent answers")
		default:
		}

		other := serveHost(w, quick)
		if answer := other.leave(); !strings.HasPrefix(answer, `{"type":"control"`) {
			t.Errorf("another host got %q", answer)
		}

		answers := make(chan string)
		go func() {
			var all strings.Builder
			for {
				select {
				case line := <-slow.read:
					all.Write(line)
				case <-slow.ended:
					answers <- all.String()
					return
				}
			}
		}()
		<-late
		slow.in.Close()
		all := <-answers
		if got := strings.Count(all, `"status":"ok"`); got != calls {
			t.Errorf("%d of %d answers came in the end", got, calls)
		}
		if got := strings.Count(all, `{"type":"control"`); got != 3 {
			t.Errorf("%d of 3 lines were answered in the end", got)
		}
	})
}

// TestInFlight: with 256 calls in flight no more are read; others go on.
func TestInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, "")
		defer w.engine.Close()
		file := w.file("f", "x")
		var lines []string
		for i := range 5 { // an agent may have 64 questions open
			lines = append(lines, manifestLine(fmt.Sprint("agent-", i)))
		}
		for i := range 256 {
			lines = append(lines, readCall(fmt.Sprint("agent-", i%5), fmt.Sprint(i), file))
		}
		busy := serveHost(w, lines...)
		go func() {
			for range busy.read { // relations, and answers at the end
			}
		}()
		synctest.Wait()
		if !busy.wasTaken() || len(w.engine.Waiting()) != 256 {
			t.Errorf("%d questions wait, want 256", len(w.engine.Waiting()))
		}
		late := make(chan struct{})
		go func() {
			defer close(late)
			io.WriteString(busy.in, readCall("agent-0", "256", file)+"\n")
			io.WriteString(busy.in, readCall("agent-0", "257", file)+"\n") // the first one was taken, and waits
		}()
		synctest.Wait()
		select {
		case <-late:
			t.Error("a line was read beyond 256 in flight")
		default:
		}
		if answer := serveHost(w, quick).leave(); !strings.HasPrefix(answer, `{"type":"control"`) {
			t.Errorf("another host got %q", answer)
		}
		w.engine.Quit() // every question is answered
		<-late
		busy.in.Close()
		<-busy.ended
		close(busy.read)
	})
}

// TestLineLength: a line of 1 MiB is taken, one byte more ends the connection.
func TestLineLength(t *testing.T) {
	t.Parallel()
	w := newWorld(t, allowing)
	path, _ := w.serve()
	padded := func(length int) string {
		const frame = `{"type":"hello","padding":""}`
		return strings.Replace(frame, `""`, `"`+strings.Repeat("x", length-len(frame))+`"`, 1)
	}
	h := connect(t, path)
	h.send(padded(1<<20), hello)
	for range 2 {
		if line := h.receive(); !strings.HasPrefix(line, `{"type":"hello"`) {
			t.Fatalf("got %s", line)
		}
	}
	const tooLong = `{"type":"error","code":"LINE_TOO_LONG","message":"a line is at most 1 MiB"}` + "\n"
	h.send(padded(1<<20 + 1))
	if line := h.receive(); line != tooLong {
		t.Errorf("got %s", line)
	}
	h.end()

	t.Run("to a host that writes on", func(t *testing.T) {
		t.Parallel()
		h := connect(t, path)
		written := make(chan struct{})
		go func() {
			defer close(written)
			for range 64 {
				if _, err := io.WriteString(h.conn, padded(1<<20)); err != nil {
					return // the connection ended meanwhile
				}
			}
		}()
		<-written
		if line := h.receive(); line != tooLong {
			t.Errorf("got %s", line)
		}
	})
	t.Run("without its end", func(t *testing.T) {
		t.Parallel()
		h := connect(t, path)
		io.WriteString(h.conn, padded(1<<20))
		h.conn.CloseWrite()
		if line := h.receive(); !strings.HasPrefix(line, `{"type":"hello"`) {
			t.Errorf("got %s", line)
		}
		h.end()
	})
}

// TestLinesThatAreNone: empty lines mean nothing, carriage returns may end a line, and
// what is no JSON leaves the connection as it is.
func TestLinesThatAreNone(t *testing.T) {
	t.Parallel()
	path, _ := newWorld(t, "").serve()
	h := connect(t, path)
	h.send("", "\r", quick+"\r", "\x00\xff", quick)
	for _, want := range []string{`{"type":"control"`, `{"type":"error","code":"BAD_MESSAGE"`, `{"type":"control"`} {
		if line := h.receive(); !strings.HasPrefix(line, want) {
			t.Errorf("got %s, want %s", line, want)
		}
	}
}
