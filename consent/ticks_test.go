package consent

import (
	"slices"
	"testing"
	"time"

	"assent/consent/ask"
)

// ticked makes an agent known whose file asks not to ask for three tools, of which the
// person ticks two.
func (d *desk) ticked(document []byte) {
	d.t.Helper()
	asked := []string{toolOf(files), toolOf(place), toolOf("x:y"), "no_such"}
	if err := d.Offer(Offer{AgentID: "a", Manifest: document, Asked: asked}); err != nil {
		d.t.Fatal(err)
	}
	r := d.reviews[len(d.reviews)-1]
	if !slices.Equal(r.Asked, asked) {
		d.t.Fatalf("the review asks for %q", r.Asked)
	}
	if err := d.answerReview(r, r.Scopes, toolOf(files), toolOf(place), "not_asked"); err != nil {
		d.t.Fatal(err)
	}
}

// A ticked tool opens its window with each conversation's first call, and no other
// tool's; the window ends as any, and is asked about from then on. High always asks.
func TestTicks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AllowOnce} }
	d.ticked(document(scopes{files: "medium", place: "high", "x:y": "medium"}))
	here := call{agent: "a", conversation: "c", scope: files, breadth: "/home"}
	there := here
	there.conversation, there.breadth = "d", "/srv"
	d.expect(here, ask.ByWindow)
	d.expect(there, ask.ByWindow)
	warned := here
	warned.noWindow = true
	d.expect(warned, ask.ByPerson)
	d.expect(call{agent: "a", conversation: "c", scope: place}, ask.ByPerson)
	d.expect(call{agent: "a", conversation: "c", scope: "x:y"}, ask.ByPerson)
	d.restart(nil)
	if got := d.Agents()[0].Ticked; !slices.Equal(got, []string{toolOf(files), toolOf(place)}) {
		t.Errorf("ticked are %q", got)
	}
	d.expect(here, ask.ByWindow)
	d.clock.Advance(25 * time.Hour)
	d.expect(here, ask.ByPerson)
	elsewhere := here
	elsewhere.conversation = "e"
	d.expect(elsewhere, ask.ByWindow)
	for _, w := range d.Windows() {
		if err := d.EndWindow(w.ID); err != nil {
			t.Fatal(err)
		}
	}
	d.expect(elsewhere, ask.ByPerson)
}

// A tick does not outlive its scope, its tool as it was, or the agent.
func TestTicksEnd(t *testing.T) {
	t.Parallel()
	before := document(scopes{files: "medium", place: "high"})
	for name, end := range map[string]func(*desk) error{
		"unticked":     func(d *desk) error { return d.Untick("a", toolOf(files)) },
		"revoked":      func(d *desk) error { return d.Revoke("a", files) },
		"restricted":   func(d *desk) error { return d.Restrict("a", []string{place}) },
		"changed":      func(d *desk) error { return d.offer("a", 2, document(scopes{files: "medium", place: "high"}, `{}`)) },
		"more to lose": func(d *desk) error { return d.offer("a", 2, document(scopes{files: "high", place: "high"})) },
		"reviewed anew": func(d *desk) error {
			if err := d.Remove("a"); err != nil {
				return err
			}
			d.grants = []string{files, place}
			return d.Offer(Offer{AgentID: "a", Manifest: before})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.ticked(before)
			if err := end(d); err != nil {
				t.Fatal(err)
			}
			if slices.Contains(d.Agents()[0].Ticked, toolOf(files)) {
				t.Error("the tick is still there")
			}
			d.restart(nil)
			if slices.Contains(d.Agents()[0].Ticked, toolOf(files)) {
				t.Error("the tick is back")
			}
		})
	}
}

// What is unticked is asked about again at once, also in a conversation whose window the
// tick had opened, and after a crash; another tool's tick stays.
func TestUntick(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AllowOnce} }
	d.ticked(document(scopes{files: "medium", place: "high", "x:y": "medium"}))
	here := call{agent: "a", conversation: "c", scope: files, breadth: "/home"}
	d.expect(here, ask.ByWindow)
	d.readOnly()
	must(t, d.Untick("a", toolOf(files)))
	d.expect(here, ask.ByPerson)
	d.crash()
	if got := d.Agents()[0].Ticked; !slices.Equal(got, []string{toolOf(place)}) {
		t.Errorf("ticked are %q", got)
	}
	must(t, d.Untick("a", "never_there"))
}
