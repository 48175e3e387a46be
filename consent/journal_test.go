package consent

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func about(agentID string) entry { return entry{Agents: []ceiling{{AgentID: agentID}}} }

// reopened returns the number and the agent of what a journal says when it is opened anew.
func reopened(t *testing.T, path string) (number uint64, agentID string) {
	t.Helper()
	j, last, err := openJournal(path)
	must(t, err)
	defer j.close()
	if len(last.Agents) > 0 {
		agentID = last.Agents[0].AgentID
	}
	return j.number, agentID
}

func TestJournalKeepsTheLastEntry(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal")
	j, _, err := openJournal(path)
	must(t, err)
	defer j.close()
	for n, agentID := range []string{"a", "b", "c"} {
		must(t, j.write(about(agentID)))
		if number, last := reopened(t, path); number != uint64(n)+1 || last != agentID {
			t.Errorf("entry %d about %q, want %d about %q", number, last, n+1, agentID)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 2*slotSize || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestTornEntryLeavesTheOneBefore: a kill or a power cut in the midst of writing.
func TestTornEntryLeavesTheOneBefore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal")
	j, _, err := openJournal(path)
	must(t, err)
	must(t, j.write(about("a")))
	must(t, j.write(about(strings.Repeat("b", 2000))))
	must(t, j.close())
	whole, err := os.ReadFile(path)
	must(t, err)
	for _, torn := range []int{0, 7, 16, 48, 60, 1500} { // bytes of the second entry, in the first slot
		damaged := bytes.Clone(whole)
		copy(damaged[torn:slotSize], make([]byte, slotSize))
		must(t, os.WriteFile(path, damaged, 0o600))
		if number, last := reopened(t, path); number != 1 || last != "a" {
			t.Errorf("torn after %d bytes: entry %d about %q", torn, number, last)
		}
	}
	must(t, os.WriteFile(path, bytes.Repeat([]byte{0xff}, 2*slotSize), 0o600))
	if number, last := reopened(t, path); number != 0 || last != "" {
		t.Errorf("garbage: entry %d about %q", number, last)
	}
	must(t, os.Truncate(path, slotSize/2))
	if number, _ := reopened(t, path); number != 0 {
		t.Errorf("cut: entry %d", number)
	}
}

func TestJournalHasAnEnd(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal")
	j, _, err := openJournal(path)
	must(t, err)
	defer j.close()
	must(t, j.write(about("a")))
	if err := j.write(about(strings.Repeat("b", slotSize))); !errors.Is(err, errEntryTooLarge) {
		t.Errorf("too much: %v", err)
	}
	if number, last := reopened(t, path); number != 1 || last != "a" {
		t.Errorf("entry %d about %q", number, last)
	}
}

// FuzzJournal: whatever the file holds, a new entry is found again.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(bytes.Repeat([]byte{0, 0, 0, 0, 0, 0, 0, 7}, 100))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "journal")
		must(t, os.WriteFile(path, content, 0o600))
		j, _, err := openJournal(path)
		must(t, err)
		must(t, j.write(about("a")))
		must(t, j.close())
		if _, last := reopened(t, path); last != "a" {
			t.Errorf("the last entry is about %q", last)
		}
	})
}
