//go:build unix

package calendar

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"assent/cmd/project_cli/router"
)

// writerHome is set in the environment of a test binary that is to write until it is
// killed.
const writerHome = "PROJECT_CLI_TEST_WRITER"

func TestMain(m *testing.M) {
	if home := os.Getenv(writerHome); home != "" {
		writeForEver(home)
		return
	}
	os.Exit(m.Run())
}

// writeForEver retitles the event "killed" and says after each time what its title is.
func writeForEver(home string) {
	for n := 0; ; n++ {
		text := strings.Repeat(fmt.Sprint(n%10), 60_000) // a write of some length
		result := router.Route([]router.Module{Module()}, "calendar", "update",
			router.Call{Home: home, Input: []byte(`{"id":"killed","description":"` + text + `"}`)})
		if !result.OK {
			fmt.Println("failed:", result.Error.Message)
			return
		}
		fmt.Println(n)
	}
}

// TestKill: a writer that is killed at any moment leaves the file of before or of after
// the write, whole, and nothing beside it once somebody writes again.
func TestKill(t *testing.T) {
	t.Parallel()
	const begin, end = "BEGIN:VCALENDAR\nX-FIRST:kept\n", "X-LAST:kept\nEND:VCALENDAR\n"
	home := home(t, map[string]string{"shared.ics": begin + "BEGIN:VEVENT\nUID:killed\nDTSTART:20260421T100000Z\nSUMMARY:old\nEND:VEVENT\n" + end})
	for round := range 8 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), writerHome+"="+home)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		lines := bufio.NewScanner(out)
		for range 1 + round%4 { // the kill comes within one of the next writes
			if !lines.Scan() || strings.HasPrefix(lines.Text(), "failed") {
				t.Fatalf("the writer: %s", lines.Text())
			}
		}
		must(t, cmd.Process.Kill())
		cmd.Wait()
		now := data(t, home, "shared.ics")
		if !strings.HasPrefix(now, begin) || !strings.HasSuffix(now, end) {
			t.Fatalf("the file is neither old nor new:\n%.200s", now)
		}
		event := into[Item](t, call(t, home, "read", `{"mode":"event","id":"killed"}`))
		if d := event.Description; len(d) != 60_000 || strings.Trim(d, d[:1]) != "" {
			t.Fatalf("a torn event: %d bytes", len(d))
		}
	}
	into[Comparison](t, call(t, home, "update", `{"id":"killed","title":"new"}`))
	entries, err := os.ReadDir(filepath.Join(home, "calendar"))
	must(t, err)
	if len(entries) != 1 {
		t.Errorf("%d files are left", len(entries))
	}
}

// TestLock: of many who write at once nobody's change is lost.
func TestLock(t *testing.T) {
	t.Parallel()
	home := home(t, map[string]string{"shared.ics": "BEGIN:VCALENDAR\nEND:VCALENDAR\n"})
	var wait sync.WaitGroup
	const writers, each = 4, 8
	for range writers {
		wait.Go(func() {
			for n := range each {
				input := fmt.Sprintf(`{"title":"%d","start_at":"2026-04-21","end_at":"2026-04-22","file":"shared.ics"}`, n)
				if result := call(t, home, "create", input); !result.OK {
					t.Error(result.Error)
				}
			}
		})
	}
	wait.Wait()
	day := into[router.List[Item]](t, call(t, home, "read", `{"mode":"day","date":"2026-04-21"}`))
	if day.Count != writers*each {
		t.Errorf("%d events", day.Count)
	}
}

// TestChangedMeanwhile: what another program wrote while a change was worked out is not
// written over.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	const event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260421\nSUMMARY:%s\nEND:VEVENT\nEND:VCALENDAR\n"
	home := home(t, map[string]string{"a.ics": fmt.Sprintf(event, "old")})
	theirs := fmt.Sprintf(event, "theirs")
	_, err := commit(router.Call{Home: home, Now: now(t)}, func(f folder) (draft, error) {
		d := draft{name: "a.ics", old: []byte(data(t, home, "a.ics")), new: []byte(fmt.Sprintf(event, "ours")), before: "a", after: "a"}
		return d, os.WriteFile(f.path("a.ics"), []byte(theirs), 0o600)
	})
	var failure *router.Failure
	if failure, _ = err.(*router.Failure); failure == nil || failure.Code != router.Changed {
		t.Errorf("got %v", err)
	}
	if got := data(t, home, "a.ics"); got != theirs {
		t.Errorf("it holds %q", got)
	}
}

// TestLinks: a file that is a link stays one, and keeps its mode; what would make a read
// wait is not waited for.
func TestLinks(t *testing.T) {
	t.Parallel()
	home := home(t, map[string]string{"work/a.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260421\nSUMMARY:old\nEND:VEVENT\nEND:VCALENDAR\n"})
	real := filepath.Join(t.TempDir(), "real.ics")
	link := filepath.Join(home, "calendar", "work", "a.ics")
	must(t, os.Rename(link, real))
	must(t, os.Chmod(real, 0o640))
	must(t, os.Symlink(real, link))
	must(t, syscall.Mkfifo(filepath.Join(home, "calendar", "pipe.ics"), 0o600))
	into[Comparison](t, call(t, home, "update", `{"id":"a","title":"new"}`))
	info, err := os.Lstat(link)
	must(t, err)
	if info.Mode()&os.ModeSymlink == 0 || !strings.Contains(data(t, home, "work/a.ics"), "SUMMARY:new\n") {
		t.Errorf("the link is %v", info.Mode())
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	result := call(t, home, "read", `{"mode":"day","date":"2026-04-21"}`)
	if list := into[router.List[Item]](t, result); !result.Partial || list.Count != 1 || len(list.Problems) != 1 || list.Problems[0].File != "pipe.ics" {
		t.Errorf("%s", printed(t, result))
	}
}
