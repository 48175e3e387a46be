package manifest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// timer is the AfterFunc of the bubble's clock.
func timer(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// parsed reads a manifest of tools with a schema each.
func parsed(t testing.TB, schemas ...string) *Manifest {
	t.Helper()
	m, err := Parse(sources(schemas...))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// fits has the arguments {} judged by a tool's schema.
func fits(t testing.TB, s *Schemas, tool *Tool) {
	t.Helper()
	if _, err := s.Arguments(tool, []byte(`{}`)); err != nil {
		t.Error(err)
	}
}

func (s *Schemas) holds(tool *Tool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[tool] != nil
}

// A schema is compiled when it is used, and let go a minute or two after.
func TestSchemasThatAreIdleAreLetGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := parsed(t, `{"type":"object"}`, `{"type":"object"}`, ordinary)
		s := &Schemas{AfterFunc: timer}
		busy, idle := m.Tools[1], m.Tools[2]
		for range 10 {
			fits(t, s, busy)
			time.Sleep(idleAfter / 2)
		}
		if !s.holds(busy) || s.holds(idle) || s.holds(m.Tools[0]) {
			t.Error("other schemas are held than the one used")
		}
		if _, err := s.Arguments(idle, []byte(`{"path":"/a"}`)); err != nil {
			t.Error(err)
		}
		for range 5 {
			fits(t, s, busy)
			time.Sleep(idleAfter / 2)
		}
		if !s.holds(busy) || s.holds(idle) {
			t.Error("what is used goes, or what is idle stays")
		}
		time.Sleep(2 * idleAfter)
		synctest.Wait()
		if len(s.held) > 0 || s.size != 0 || s.looks {
			t.Errorf("%d schemas of %d bytes are left", len(s.held), s.size)
		}
		fits(t, s, busy)
		if !s.holds(busy) {
			t.Error("a schema that was let go is not compiled again")
		}
	})
}

// However many schemas are used, those that are kept for their next use take no more
// than they may: the one not used for longest goes.
func TestSchemasMakeRoom(t *testing.T) {
	t.Parallel()
	var s Schemas
	var tools []*Tool
	for range 8 { // manifests of agents, each within its budget
		tools = append(tools, parsed(t, patterns(20, `(a|b){700}`), patterns(20, `^[a-z]{1,90}$`)).Tools...)
	}
	first, used := tools[0], s.take(tools[1])
	for i, tool := range tools {
		fits(t, &s, tool)
		if s.size > maxHeld {
			t.Fatalf("%d bytes are held after %d tools", s.size, i+1)
		}
		fits(t, &s, first)
	}
	if !s.holds(first) || !s.holds(tools[1]) || s.holds(tools[2]) {
		t.Error("not the one that was not used for longest went")
	}
	before := len(s.held)
	s.release(used)
	for _, tool := range tools[4:] {
		fits(t, &s, tool)
	}
	if s.holds(tools[1]) || before == len(tools) {
		t.Errorf("%d of %d schemas are held, also one that nobody uses any more", before, len(tools))
	}
}

// A manifest may be there that an earlier version took in and this one would not: its
// tools that cannot be judged by cannot be called, the others can.
func TestSchemaOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	m, err := Restore(sources(ordinary, patterns(1, `(`), patterns(1, `(a|b){999}`), patterns(380, `(a|b){700}`), `{"type":"object","$ref":"#"}`))
	if err != nil {
		t.Fatal(err)
	}
	var s Schemas
	if _, err := s.Arguments(m.Tools[0], []byte(`{"path":"/a"}`)); err != nil {
		t.Error(err)
	}
	room := s.size
	for i, tool := range m.Tools[1:] {
		_, err := s.Arguments(tool, []byte(`{}`))
		if misfit, ok := err.(*Misfit); !ok || misfit.Rule != "schema" {
			t.Errorf("tool %d: %v", i+1, err)
		}
	}
	if s.size > room+64<<10 {
		t.Errorf("what cannot be judged by takes %d bytes", s.size-room)
	}
}

func TestSchemasAreSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var schemas []string
		for i := range 20 {
			schemas = append(schemas, fmt.Sprintf(`{"type":"object","properties":{"n%d":{"type":"integer","default":%d}}}`, i, i))
		}
		m := parsed(t, schemas...)
		s := &Schemas{AfterFunc: timer}
		var group sync.WaitGroup
		for g := range 8 {
			group.Go(func() {
				for i := range 100 {
					n := (g*i + i) % len(m.Tools)
					filled, err := s.Arguments(m.Tools[n], []byte(`{}`))
					if want := fmt.Sprintf(`{"n%d":%d}`, n, n); err != nil || string(filled) != want {
						t.Errorf("got %s, %v", filled, err)
					}
					if i%10 == 0 {
						time.Sleep(idleAfter)
					}
				}
			})
		}
		group.Wait()
		time.Sleep(3 * idleAfter)
		synctest.Wait()
		if len(s.held) > 0 {
			t.Errorf("%d are left", len(s.held))
		}
	})
}

// What is kept of a manifest is its text and little more, also when the text that came
// was padded.
func TestManifestKeepsLittle(t *testing.T) {
	data := []byte(strings.Replace(string(source(2, patterns(20, `(a|b){700}`))), ",", ","+strings.Repeat(" ", 900<<10), 1))
	before := heap()
	m, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if kept, text := heap()-before, len(m.Canonical); kept > 3*text+64<<10 {
		t.Errorf("%d bytes are kept of a text of %d", kept, text)
	}
}
