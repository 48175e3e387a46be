package calendar

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assent/cmd/project_cli/router"

	"github.com/go-json-experiment/json"
)

var updateGolden = flag.Bool("update", false, "write the golden files")

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// now is the time of these tests, in the reader's zone.
func now(t testing.TB) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	must(t, err)
	return time.Date(2026, 4, 20, 12, 0, 0, 0, zone)
}

// home is a new home whose calendar has these files.
func home(t testing.TB, files map[string]string) string {
	t.Helper()
	home := t.TempDir()
	for name, data := range files {
		path := filepath.Join(home, "calendar", name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(data), 0o600))
	}
	return home
}

// styles is a new home with a file of each program.
func styles(t testing.TB) string {
	t.Helper()
	home := t.TempDir()
	must(t, os.CopyFS(filepath.Join(home, "calendar"), os.DirFS("testdata/styles")))
	return home
}

func call(t testing.TB, home, method, input string) router.Result {
	t.Helper()
	return route(home, method, input, now(t), false)
}

func route(home, method, input string, now time.Time, dryRun bool) router.Result {
	return router.Route([]router.Module{Module()}, "calendar", method, router.Call{Home: home, Now: now, DryRun: dryRun, Input: []byte(input)})
}

func data(t testing.TB, home, name string) string {
	t.Helper()
	read, err := os.ReadFile(filepath.Join(home, "calendar", name))
	must(t, err)
	return string(read)
}

// printed is a result as a program gets it, indented.
func printed(t testing.TB, result router.Result) []byte {
	t.Helper()
	out, err := result.Print(true)
	must(t, err)
	return append(out, '\n')
}

// into decodes the data of a result that must be a success.
func into[T any](t testing.TB, result router.Result) (value T) {
	t.Helper()
	if !result.OK {
		t.Fatalf("%s: %s %v", result.Error.Code, result.Error.Message, result.Error.Details)
	}
	encoded, err := json.Marshal(result.Data)
	must(t, err)
	must(t, json.Unmarshal(encoded, &value))
	return value
}

// told is the data of a dry run.
type told struct {
	Before *Item `json:"before"`
	After  *Item `json:"after"`
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *updateGolden {
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update writes it):\n%s", path, got)
	}
}
