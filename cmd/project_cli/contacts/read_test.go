package contacts

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/cmd/project_cli/router"
)

var updateGolden = flag.Bool("update", false, "write the golden files")

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// styles is a new home with cards as several programs write them.
func styles(t testing.TB) string {
	t.Helper()
	home := t.TempDir()
	must(t, os.CopyFS(filepath.Join(home, "contacts"), os.DirFS("testdata/styles")))
	return home
}

func call(home, input string) router.Result {
	return router.Route([]router.Module{Module()}, "contacts", "read", router.Call{Home: home, Input: []byte(input)})
}

func printed(t testing.TB, result router.Result) []byte {
	t.Helper()
	out, err := result.Print(true)
	must(t, err)
	return append(out, '\n')
}

// TestRead: every field of cards of 3.0 and 4.0, and that one card is cut off.
func TestRead(t *testing.T) {
	t.Parallel()
	got := printed(t, call(styles(t), `{}`))
	path := filepath.Join("testdata", "read.json")
	if *updateGolden {
		must(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update writes it):\n%s", path, got)
	}
}

// TestQuery: who is found by what.
func TestQuery(t *testing.T) {
	t.Parallel()
	home := styles(t)
	for query, want := range map[string]string{
		"jorg muller":     "Dr. Jörg Müller",
		"MÜLLER":          "Dr. Jörg Müller",
		"beispiel":        "Dr. Jörg Müller",
		"labor":           "Dr. Jörg Müller",
		"sugar":           "Dr. Jörg Müller",
		"1701234567":      "Dr. Jörg Müller",
		"(170) 123-4567":  "Dr. Jörg Müller",
		"bureau":          "",
		"小明":              "王小明",
		"ming":            "王小明",
		"13800138000":     "王小明",
		"cafe zoe":        "Café Zoé",
		"example.org":     "Ana Ruiz Gómez, Dr. Jörg Müller",
		"ana example.org": "Ana Ruiz Gómez",
		"madrid":          "Ana Ruiz Gómez",
		"12":              "Dr. Jörg Müller", // his street; two digits are no number
		"nobody":          "",
		"%":               "",
	} {
		result := call(home, `{"query":"`+query+`"}`)
		if !result.OK {
			t.Fatal(result.Error)
		}
		var names []string
		for _, item := range result.Data.(router.List[Item]).Items {
			names = append(names, item.Title)
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}

// TestLimit: a long list is cut, and says so.
func TestLimit(t *testing.T) {
	t.Parallel()
	result := call(styles(t), `{"limit":2}`)
	if list := result.Data.(router.List[Item]); list.Count != 2 || !list.Truncated || !result.Partial {
		t.Errorf("%s", printed(t, result))
	}
	if result := call(t.TempDir(), `{}`); !result.OK || result.Partial {
		t.Errorf("no contacts: %s", printed(t, result))
	}
	if result := call(styles(t), `{"querry":"x"}`); result.OK || result.Error.Code != router.InvalidInput {
		t.Errorf("a misspelt member: %s", printed(t, result))
	}
}

// FuzzRead: no file makes a read panic.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"apple.vcf", "google.vcf", "work/khard.vcf", "broken.vcf"} {
		data, err := os.ReadFile(filepath.Join("testdata", "styles", name))
		must(f, err)
		f.Add(data)
	}
	f.Add([]byte("BEGIN:VCARD\nTEL;TYPE=\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		home := t.TempDir()
		must(t, os.Mkdir(filepath.Join(home, "contacts"), 0o700))
		must(t, os.WriteFile(filepath.Join(home, "contacts", "a.vcf"), data, 0o600))
		if result := call(home, `{"query":"a 123"}`); !result.OK {
			t.Errorf("%s", printed(t, result))
		}
	})
}
