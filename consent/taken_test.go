package consent

import (
	"database/sql"
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"assent/consent/ask"
)

// takings are what takes something from an agent that has everything, each with what
// must hold then.
var takings = map[string]struct {
	take  func(t *testing.T, d *desk)
	holds func(t *testing.T, d *desk)
}{
	"always deny": {
		func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AlwaysDeny} }
			d.denies(readFile.in("other"), ask.UserRefused)
		},
		func(t *testing.T, d *desk) {
			d.denies(readFile, ask.PermissionRevoked)
			if rules := d.Rules(); len(rules) != 1 || rules[0].Scope != files {
				t.Errorf("rules %+v", rules)
			}
		},
	},
	"revoke": {
		func(t *testing.T, d *desk) { must(t, d.Revoke("a", files)) },
		func(t *testing.T, d *desk) { d.denies(readFile, ask.PermissionRevoked) },
	},
	"relation": {
		func(t *testing.T, d *desk) { must(t, d.Restrict("a", []string{notes})) },
		func(t *testing.T, d *desk) {
			d.denies(readFile, ask.PermissionRevoked)
			d.expect(readFile.of(notes), ask.BySilence)
		},
	},
	"reauth": {
		func(t *testing.T, d *desk) {
			must(t, d.Reauth(Reauth{AgentID: "a", Version: 2, Hash: "ab", Scopes: []string{files}}))
		},
		func(t *testing.T, d *desk) {
			d.denies(readFile, ask.ScopeNotGranted)
			d.expect(readFile.of(notes), ask.BySilence)
			if agent, _ := d.Agent("a"); !agent.Changed {
				t.Error("the agent is not known as changed")
			}
		},
	},
	"reauth of a tool": {
		func(t *testing.T, d *desk) {
			must(t, d.Reauth(Reauth{AgentID: "a", Version: 2, Hash: "ab", Tools: []string{toolOf(files)}}))
		},
		func(t *testing.T, d *desk) {
			d.denies(readFile, ask.ScopeNotGranted)
			d.expect(readFile.of(notes), ask.BySilence)
		},
	},
	"end of a window": {
		func(t *testing.T, d *desk) { must(t, d.EndWindow(d.Windows()[0].ID)) },
		func(t *testing.T, d *desk) {
			d.answer = func(ask.Question) ask.Answer { return ask.Answer{Choice: ask.AllowOnce} }
			d.expect(readFile, ask.ByPerson)
		},
	},
	"mute": {
		func(t *testing.T, d *desk) { d.Mute("a", 10*time.Minute) },
		func(t *testing.T, d *desk) {
			d.denies(readFile.of(notes), ask.UserRefused)
			if rules := d.Rules(); len(rules) != 1 || rules[0].Until.Sub(rules[0].Made) != 10*time.Minute {
				t.Errorf("rules %+v", rules)
			}
		},
	},
	"removal": {
		func(t *testing.T, d *desk) { must(t, d.Remove("a")) },
		func(t *testing.T, d *desk) {
			d.denies(readFile, ask.ToolNotDeclared)
			if err := d.offer("a", 2, document(scopes{files: "medium"})); code(err) != CodeVersionRollback {
				t.Errorf("an older manifest: %v", err)
			}
		},
	},
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// taken returns a desk with an agent that has everything and an open window.
func taken(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.grants = []string{files, notes}
	must(t, d.offer("a", 1, document(scopes{files: "medium"})))
	must(t, d.offer("a", 3, document(scopes{files: "medium", notes: "low"})))
	must(t, d.Grant("a", notes))
	d.grants = nil
	d.expect(readFile, ask.ByPerson)
	d.expect(readFile, ask.ByWindow)
	return d
}

// obstacles keep the database from being written, until they are undone.
var obstacles = map[string]func(t *testing.T, d *desk) (undo func()){
	"locked": func(t *testing.T, d *desk) func() {
		d.store.hurry(true)
		return lock(t, d.path)
	},
	"read-only": func(t *testing.T, d *desk) func() {
		d.readOnly()
		return func() {
			_, err := d.store.db.Exec("PRAGMA query_only = 0")
			must(t, err)
		}
	},
	"a file of it removed": func(t *testing.T, d *desk) func() {
		wal := d.path + "-wal"
		must(t, os.Rename(wal, wal+".away"))
		must(t, os.WriteFile(wal, nil, 0o600))
		return func() { must(t, os.Rename(wal+".away", wal)) }
	},
}

