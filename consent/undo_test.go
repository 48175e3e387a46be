package consent

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"assent/consent/ask"
)

// held is all that the person can see of what holds for an agent.
type held struct {
	Agents  []Agent
	Windows []Window
	Rules   []Rule
}

func (d *desk) held() string {
	h := held{Windows: d.Windows(), Rules: d.Rules()}
	for i, w := range h.Windows {
		w.Opened, w.Expires, w.Cap, w.LastUsed = w.Opened.UTC(), w.Expires.UTC(), w.Cap.UTC(), w.LastUsed.UTC()
		h.Windows[i] = w
	}
	for i, r := range h.Rules {
		h.Rules[i].Made, h.Rules[i].Until = r.Made.UTC(), r.Until.UTC()
	}
	for _, a := range d.Agents() {
		a.Manifest, a.UpdatedAt, a.AddedAt = nil, time.Time{}, a.AddedAt.UTC()
		for i := range a.Grants {
			a.Grants[i].At = a.Grants[i].At.UTC()
		}
		h.Agents = append(h.Agents, a)
	}
	said, err := json.Marshal(h)
	must(d.t, err)
	return string(said)
}

var reads = call{agent: "a", conversation: "c", scope: "filesystem:read"}

// did is a desk where a file was read in a window, once, a minute ago.
func did(t *testing.T) *desk {
	d := newDesk(t)
	d.known("a", scopes{"filesystem:read": "medium", "location:read": "high"})
	d.expect(reads, ask.ByPerson)
	d.clock.Advance(time.Minute)
	d.expect(reads, ask.ByWindow)
	return d
}

// TestUndoIsTheExactReverse: after what the person did and Undo, everything is as it was,
// after a restart too.
func TestUndoIsTheExactReverse(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(d *desk){
		"a window opened":    func(d *desk) { d.expect(reads.in("other"), ask.ByPerson) },
		"a window ended":     func(d *desk) { must(d.t, d.EndWindow(d.Windows()[0].ID)) },
		"a grant taken back": func(d *desk) { must(d.t, d.Revoke("a", "filesystem:read")) },
		"always denied": func(d *desk) {
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AlwaysDeny} }
			d.denies(reads.in("other"), ask.UserRefused)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := did(t)
			before := d.held()
			act(d)
			if d.held() == before {
				t.Fatal("nothing happened")
			}
			d.clock.Advance(5 * time.Second)
			must(t, d.Undo("a"))
			if got := d.held(); got != before {
				t.Errorf("it is\n%s\nwas\n%s", got, before)
			}
			d.restart(nil)
			if got := d.held(); got != before {
				t.Errorf("after a restart it is\n%s\nwas\n%s", got, before)
			}
			if err := d.Undo("a"); !errors.Is(err, ErrNothingToUndo) {
				t.Errorf("undone twice: %v", err)
			}
		})
	}
}

// TestUndoMakesRulesAgain: a rule that was lifted stands again.
func TestUndoMakesRulesAgain(t *testing.T) {
	t.Parallel()
	d := did(t)
	d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AlwaysDeny} }
	d.denies(reads.of("location:read"), ask.UserRefused)
	d.Mute("a", ask.MuteTime)
	d.clock.Advance(time.Minute)
	for _, rule := range d.Rules() {
		before := d.held()
		must(t, d.Lift(rule))
		d.clock.Advance(time.Second)
		must(t, d.Undo("a"))
		if got := d.held(); got != before {
			t.Errorf("it is\n%s\nwas\n%s", got, before)
		}
		d.restart(nil)
		if got := d.held(); got != before {
			t.Errorf("after a restart it is\n%s\nwas\n%s", got, before)
		}
	}
}

// TestUndoIsTheLastThingAlone: what a host took meanwhile is not given back, and neither
// is what was long ago, or when the clock went back.
func TestUndoIsTheLastThingAlone(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]func(d *desk){
		"nothing was done":      func(d *desk) { d.restart(nil) },
		"a host took":           func(d *desk) { must(d.t, d.Restrict("a", nil)) },
		"it is long ago":        func(d *desk) { d.clock.Advance(undoTime + time.Second) },
		"another manifest":      func(d *desk) { must(d.t, d.offer("a", 2, document(scopes{"filesystem:read": "medium"}))) },
		"the agent was removed": func(d *desk) { must(d.t, d.Remove("a")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := did(t)
			must(t, d.Revoke("a", "filesystem:read"))
			between(d)
			before := d.held()
			if err := d.Undo("a"); !errors.Is(err, ErrNothingToUndo) {
				t.Errorf("undone: %v", err)
			}
			if got := d.held(); got != before {
				t.Errorf("it changed to %s", got)
			}
		})
	}
}

// TestUndoGivesBackWhatIsWritten: with a disk that takes nothing, what would be given back
// stays taken, and what is taken back is taken.
func TestUndoGivesBackWhatIsWritten(t *testing.T) {
	t.Parallel()
	d := did(t)
	must(t, d.Revoke("a", "filesystem:read"))
	d.readOnly()
	if err := d.Undo("a"); err == nil {
		t.Error("given back without being written")
	}
	d.denies(reads, ask.PermissionRevoked)

	d = did(t)
	d.expect(reads.in("other"), ask.ByPerson)
	d.readOnly()
	must(t, d.Undo("a")) // the journal has it
	if n := len(d.Windows()); n != 1 {
		t.Errorf("%d windows hold", n)
	}
}
