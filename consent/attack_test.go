package consent

import (
	"errors"
	"strings"
	"testing"
	"time"

	"assent/consent/ask"
	"assent/executors"
	"assent/i18n"
)

const files, place, notes = "filesystem:read", "location:read", "notification:send"

var readFile = call{agent: "a", conversation: "c", scope: files, breadth: "/home"}

func (c call) by(agent string) call        { c.agent = agent; return c }
func (c call) in(conversation string) call { c.conversation = conversation; return c }
func (c call) of(scope string) call        { c.scope = scope; return c }
func (c call) at(breadth string) call      { c.breadth = breadth; return c }

// TestAttacks is the engine's part of the table of attacks: each tries to have
// something run that nobody agreed to.
func TestAttacks(t *testing.T) {
	t.Parallel()
	for name, attack := range map[string]func(*testing.T, *desk){
		"same tool from another agent": func(t *testing.T, d *desk) {
			d.expect(readFile, ask.ByPerson)
			d.denies(readFile.by("other"), ask.ToolNotDeclared)
			d.offer("other", 1, document(scopes{files: "medium"}))
			d.denies(readFile.by("other"), ask.ScopeNotGranted)
		},
		"window leaking to another agent": func(t *testing.T, d *desk) {
			d.known("other", scopes{files: "medium"})
			d.expect(readFile, ask.ByPerson)
			d.expect(readFile, ask.ByWindow)
			d.expect(readFile.by("other"), ask.ByPerson)
		},
		"window leaking to another conversation": func(t *testing.T, d *desk) {
			d.expect(readFile, ask.ByPerson)
			d.expect(readFile.in("other"), ask.ByPerson)
		},
		"window leaking to another scope": func(t *testing.T, d *desk) {
			d.expect(readFile, ask.ByPerson)
			d.expect(readFile.of("clipboard:read"), ask.ByPerson)
		},
		"narrowed window used elsewhere": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.Allow} }
			d.expect(readFile, ask.ByPerson)
			d.expect(readFile, ask.ByWindow)
			d.expect(readFile.at("/home/sub"), ask.ByPerson)
			d.expect(readFile.at(""), ask.ByPerson)
			if why := d.asked[1].Why[0].Key; why != "why.window_elsewhere" {
				t.Errorf("asked because of %s", why)
			}
		},
		"narrowing to nothing": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.Allow} }
			d.expect(readFile.at(""), ask.ByPerson)
			d.expect(readFile.at(""), ask.ByPerson)
		},
		"allow once used twice": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AllowOnce} }
			d.expect(readFile, ask.ByPerson)
			d.expect(readFile, ask.ByPerson)
		},
		"high never opens a window": func(t *testing.T, d *desk) {
			d.expect(readFile.of(place), ask.ByPerson)
			d.expect(readFile.of(place), ask.ByPerson)
		},
		"high never uses a window": func(t *testing.T, d *desk) {
			d.expect(readFile, ask.ByPerson)
			p, err := d.check(readFile)
			if err != nil {
				t.Fatal(err)
			}
			care := executors.Facts{Breadth: "/home", Care: []i18n.Text{{Key: "care"}}}
			for _, q := range []ask.Question{{Facts: care}, {Facts: executors.Facts{Breadth: "/home"}, Again: true}} {
				if decision, err := d.Decide(t.Context(), p, q, ask.Hooks{}); err != nil || decision.By != ask.ByPerson {
					t.Errorf("decided by %s, %v", decision.By, err)
				}
			}
			if q := d.asked[1]; q.Sensitivity.String() != "high" || q.Why[0].Key != "care" {
				t.Errorf("asked at %s because of %v", q.Sensitivity, q.Why)
			}
		},
		"arguments too long to look through": func(t *testing.T, d *desk) {
			long := readFile
			long.arguments = `{"path":"` + strings.Repeat("x", shownLimit) + `"}`
			d.expect(readFile, ask.ByPerson)
			d.expect(long, ask.ByPerson)
		},
		"denied, then asked again": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{} }
			d.denies(readFile, ask.UserRefused)
			d.denies(readFile, ask.UserRefused)
			if len(d.asked) != 1 {
				t.Errorf("asked %d times", len(d.asked))
			}
		},
		"always denied": func(t *testing.T, d *desk) {
			d.expect(readFile, ask.ByPerson)
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AlwaysDeny} }
			d.denies(readFile.in("other"), ask.UserRefused)
			d.denies(readFile, ask.PermissionRevoked)
			d.restart(nil)
			d.denies(readFile, ask.PermissionRevoked)
			for _, rule := range d.Rules() {
				if err := d.Lift(rule); err != nil {
					t.Error(err)
				}
			}
			d.answer = nil
			d.expect(readFile, ask.ByPerson) // its windows have ended
		},
		"always deny outlives the scope's absence": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AlwaysDeny} }
			d.denies(readFile, ask.UserRefused)
			d.offer("a", 2, document(scopes{notes: "low"}))
			d.offer("a", 3, document(scopes{notes: "low", files: "medium"}))
			if err := d.Grant("a", files); err != nil {
				t.Error(err)
			}
			d.denies(readFile, ask.PermissionRevoked)
		},
		"muted agent runs silently": func(t *testing.T, d *desk) {
			d.expect(readFile, ask.ByPerson)
			d.Mute("a", ask.MuteTime)
			d.denies(readFile, ask.UserRefused)
			d.denies(readFile.of(notes), ask.UserRefused)
			d.clock.Advance(ask.MuteTime)
			d.expect(readFile.of(notes), ask.BySilence)
		},
		"revoked while asked": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer {
				d.Revoke("a", files)
				return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}
			}
			d.denies(readFile, ask.PermissionRevoked)
			d.answer = nil
			d.Grant("a", files)
			d.expect(readFile, ask.ByPerson) // the answer opened no window
		},
		"removed while asked": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer {
				d.Remove("a")
				return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}
			}
			d.denies(readFile, ask.ToolNotDeclared)
			if len(d.Windows()) != 0 {
				t.Error("a window of a removed agent")
			}
		},
		"reauth while asked": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer {
				d.Reauth(Reauth{AgentID: "a", Version: 2, Hash: "h"})
				return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}
			}
			d.denies(readFile, ask.ScopeNotGranted)
		},
		"tool removed while asked": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer {
				d.offer("a", 2, document(scopes{notes: "low"}))
				return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}
			}
			d.denies(readFile, ask.ToolNotDeclared)
		},
		"schema changed while asked": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer {
				d.offer("a", 2, document(scopes{files: "medium"}, `{"path":{"type":"integer"}}`))
				return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}
			}
			d.denies(readFile, ask.ToolNotDeclared)
		},
		"sensitivity raised while asked": func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer {
				d.offer("a", 2, document(scopes{files: "high"}))
				return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}
			}
			d.denies(readFile, ask.ScopeNotGranted)
		},
		"sensitivity lowered by the author": func(t *testing.T, d *desk) {
			d.offer("a", 2, document(scopes{files: "medium", "x:y": "low"}))
			d.denies(readFile.of("x:y"), ask.ScopeNotGranted) // new scopes are not granted
			d.known("b", scopes{"x:y": "high"})
			d.offer("b", 2, document(scopes{"x:y": "low"}))
			d.expect(readFile.by("b").of("x:y"), ask.ByPerson) // what it was when granted
		},
		"a host grants": func(t *testing.T, d *desk) {
			d.Revoke("a", files)
			d.Restrict("a", []string{files, place, notes, "clipboard:read"})
			d.denies(readFile, ask.PermissionRevoked)
		},
		"another scope named": func(t *testing.T, d *desk) {
			_, err := d.Check(Call{Caller: ask.Caller{AgentID: "a", ConversationID: "c"}, Tool: toolOf(files), Scope: notes, Arguments: []byte(`{}`)})
			var denied *ask.Denied
			if !errors.As(err, &denied) || denied.Reason != ask.ScopeNotGranted {
				t.Error(err)
			}
		},
		"closed engine": func(t *testing.T, d *desk) {
			d.Close()
			for _, c := range []call{readFile, readFile.of(notes)} {
				if decision, err := d.run(c); !errors.Is(err, ask.ErrQuitting) || decision.By != ask.ByRule {
					t.Errorf("%+v: %v by %q", c, err, decision.By)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.known("a", scopes{files: "medium", "clipboard:read": "medium", place: "high", notes: "low"})
			attack(t, d)
		})
	}
}

