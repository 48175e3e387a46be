package consent

import (
	"path/filepath"
	"testing"

	"assent/consent/ask"
)

// A database that is set aside takes nothing that was agreed to with it.
func TestRelocateKeepsWhatWasAgreedTo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("agent-1", scopes{"filesystem:read": "medium", "clipboard:read": "medium"})
	read := call{agent: "agent-1", conversation: "c-1", scope: "filesystem:read"}
	d.expect(read, ask.ByPerson)
	if err := d.Revoke("agent-1", "clipboard:read"); err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(t.TempDir(), "assent.db")
	if err := d.Relocate(fresh); err != nil {
		t.Fatal(err)
	}
	d.path = fresh
	d.restart(nil)
	d.expect(read, ask.ByWindow)
	d.denies(call{agent: "agent-1", conversation: "c-1", scope: "clipboard:read"}, ask.PermissionRevoked)
}

func TestRelocateThatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("agent-1", scopes{"filesystem:read": "medium"})
	if err := d.Relocate(filepath.Join(t.TempDir(), "none", "assent.db")); err == nil {
		t.Fatal("moved to a folder that is not there")
	}
	d.restart(nil)
	d.expect(call{agent: "agent-1", conversation: "c-1", scope: "filesystem:read"}, ask.ByPerson)
}

// The engine may be closing while the database is set aside.
func TestRelocateOfAClosedKeeperLeavesNothingOpen(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("agent-1", scopes{"filesystem:read": "medium"})
	before := d.Keeper.store
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(t.TempDir(), "assent.db")
	if err := d.Relocate(fresh); err != nil {
		t.Fatal(err)
	}
	if d.Keeper.store != before {
		t.Error("the closed keeper holds the new database open")
	}
	d.path = fresh
	d.open()
	d.expect(call{agent: "agent-1", conversation: "c-1", scope: "filesystem:read"}, ask.ByPerson)
}
