package consent

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"assent/consent/ask"
)

// left copies the files of a database with these ends, as a kill would leave them.
func left(t *testing.T, path string, ends ...string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "assent.db")
	duplicate(t, path, to, ends...)
	return to
}

func duplicate(t *testing.T, from, to string, ends ...string) {
	t.Helper()
	for _, end := range ends {
		data, err := os.ReadFile(from + end)
		must(t, err)
		must(t, os.WriteFile(to+end, data, 0o600))
	}
}

// at opens a desk on the database at path.
func at(t *testing.T, path string, now time.Time) *desk {
	t.Helper()
	d := newDesk(t)
	d.Close()
	d.path = path
	d.clock.Advance(now.Sub(d.clock.Now()))
	d.open()
	return d
}

// TestKilledWhileLocked kills a process that took a scope back while another held the
// database.
func TestKilledWhileLocked(t *testing.T) {
	t.Parallel()
	if path := os.Getenv("ASSENT_CONSENT_VICTIM"); path != "" {
		d := at(t, path, start)
		fmt.Println("\nopen")
		bufio.NewReader(os.Stdin).ReadByte() // it is locked
		must(t, d.Revoke("a", files))
		fmt.Println("taken")
		select {} // until it is killed
	}
	d := taken(t)
	must(t, d.Close())
	child := exec.Command(os.Args[0], "-test.run=^TestKilledWhileLocked$")
	child.Env = append(os.Environ(), "ASSENT_CONSENT_VICTIM="+d.path)
	said, err := child.StdoutPipe()
	must(t, err)
	tell, err := child.StdinPipe()
	must(t, err)
	must(t, child.Start())
	lines := bufio.NewScanner(said)
	hear := func(word string) {
		for lines.Scan() && lines.Text() != word {
			t.Log(lines.Text())
		}
	}
	hear("open")
	unlock := lock(t, d.path)
	_, err = tell.Write([]byte("\n"))
	must(t, err)
	hear("taken")
	must(t, child.Process.Kill())
	child.Wait() // killed
	unlock()
	at(t, d.path, start).denies(readFile, ask.PermissionRevoked)
}
