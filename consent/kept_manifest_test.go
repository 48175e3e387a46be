package consent

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"assent/consent/ask"
	"assent/consent/manifest"
)

// manyKnown returns a desk with so many agents that have all they declare, each of a
// manifest of its own.
func manyKnown(t *testing.T, count int) *desk {
	t.Helper()
	d := newDesk(t)
	d.grants = []string{files, notes}
	for i := range count {
		version := fmt.Sprintf(`"agent_version":"1.0.%d"`, i)
		must(t, d.offer(fmt.Sprint("agent-", i), 1, []byte(strings.Replace(string(document(scopes{files: "medium", notes: "low"})), `"agent_version":"1.0.0"`, version, 1))))
	}
	return d
}

// read returns the agents whose manifest was read.
func (d *desk) read() (ids []string) {
	for _, a := range d.sorted() {
		if a.manifest.got.Load() != nil {
			ids = append(ids, a.id)
		}
	}
	return ids
}

// rewrite writes to the database while no Keeper has it open.
func (d *desk) rewrite(query string, args ...any) {
	d.t.Helper()
	d.Close()
	store, err := openStore(d.path)
	must(d.t, err)
	_, err = store.db.Exec(query, args...)
	must(d.t, err)
	must(d.t, store.close())
}

// TestAManifestIsReadWhenItIsNeeded: a start reads none, and a call the one of its agent.
func TestAManifestIsReadWhenItIsNeeded(t *testing.T) {
	t.Parallel()
	d := manyKnown(t, 5)
	d.restart(nil)
	if read := d.read(); len(read) > 0 {
		t.Errorf("a start read the manifests of %v", read)
	}
	one := call{agent: "agent-3", conversation: "c", scope: notes}
	d.expect(one, ask.BySilence)
	d.denies(call{agent: "agent-9", conversation: "c", scope: notes}, ask.ToolNotDeclared)
	if read := d.read(); !slices.Equal(read, []string{"agent-3"}) {
		t.Errorf("a call read the manifests of %v", read)
	}
	for i, a := range d.Agents() {
		if want := fmt.Sprintf("1.0.%d", i); a.Manifest.AgentVersion != want || len(a.Grants) != 2 || !a.Reviewed {
			t.Errorf("%s: %+v", a.ID, a)
		}
	}
	must(t, d.Revoke("agent-3", notes))
	d.restart(nil)
	d.denies(one, ask.PermissionRevoked)
}

// TestAManifestIsReadOnce, however many need it at once: calls compare tools by identity.
func TestAManifestIsReadOnce(t *testing.T) {
	t.Parallel()
	d := manyKnown(t, 1)
	d.restart(nil)
	kept := d.agent("agent-0").manifest
	var all sync.WaitGroup
	read := make([]*manifest.Manifest, 20)
	for i := range read {
		all.Go(func() { read[i] = kept.read() })
	}
	all.Wait()
	if len(slices.Compact(read)) != 1 {
		t.Error("it was read more than once")
	}
}

// TestEqualManifestsAreKeptOnce: of agents that declare the same, and of what was agreed to.
func TestEqualManifestsAreKeptOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium"})
	d.known("b", scopes{files: "medium"})
	d.restart(nil)
	a, b := d.agent("a"), d.agent("b")
	if a.manifest != b.manifest || a.agreed != a.manifest {
		t.Error("equal manifests are kept apart")
	}
	must(t, d.offer("a", 2, document(scopes{files: "high"})))
	d.restart(nil)
	if a = d.agent("a"); a.manifest == b.manifest || a.agreed.read().Hash == a.manifest.read().Hash {
		t.Error("other manifests are taken for equal ones")
	}
}

// TestABrokenManifestAmongMany keeps Assent from starting, whichever of an agent's it is:
// what it declared is not guessed.
func TestABrokenManifestAmongMany(t *testing.T) {
	t.Parallel()
	for column, broken := range map[string]string{"manifest": `{"tools":`, "agreed": `{}`, "offered": `[1]`} {
		t.Run(column, func(t *testing.T) {
			t.Parallel()
			d := manyKnown(t, 5)
			d.rewrite(`UPDATE consent_agents SET `+column+` = ? WHERE id = 'agent-3'`, broken)
			if k, err := Open(d.path, d.options); err == nil {
				k.Close()
				t.Error("it started")
			}
		})
	}
}

// TestAnotherManifestThanWasRead is read at start, as are those that an earlier version of
// Assent, or one of other rules, wrote; the next start knows them.
func TestAnotherManifestThanWasRead(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"changed":        `UPDATE consent_agents SET manifest = replace(manifest, '1.0.3', '1.1.3'), agreed = replace(agreed, '1.0.3', '1.1.3') WHERE id = 'agent-3'`,
		"never read":     `UPDATE consent_agents SET read_before = '' WHERE id = 'agent-3'`,
		"by other rules": `UPDATE consent_agents SET read_before = 'x' || read_before WHERE id = 'agent-3'`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := manyKnown(t, 5)
			d.rewrite(change)
			d.open()
			if read := d.read(); !slices.Equal(read, []string{"agent-3"}) {
				t.Errorf("read: %v", read)
			}
			d.expect(call{agent: "agent-3", conversation: "c", scope: notes}, ask.BySilence)
			d.restart(nil)
			if read := d.read(); len(read) > 0 {
				t.Errorf("read again: %v", read)
			}
		})
	}
}
