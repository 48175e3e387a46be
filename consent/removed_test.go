package consent

import (
	"slices"
	"testing"
	"time"

	"assent/consent/ask"
)

// TestRemovedAgentIsNotNew: what the person said no to, and the last manifest, stay for
// when a removed agent comes back; the review says so, and a grant there lifts nothing.
func TestRemovedAgentIsNotNew(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]func(d *desk){
		"at once":         func(*desk) {},
		"after a restart": func(d *desk) { d.restart(nil) },
		"after a crash":   func(d *desk) { d.crash() },
		"after the database was replaced": func(d *desk) {
			fresh := left(d.t, d.path)
			must(d.t, d.Relocate(fresh))
			d.path = fresh
			d.restart(nil)
		},
		"removed again": func(d *desk) {
			must(d.t, d.offer("a", 4, document(scopes{files: "medium"})))
			must(d.t, d.Remove("a")) // before the review
			d.restart(nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := taken(t)
			must(t, d.alwaysDeny("a", files))
			d.Mute("a", ask.MuteTime)
			must(t, d.Remove("a"))
			between(d)

			if len(d.Agents()) != 0 {
				t.Errorf("agents %+v", d.Agents())
			}
			if rules := d.Rules(); len(rules) != 2 || rules[0].AgentID != "a" || rules[0].Scope != files || !rules[0].Made.Equal(start) {
				t.Errorf("rules %+v", rules)
			}
			d.returns(t)

			d.answers[len(d.answers)-1]([]string{files, notes})
			d.denies(readFile.of(notes), ask.UserRefused) // muted still
			d.clock.Advance(ask.MuteTime)
			d.expect(readFile.of(notes), ask.BySilence)
			d.denies(readFile, ask.PermissionRevoked)
			must(t, d.Lift(Rule{AgentID: "a", Scope: files}))
			d.expect(readFile, ask.ByPerson)
			if len(d.asked) < 2 {
				t.Error("an old window let it run")
			}
		})
	}
}

// returns has the agent come back: with older manifests in vain, with its last one to a
// review that says what stays.
func (d *desk) returns(t *testing.T) {
	t.Helper()
	last := document(scopes{files: "medium", notes: "low"})
	for version, offered := range map[int][]byte{1: document(scopes{files: "medium"}), 2: last, 3: document(scopes{files: "low"})} {
		if err := d.offer("a", version, offered); code(err) != CodeVersionRollback {
			t.Errorf("version %d: %v", version, err)
		}
	}
	d.reviews, d.answers = nil, nil
	must(t, d.offer("a", 3, last))
	if len(d.reviews) != 1 {
		t.Fatalf("%d reviews", len(d.reviews))
	}
	if r := d.reviews[0]; !slices.Equal(r.AlwaysDenied, []string{files}) || !r.MutedUntil.Equal(start.Add(ask.MuteTime)) || r.Removed != 3 {
		t.Errorf("the review says %v, %v, %d", r.AlwaysDenied, r.MutedUntil, r.Removed)
	}
}

// TestRuleOfARemovedAgentIsLifted: the person finds it on the permissions page.
func TestRuleOfARemovedAgentIsLifted(t *testing.T) {
	t.Parallel()
	d := taken(t)
	must(t, d.alwaysDeny("a", files))
	d.Mute("a", ask.MuteTime)
	must(t, d.Remove("a"))
	for _, rule := range d.Rules() {
		must(t, d.Lift(rule))
	}
	if err := d.Lift(Rule{AgentID: "a", Scope: files}); err != ErrUnknownRule {
		t.Errorf("lifted twice: %v", err)
	}
	d.crash()
	if rules := d.Rules(); len(rules) != 0 {
		t.Errorf("rules %+v", rules)
	}
	d.grants = []string{files}
	must(t, d.offer("a", 4, document(scopes{files: "medium"})))
	d.expect(readFile, ask.ByPerson)
}

// TestUserAddsARemovedAgent: with the version after the last one.
func TestUserAddsARemovedAgent(t *testing.T) {
	t.Parallel()
	d := taken(t)
	must(t, d.Remove("a"))
	must(t, d.Offer(Offer{AgentID: "a", Manifest: document(scopes{files: "high"})}))
	if agent, _ := d.Agent("a"); agent.Version != 4 {
		t.Errorf("version %d", agent.Version)
	}
}

// TestUnreviewedAgentLeavesNothing: what was never reviewed is only a host's word.
func TestUnreviewedAgentLeavesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	must(t, d.offer("a", 1_000_000, document(scopes{files: "medium"})))
	must(t, d.Remove("a"))
	d.restart(nil)
	must(t, d.offer("a", 1, document(scopes{files: "medium"})))
	if r := d.Reviews(); len(r) != 1 || r[0].Removed != 0 {
		t.Errorf("reviews %+v", r)
	}
}

// TestMuteSurvivesARestart for as long as it was to be, also by a clock set back.
func TestMuteSurvivesARestart(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		passes, left time.Duration
	}{
		"at once": {0, 10 * time.Minute},
		"later":   {4 * time.Minute, 6 * time.Minute},
		"over":    {11 * time.Minute, 0},
		"earlier": {-time.Hour, 10 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := taken(t)
			d.Mute("a", 10*time.Minute)
			d.restart(func() { d.clock.SetWall(d.clock.Now().Add(test.passes)) })
			if test.left > 0 {
				d.clock.Advance(test.left - time.Second)
				d.denies(readFile.of(notes), ask.UserRefused)
				d.clock.Advance(time.Second)
			}
			d.expect(readFile.of(notes), ask.BySilence)
		})
	}
}
