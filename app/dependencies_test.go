package app

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport is the house rule: which of the project's packages each may import.
// A folder below an entry follows that entry's rule.
var mayImport = []struct {
	folder  string
	imports []string
}{
	{"consent/canonical", nil},
	{"consent/clock", nil},
	{"consent/visible", nil},
	{"consent/manifest", []string{"consent/canonical", "consent/visible"}},
	{"consent/ask", []string{"consent/clock", "consent/manifest", "executors", "i18n"}},
	{"consent", []string{"audit/database", "consent/ask", "consent/canonical", "consent/clock", "consent/manifest", "consent/visible", "executors", "i18n"}},
	{"executors/", []string{"executors", "consent/visible", "i18n"}},
	{"executors", []string{"i18n"}},
	{"audit/database", nil},
	{"audit", []string{"audit/database"}},
	{"i18n", nil},
	{"assets", nil},
	{"app/wire", []string{"consent", "consent/ask", "consent/canonical", "consent/manifest", "consent/visible", "executors"}},
	{"app/folder", []string{"consent/clock"}},
	{"app/recording", []string{"app/folder", "consent", "consent/ask", "consent/canonical", "consent/clock"}},
	{"app/script", []string{"consent", "consent/ask", "consent/clock", "consent/manifest"}},
	{"app/scenario", []string{"app", "app/folder", "app/recording", "app/script", "assets", "consent", "consent/ask", "consent/canonical", "consent/clock", "consent/visible", "executors"}},
	{"app/ingress", []string{"app", "app/folder", "app/wire"}},
	{"app/ui/kit", []string{"consent/manifest", "consent/visible", "i18n"}},
	{"app/ui/question", []string{"app/ui/kit", "consent/ask", "consent/manifest", "consent/visible", "i18n"}},
	{"app/ui", []string{"app", "app/folder", "app/recording", "app/scenario", "app/ui", "app/ui/kit", "app/ui/question", "app/ui/sample", "executors/location", "audit", "consent", "consent/ask", "consent/manifest", "consent/visible", "executors", "i18n", "assets"}},
	{"app", []string{"app/folder", "app/recording", "app/wire", "audit", "consent", "consent/ask", "consent/clock", "consent/manifest",
		"executors", "executors/clipboard", "executors/filesystem", "executors/location", "executors/network", "executors/notification", "i18n"}},
	{"cmd/assentctl", []string{"app", "app/folder", "app/scenario", "app/script", "app/wire", "app/ingress", "audit", "consent", "consent/ask", "consent/canonical", "consent/clock", "consent/manifest", "consent/visible",
		"executors", "executors/clipboard", "i18n", "assets"}},
	{"cmd/assent", []string{"app", "app/folder", "app/ingress", "app/ui", "audit", "consent", "consent/ask", "consent/clock", "consent/visible", "executors", "executors/clipboard", "i18n", "assets"}},
}

// onlyIn says which libraries belong to which folders alone.
var onlyIn = map[string][]string{
	"fyne.io/":                    {"app/ui", "cmd/assent"},
	"github.com/mattn/go-sqlite3": {"audit/database", "audit/powercut"},
	"github.com/pressly/goose":    {"audit/database"},
	"database/sql":                {"audit", "consent"},
	"github.com/spf13/cobra":      {"cmd/assentctl"},
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestDependencyRule(t *testing.T) {
	t.Parallel()
	for _, p := range projectPackages(t) {
		folder := strings.TrimPrefix(p.ImportPath, "assent/")
		allowed, known := rule(folder)
		if !known {
			t.Errorf("%s has no place in the house", folder)
		}
		for _, path := range p.Imports {
			if own, ok := strings.CutPrefix(path, "assent/"); ok && !slices.Contains(allowed, own) {
				t.Errorf("%s must not import %s", folder, own)
			}
			for library, folders := range onlyIn {
				if strings.HasPrefix(path, library) && !slices.ContainsFunc(folders, func(f string) bool { return within(folder, f) }) {
					t.Errorf("%s must not import %s", folder, path)
				}
			}
		}
	}
}

// rule returns what folder may import: the first entry that holds it.
func rule(folder string) ([]string, bool) {
	for _, r := range mayImport {
		if within(folder, strings.TrimSuffix(r.folder, "/")) && (folder != strings.TrimSuffix(r.folder, "/") || !strings.HasSuffix(r.folder, "/")) {
			return r.imports, true
		}
	}
	return nil, false
}

func within(folder, parent string) bool {
	return folder == parent || strings.HasPrefix(folder, parent+"/")
}

func projectPackages(t *testing.T) (packages []goPackage) {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "assent/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
