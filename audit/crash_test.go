package audit

import (
	"bufio"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// victim names, in the environment, the log that the crash test's child writes.
const victim = "ASSENT_AUDIT_VICTIM"

func TestMain(m *testing.M) {
	if path := os.Getenv(victim); path != "" {
		fmt.Fprintln(os.Stderr, overload(path, os.Getenv(victim+"_RUN")))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// overload records calls as fast as it can until it is killed. It says on
// standard output what it did, a line for each step, once the log acknowledged it.
func overload(path, run string) error {
	l, err := Open(path, Options{})
	if err != nil {
		return err
	}
	failed := make(chan error)
	var n atomic.Int64
	var out sync.Mutex
	say := func(step string, id string) {
		out.Lock()
		defer out.Unlock()
		fmt.Println(step, id)
	}
	for range 16 {
		go func() {
			for {
				id := fmt.Sprintf("%s-%d", run, n.Add(1))
				if err := overloadOne(l, id, say); err != nil {
					failed <- err
				}
			}
		}()
	}
	return <-failed
}

func overloadOne(l *Log, id string, say func(step, id string)) error {
	c := testCall(0)
	c.CallID = id
	seq, err := l.Begin(c)
	if err != nil {
		return err
	}
	say("run", id)
	if err := l.Finish(seq, allowed); err != nil {
		return err
	}
	say("answer", id)
	return nil
}

// TestCrash kills the process that records calls at random moments and checks
// what it left: a row for each call that ran, an outcome for each that was
// answered, a sound database and chain, and no second run.
func TestCrash(t *testing.T) {
	times := 30
	if os.Getenv("ASSENT_SOAK") != "" {
		times = 1000
	}
	path := filepath.Join(t.TempDir(), "assent.db")
	for i := range times {
		ran, answered := crash(t, path, fmt.Sprint(i))
		l, err := Open(path, Options{})
		must(t, err)
		for id := range ran {
			c := testCall(0)
			c.CallID = id
			if _, err := l.Begin(c); err != ErrDuplicate {
				t.Fatalf("kill %d: call %s ran and may run again: %v", i, id, err)
			}
		}
		must(t, l.Close())
		checkCrashed(t, path, fmt.Sprintf("call_id LIKE '%d-%%'", i), ran, answered)
	}
	sound(t, path, Head{})
}

// crash runs the child for a random time and returns what it said it did.
func crash(t *testing.T, path, run string) (ran, answered map[string]bool) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), victim+"="+path, victim+"_RUN="+run)
	var trouble strings.Builder
	child.Stderr = &trouble
	said, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	defer time.AfterFunc(time.Duration(20+rand.IntN(200))*time.Millisecond, func() { child.Process.Kill() }).Stop()
	ran, answered = heard(said)
	child.Wait() // killed
	if trouble.Len() > 0 {
		t.Fatalf("the process that was to be killed failed: %s", trouble.String())
	}
	return ran, answered
}

// heard reads the child's lines; the last one may be torn.
func heard(said io.Reader) (ran, answered map[string]bool) {
	ran, answered = map[string]bool{}, map[string]bool{}
	lines := bufio.NewReader(said)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return ran, answered
		}
		switch step, id, _ := strings.Cut(strings.TrimSpace(line), " "); step {
		case "run":
			ran[id] = true
		case "answer":
			answered[id] = true
		}
	}
}

// checkCrashed checks the rows that where chooses against what was heard.
func checkCrashed(t *testing.T, path, where string, ran, answered map[string]bool) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	must(t, err)
	defer db.Close()
	var verdict string
	must(t, db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict))
	if verdict != "ok" {
		t.Fatalf("integrity_check: %s", verdict)
	}
	rows, err := db.Query(`SELECT call_id, status, reason FROM calls WHERE ` + where)
	must(t, err)
	defer rows.Close()
	found := map[string]bool{}
	for rows.Next() {
		var id, status, reason string
		must(t, rows.Scan(&id, &status, &reason))
		switch {
		case found[id]:
			t.Fatalf("call %s has two rows", id)
		case answered[id] && status != "ok":
			t.Fatalf("call %s was answered and is %s", id, status)
		case !answered[id] && status != "ok" && reason != "interrupted":
			t.Fatalf("call %s is %s, %q", id, status, reason)
		}
		found[id] = true
	}
	must(t, rows.Err())
	for id := range ran {
		if !found[id] {
			t.Fatalf("call %s ran and has no row", id)
		}
	}
}
