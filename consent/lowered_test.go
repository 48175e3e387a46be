package consent

import (
	"errors"
	"slices"
	"testing"

	"assent/consent/ask"
	"assent/consent/manifest"
)

const danger = "mcp:files:danger"

// TestLower: a tool that is high by a server's word is asked about as medium once the
// person says so, also after a restart, until its declaration changes.
func TestLower(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := scopes{danger: "high", "mcp:files:act": "medium"}
	d.known("a", s)
	c := call{agent: "a", conversation: "c", scope: danger, breadth: toolOf(danger)}
	at := func(want manifest.Sensitivity, by ask.Decider) {
		t.Helper()
		if decision, err := d.run(c); err != nil || decision.Sensitivity != want || decision.By != by {
			t.Errorf("it is %v, decided by %q, %v; want %v, %q", decision.Sensitivity, decision.By, err, want, by)
		}
	}
	at(manifest.High, ask.ByPerson)
	must(t, d.Lower("a", toolOf(danger)))
	at(manifest.Medium, ask.ByPerson)
	at(manifest.Medium, ask.ByWindow)
	d.restart(nil)
	at(manifest.Medium, ask.ByWindow)
	if agent, _ := d.Agent("a"); !slices.Equal(agent.Lowered, []string{toolOf(danger)}) {
		t.Errorf("lowered are %v", agent.Lowered)
	}
	must(t, d.offer("a", 2, document(s))) // the same tools
	at(manifest.Medium, ask.ByWindow)
	must(t, d.offer("a", 3, document(s, `{"path":{"type":"string"},"force":{"type":"boolean"}}`)))
	at(manifest.High, ask.ByPerson)
	must(t, d.offer("a", 4, document(s)))
	at(manifest.High, ask.ByPerson) // it changed in between
}

// TestRaise: what was lowered is high again at once, and stays so through a crash; what
// it led to is over.
func TestRaise(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{danger: "high"})
	c := call{agent: "a", conversation: "c", scope: danger, breadth: toolOf(danger)}
	must(t, d.Lower("a", toolOf(danger)))
	d.expect(c, ask.ByPerson)
	d.expect(c, ask.ByWindow)
	d.readOnly()
	must(t, d.Raise("a", toolOf(danger)))
	d.expect(c, ask.ByPerson)
	d.crash()
	if agent, _ := d.Agent("a"); len(agent.Lowered) > 0 {
		t.Errorf("after a crash %v are lowered", agent.Lowered)
	}
	must(t, d.Lower("a", toolOf(danger)))
	d.expect(c, ask.ByPerson)
	must(t, d.Raise("a", "another"))
}

// TestLowerIsNoYes: what was allowed for the whole scope before a tool was lowered is no
// yes to that tool.
func TestLowerIsNoYes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{danger: "high"})
	c := call{agent: "a", conversation: "c", scope: danger}
	must(t, d.Lower("a", toolOf(danger)))
	d.expect(c, ask.ByPerson) // who allows the whole scope
	d.expect(c, ask.ByWindow)
	must(t, d.Lower("a", toolOf(danger)))
	d.expect(c, ask.ByPerson)
}

// TestLowerRefuses: only what a server's word made high, and only what was reviewed.
func TestLowerRefuses(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{"location:read": "high", "agent:x:shell": "high", "mcp:files:act": "medium", danger: "high"})
	for tool, want := range map[string]error{
		toolOf("location:read"): ErrNotLowerable, toolOf("agent:x:shell"): ErrNotLowerable, toolOf("mcp:files:act"): ErrNotLowerable, "none": ErrNotLowerable,
	} {
		if err := d.Lower("a", tool); !errors.Is(err, want) {
			t.Errorf("%s: %v", tool, err)
		}
	}
	if err := d.Lower("b", toolOf(danger)); !errors.Is(err, ErrUnknownAgent) {
		t.Errorf("of nobody: %v", err)
	}
	must(t, d.Reauth(Reauth{AgentID: "a", Version: 2, Hash: "x", Tools: []string{toolOf(danger)}}))
	if err := d.Lower("a", toolOf(danger)); !errors.Is(err, ErrNotReviewed) {
		t.Errorf("of what changes: %v", err)
	}
}