// lock has another writer hold the database at path.
func lock(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	must(t, err)
	conn, err := db.Conn(t.Context())
	must(t, err)
	_, err = conn.ExecContext(t.Context(), "BEGIN EXCLUSIVE")
	must(t, err)
	unlock = func() { must(t, errors.Join(conn.Close(), db.Close())) }
	return unlock
}

// TestTakenAwayIsNotForgotten: what was taken away while the database could not be written
// holds at once, after a kill, after a quit, and once the database is written without the
// journal.
func TestTakenAwayIsNotForgotten(t *testing.T) {
	t.Parallel()
	for obstacle, put := range obstacles {
		for taking, test := range takings {
			t.Run(obstacle+"/"+taking, func(t *testing.T) {
				t.Parallel()
				d := taken(t)
				undo := put(t, d)
				test.take(t, d)
				if unwritten, forgetful := d.Unwritten(); !unwritten || forgetful {
					t.Errorf("unwritten %v, forgetful %v", unwritten, forgetful)
				}
				killed := left(t, d.path, "", "-wal", journalEnd)
				undo()
				d.clock.Advance(retryDelay)
				if unwritten, _ := d.Unwritten(); unwritten {
					t.Error("it was not written when it could be")
				}
				written := left(t, d.path, "", "-wal")
				test.holds(t, d)
				d.Close()
				for when, path := range map[string]string{"after a kill": killed, "once it is written": written} {
					again := at(t, path, d.clock.Now())
					test.holds(t, again)
					if t.Failed() {
						t.Fatalf("%s: %+v", when, again.Rules())
					}
				}
			})
		}
	}
}

// TestQuitWhileLocked: the journal is there for what could not be written at quit either.
func TestQuitWhileLocked(t *testing.T) {
	t.Parallel()
	for taking, test := range takings {
		t.Run(taking, func(t *testing.T) {
			t.Parallel()
			d := taken(t)
			unlock := obstacles["locked"](t, d)
			test.take(t, d)
			if err := d.Close(); err == nil {
				t.Error("no word of what could not be written")
			}
			unlock()
			again := at(t, d.path, d.clock.Now())
			test.holds(t, again)
			again.restart(nil) // and it is in the database now
			test.holds(t, again)
		})
	}
}

// TestGivenAfterTaken: what the person gives later is not taken away again by what the
// journal still holds.
func TestGivenAfterTaken(t *testing.T) {
	t.Parallel()
	d := taken(t)
	unlock := obstacles["locked"](t, d)
	must(t, d.Revoke("a", files))
	if d.Grant("a", files) == nil {
		t.Error("a grant that is not written holds")
	}
	unlock()
	must(t, d.Grant("a", files))
	d.crash()
	if granted := d.granted("a"); !slices.Contains(granted, files) {
		t.Errorf("granted %v", granted)
	}
}

// TestNothingCanBeWritten: with the journal gone too, the person hears that it holds only
// until Assent quits; and all is well once it can be written.
func TestNothingCanBeWritten(t *testing.T) {
	t.Parallel()
	d := taken(t)
	unlock := obstacles["locked"](t, d)
	file := d.journal.file
	var err error
	d.journal.file, err = os.Open(file.Name()) // which cannot be written
	must(t, err)
	if d.Revoke("a", files) == nil {
		t.Error("no word of what was not written")
	}
	if unwritten, forgetful := d.Unwritten(); !unwritten || !forgetful {
		t.Errorf("unwritten %v, forgetful %v", unwritten, forgetful)
	}
	d.denies(readFile, ask.PermissionRevoked)
	must(t, d.journal.close())
	d.journal.file = file
	d.clock.Advance(retryDelay)
	if unwritten, forgetful := d.Unwritten(); !unwritten || forgetful {
		t.Errorf("with the journal back: unwritten %v, forgetful %v", unwritten, forgetful)
	}
	unlock()
	d.clock.Advance(retryDelay)
	if unwritten, _ := d.Unwritten(); unwritten {
		t.Error("it was not written when it could be")
	}
}
