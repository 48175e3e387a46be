package app

import (
	"fmt"
	"strings"
	"testing"

	"assent/app/wire"
)

// A host that does not read is not sent one relation after the other: when it reads, it
// hears the newest of each agent.
func TestRelationsDoNotPileUp(t *testing.T) {
	t.Parallel()
	e := openEngine(t, &camera{})
	var lines []string
	var taken func()
	s := e.Connect(func(line []byte, written func()) { lines, taken = append(lines, string(line)), written })
	for i := range 1000 {
		s.relate(wire.Relation{AgentID: fmt.Sprint("agent-", i%2), Version: i})
	}
	if len(lines) != 1 || !strings.Contains(lines[0], `"manifest_version":0`) && !strings.Contains(lines[0], `"agent-0"`) {
		t.Fatalf("%d lines came: %.200s", len(lines), lines)
	}
	for range 2 {
		taken()
	}
	if all := strings.Join(lines[1:], ""); len(lines) != 3 || !strings.Contains(all, `"manifest_version":998`) || !strings.Contains(all, `"manifest_version":999`) {
		t.Errorf("then came %q", lines[1:])
	}
	taken()
	s.relate(wire.Relation{AgentID: "agent-0", Version: 1000})
	if len(lines) != 4 || !strings.Contains(lines[3], `"manifest_version":1000`) {
		t.Errorf("in the end came %q", lines[3:])
	}
	s.relate(wire.Relation{AgentID: "agent-0", Version: 1001})
	s.HangUp()
	taken()
	if len(lines) != 4 {
		t.Errorf("to a host that is gone went %q", lines[4:])
	}
}
