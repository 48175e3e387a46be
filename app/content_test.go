package app

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assent/app/wire"
	"assent/audit"
	"assent/executors"
)

const mib = 1 << 20

func TestContentIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, host, other := newContent(), newHostContent(), newHostContent()
		var mu sync.Mutex
		var got []*share
		waits := func(n int) bool {
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			return len(got) == n
		}
		take := func() {
			s, err := c.take(t.Context(), host, 8*mib, 2)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			got = append(got, s)
		}
		for range 6 {
			go take()
		}
		if !waits(4) { // 64 MiB of all, and 32 of the host
			t.Fatalf("%d are let in", len(got))
		}
		got[0].handOver(8 * mib) // the host's bound still holds
		if !waits(4) {
			t.Fatalf("%d are let in", len(got))
		}
		got[0].release()
		got[0].release()
		if !waits(5) {
			t.Fatalf("%d are let in", len(got))
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if s, err := c.take(gone, other, 8*mib, 2); err == nil || s != nil {
			t.Error("who is gone takes room")
		}
		if s, err := c.take(t.Context(), other, smallContent-1, 2); err != nil || s != nil {
			t.Error("what is small waits")
		}
		for done := 1; done < 6; done++ {
			got[done].release()
			waits(6)
		}
		if heldBy(c) != 0 || !c.all.TryAcquire(contentOfAll) || !host.TryAcquire(contentOfHost) {
			t.Errorf("%d bytes are still held", heldBy(c))
		}
	})
}

// Who does not read what there is for it holds up nobody else, but itself.
func TestAHostThatDoesNotReadHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, deaf, other := newContent(), newHostContent(), newHostContent()
		var lines []*share
		for range 4 {
			s, err := c.take(t.Context(), deaf, 8*mib, 2)
			if err != nil {
				t.Fatal(err)
			}
			s.handOver(8 * mib)
			lines = append(lines, s)
		}
		began := time.Now()
		s, err := c.take(t.Context(), other, 32*mib, 2)
		if err != nil || time.Since(began) > stall {
			t.Errorf("%v, after %v", err, time.Since(began))
		}
		s.release()
		if deaf.TryAcquire(1) {
			t.Error("the one that does not read goes on")
		}
		for _, s := range lines {
			s.release()
		}
		if !deaf.TryAcquire(contentOfHost) || !c.all.TryAcquire(contentOfAll) {
			t.Error("something is still held")
		}
	})
}

// The wait for room is not the tool's time, and what is taken back meanwhile is not run.
func TestWaitingForRoom(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		meanwhile func(e *Engine)
		want      string
		runs      int
	}{
		"for longer than the tool may run": {func(*Engine) { <-time.After(100 * time.Millisecond) }, "ok", 1}, // it has 50
		"until the scope is taken back":    {func(e *Engine) { e.Revoke("agent-1", "camera:use") }, "denied permission_revoked", 0},
		"until a pause":                    {func(e *Engine) { e.Pause(true) }, "error paused", 0},
		"until the engine stops":           {func(e *Engine) { e.stop() }, "error interrupted", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &camera{}
			e := openEngine(t, c)
			full, err := e.content.take(t.Context(), nil, contentOfHost, 2)
			if err != nil {
				t.Fatal(err)
			}
			responses := make(chan wire.Response, 1)
			go func() { responses <- run(t, e, shoot("1")) }()
			for rows := []audit.Row(nil); len(rows) == 0; { // it is agreed to
				if rows, err = e.Calls(t.Context(), audit.Filter{}); err != nil {
					t.Fatal(err)
				}
			}
			test.meanwhile(e)
			if c.runs != 0 {
				t.Error("it ran without room")
			}
			full.release()
			r := <-responses
			if got := strings.TrimSpace(r.Status + " " + r.Reason); got != test.want || c.runs != test.runs {
				t.Errorf("answered %q after %d runs, want %q", got, c.runs, test.want)
			}
		})
	}
}

// What a call, and a repeat of it, has for its host takes room until the host has it.
func TestRoomIsTakenUntilTheHostHasTheLine(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", executors.MaxContent)
	e := openEngine(t, &camera{run: func(context.Context) (any, error) { return map[string]any{"shot": large}, nil }})
	type line struct {
		text    []byte
		written func()
	}
	lines := make(chan line, 10)
	host := e.Connect(func(text []byte, written func()) { lines <- line{text, written} })
	call, err := wire.Request{CallKey: shoot("1").CallKey, Tool: "shoot"}.Line()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if begin := host.Receive(call); begin != nil {
			begin(func() {})
		}
	}
	var got []line
	for range 3 {
		got = append(got, <-lines)
	}
	if held := heldBy(e.content); held < 3*executors.MaxContent {
		t.Errorf("%d bytes are held of %d", held, 3*len(got[0].text))
	}
	for _, l := range got {
		if !bytes.Contains(l.text[:400], []byte(`"status":"ok"`)) {
			t.Errorf("got %.300s", l.text)
		}
		l.written()
	}
	if held := heldBy(e.content); held != 0 || !host.content.TryAcquire(contentOfHost) {
		t.Errorf("%d bytes are still held", held)
	}
}

func heldBy(c *content) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held
}
