package memory

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assent/cmd/project_cli/router"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func call(home, method, input string, dryRun bool) router.Result {
	now := time.Date(2026, 4, 21, 12, 0, 0, 0, time.UTC)
	return router.Route([]router.Module{Module()}, "memory", method, router.Call{Home: home, Now: now, DryRun: dryRun, Input: []byte(input)})
}

func printed(t testing.TB, result router.Result) string {
	t.Helper()
	out, err := result.Print(false)
	must(t, err)
	return string(out)
}

// TestMemory: what was remembered is read, changed and forgotten, each shown before.
func TestMemory(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	for _, step := range []struct {
		method, input string
		dryRun        bool
		want          string
	}{
		{"read", `{}`, false, `"data":{"items":[],"count":0}`},
		{"update", `{"key":"user.likes","value":"tea"}`, true, `"data":{"before":null,"after":{"id":"user.likes"`},
		{"forget", `{"key":"user.likes"}`, true, `"code":"NOT_FOUND"`},
		{"read", `{}`, false, `"count":0`},
		{"update", `{"key":"user.likes","value":"tea"}`, false, `"value":"tea","updatedAt":"2026-04-21T12:00:00Z"`},
		{"update", `{"key":"user.likes","value":"Coffee; 100 %"}`, true, `"before":{"id":"user.likes","title":"user.likes","value":"tea"`},
		{"read", `{"key":"user.likes"}`, false, `"value":"tea"`},
		{"update", `{"key":"user.likes","value":"Coffee; 100 %"}`, false, `"value":"Coffee; 100 %"`},
		{"update", `{"key":"trip","value":"Hangzhou"}`, false, `"id":"trip"`},
		{"read", `{"query":"coffee"}`, false, `"count":1`},
		{"read", `{"query":"%"}`, false, `"count":1`},
		{"read", `{"key":"user.*"}`, false, `"id":"user.likes"`},
		{"read", `{"key":"user"}`, false, `"count":0`},
		{"read", `{}`, false, `"count":2`},
		{"forget", `{"key":"trip"}`, true, `"after":null`},
		{"forget", `{"key":"trip"}`, false, `"id":"trip","deleted":true`},
		{"forget", `{"key":"trip"}`, false, `"code":"NOT_FOUND"`},
		{"update", `{"key":"a*","value":"x"}`, false, `"code":"INVALID_ACTION_INPUT"`},
		{"update", `{"key":"a","value":""}`, false, `"code":"INVALID_ACTION_INPUT"`},
		{"update", `{"key":"a","value":"x","ttl":1}`, false, `"code":"INVALID_ACTION_INPUT"`},
		{"read", `{}`, false, `"count":1`},
	} {
		if got := printed(t, call(home, step.method, step.input, step.dryRun)); !strings.Contains(got, step.want) {
			t.Errorf("%s %s: %s", step.method, step.input, got)
		}
	}
	if info, err := os.Stat(filepath.Join(home, "memory.db")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the database: %v, %v", info.Mode(), err)
	}
	entries, err := os.ReadDir(home)
	must(t, err)
	if len(entries) != 1 {
		t.Errorf("%d files", len(entries))
	}
}

// TestAtOnce: of many who write at once nobody's key is lost.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	var wait sync.WaitGroup
	for n := range 8 {
		wait.Go(func() {
			if result := call(home, "update", fmt.Sprintf(`{"key":"k%d","value":"v"}`, n), false); !result.OK {
				t.Error(result.Error)
			}
		})
	}
	wait.Wait()
	if got := printed(t, call(home, "read", `{}`, false)); !strings.Contains(got, `"count":8`) {
		t.Errorf("%s", got)
	}
}

// TestRefused: what is no memory of ours is neither read nor written.
func TestRefused(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(path string) error{
		"no database": func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("no database", 1000)), 0o600)
		},
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"a link":   func(path string) error { return os.Symlink("/dev/zero", path) },
		"a later version": func(path string) error {
			db, err := sql.Open("sqlite3", path)
			must(t, err)
			defer db.Close()
			_, err = db.Exec(`PRAGMA user_version = 2`)
			return err
		},
	} {
		home := t.TempDir()
		must(t, make(filepath.Join(home, "memory.db")))
		for _, method := range []string{"read", "update"} {
			input := map[string]string{"read": `{}`, "update": `{"key":"a","value":"b"}`}[method]
			if result := call(home, method, input, false); result.OK || result.Error.Code != router.Unreadable {
				t.Errorf("%s: %s: %s", name, method, printed(t, result))
			}
		}
	}
}