func TestUnwritableDatabase(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium", notes: "low", "x:y": "low"})
	d.Revoke("a", "x:y")
	d.readOnly()

	var e *executors.Error
	if _, err := d.run(readFile); !errors.As(err, &e) || e.Reason != executors.AuditUnavailable {
		t.Errorf("allowed without a window being written: %v", err)
	}
	if len(d.Windows()) != 0 {
		t.Error("a window that is not written holds")
	}
	if d.Grant("a", "x:y") == nil || d.granted("a")[0] != files {
		t.Error("a grant that is not written holds")
	}
	if d.offer("b", 1, document(scopes{files: "medium"})) == nil || len(d.Agents()) != 1 {
		t.Error("an agent that is not written is known")
	}
	if err := d.Revoke("a", files); err != nil {
		t.Error(err)
	}
	if unwritten, forgetful := d.Unwritten(); !unwritten || forgetful {
		t.Errorf("no word of a revocation that is not written: %v, %v", unwritten, forgetful)
	}
	d.denies(readFile, ask.PermissionRevoked)
}

func TestUnreadableDatabase(t *testing.T) {
	t.Parallel()
	if _, err := Open(t.TempDir(), Options{}); err == nil {
		t.Error("a folder was opened as a database")
	}
}

func TestNobodyToAsk(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium", notes: "low"})
	d.options.Asker, d.options.Reviewer = nil, nil
	d.restart(nil)
	var e *executors.Error
	if decision, err := d.run(readFile); !errors.As(err, &e) || e.Reason != executors.NoOneToAsk || decision.By != ask.ByRule {
		t.Errorf("%+v, %v", decision, err)
	}
	d.expect(readFile.of(notes), ask.BySilence)
	d.relations = nil
	if err := d.offer("b", 1, document(scopes{files: "medium"})); err != nil {
		t.Fatal(err)
	}
	d.told(Relation{AgentID: "b", Version: 1, Granted: []string{}})
}

func TestUseIsCounted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium"})
	d.expect(readFile, ask.ByPerson)
	d.clock.Advance(time.Hour)
	d.expect(readFile, ask.ByWindow)
	w := d.Windows()[0]
	if w.Uses != 1 || !w.Opened.Equal(start) || !w.LastUsed.Equal(start.Add(time.Hour)) ||
		!w.Expires.Equal(start.Add(25*time.Hour)) || !w.Cap.Equal(start.Add(7*24*time.Hour)) {
		t.Errorf("%+v", w)
	}
	if err := d.EndWindow(w.ID); err != nil || len(d.Windows()) != 0 {
		t.Errorf("not ended: %v", err)
	}
	d.restart(nil)
	d.expect(readFile, ask.ByPerson)
	if why := d.asked[1].Why[0].Key; why != "why.window_over" {
		t.Errorf("asked because of %s", why)
	}
}
