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

// serving are the folders that serve a scope each. The engine registers them all, so
// that a new one needs no word here.
const serving = "executors/"

// mayImport is the house rule: which of the project's packages each room may import,
// from the ground up: a room imports only what stands above it here. An entry that ends
// in / is for every folder below it that has no entry of its own.
var mayImport = []struct{ room, imports string }{
	{"i18n", ""},
	{"assets", ""},
	{"assets/sdk", ""},
	{"consent/canonical", ""},
	{"consent/misspelt", ""},
	{"consent/clock", ""},
	{"consent/visible", ""},
	{"executors", "i18n"},
	{"executors/secret", "i18n"},
	{"executors/command", "executors i18n"},
	{"executors/codingagent", "executors executors/command i18n"},
	{"executors/contained", ""},
	{"executors/desktoptest", ""},
	{"executors/executortest", "executors i18n"},
	{"executors/projectcli/uihint", ""},
	{"executors/mcp", "consent/canonical executors executors/contained i18n"},
	{serving, "consent/visible executors executors/contained executors/secret i18n"},
	{"audit/database", ""},
	{"audit/powercut", ""},
	{"audit", "audit/database"},
	{"consent/manifest", "consent/canonical consent/visible"},
	{"consent/manifest/diff", "consent/manifest"},
	{"consent/manifest/lint", "consent/manifest consent/misspelt consent/visible"},
	{"executors/projectcli", "consent/canonical consent/manifest executors executors/contained executors/projectcli/uihint i18n"},
	{"consent/ask", "consent/clock consent/manifest consent/visible executors i18n"},
	{"audit/explain", "audit consent/ask executors i18n"},
	{"consent", "audit/database consent/ask consent/canonical consent/clock consent/manifest consent/manifest/diff consent/visible executors i18n"},
	{"app/mcp/declare", "consent/canonical consent/manifest"},
	{"app/agentfile", "app/mcp/declare consent/canonical consent/manifest consent/visible executors/mcp"},
	{"app/wire", "consent consent/ask consent/canonical consent/manifest consent/visible executors"},
	{"app/folder", "consent/clock"},
	{"app/clients", "app/folder"},
	{"app/handwritten", "consent/misspelt consent/visible"},
	{"app/fault", "consent/ask consent/clock"},
	{"app/script", "app/handwritten consent consent/ask consent/clock consent/manifest"},
	{"app/recording", "app/folder consent consent/ask consent/canonical consent/clock consent/manifest consent/visible executors i18n"},
	{"app", "app/agentfile app/fault app/mcp/declare app/folder app/handwritten app/recording app/wire audit consent consent/ask consent/clock consent/manifest consent/misspelt i18n " +
		"executors executors/clipboard executors/codingagent executors/contained executors/filesystem executors/location executors/mcp executors/network executors/notification executors/projectcli executors/projectcli/uihint"},
	{"app/ingress", "app/folder app/wire"},
	{"app/loopback", ""},
	{"app/host", "assets app/ingress app/wire consent/canonical"},
	{"app/assenttest", "app app/folder app/ingress app/script app/wire audit consent consent/ask consent/canonical consent/clock"},
	{"app/scenario", "app app/folder app/handwritten app/recording app/script app/wire assets consent consent/ask consent/canonical consent/clock consent/misspelt consent/visible executors"},
	{"app/cassette", "app/recording app/wire consent/canonical executors"},

	// Hosts of the engine: they speak to it as any other does.
	{"app/mcp/npmtest", ""},
	{"app/mcp/relay", "app/mcp/declare app/host app/wire consent/canonical consent/manifest"},
	{"app/mcp", "app/mcp/relay app/folder app/host app/ingress app/loopback app/wire assets consent/canonical consent/visible i18n"},
	{"app/hook", "app/host app/ingress app/wire assets consent/canonical consent/visible i18n"},
	{"app/acp", "app/host app/ingress app/wire assets consent/canonical consent/visible i18n"},
	{"app/sandbox/changes", "consent/canonical consent/manifest consent/manifest/diff"},
	{"app/sandbox/store", "audit/database consent/canonical"},
	{"app/sandbox/webhook", "app/sandbox/store consent/clock"},
	{"app/sandbox/bridge", "app/host app/sandbox/changes app/sandbox/store app/wire consent/clock"},
	{"app/sandbox", "app/folder app/loopback app/sandbox/bridge app/sandbox/changes app/sandbox/store app/sandbox/webhook app/wire consent/canonical consent/clock consent/manifest"},

	{"app/ui/kit", "consent/ask consent/manifest consent/visible executors executors/projectcli/uihint i18n"},
	{"app/ui/chooser", "app/ui/kit consent/visible"},
	{"app/ui/question", "app/ui/kit consent/ask consent/manifest consent/visible executors executors/projectcli/uihint i18n"},
	{"app/ui/uitest", ""},
	{"app/ui", "app app/agentfile app/clients app/folder app/recording app/scenario app/ui/chooser app/ui/kit app/ui/question app/wire assets audit audit/explain consent consent/ask consent/manifest consent/manifest/diff consent/visible " +
		"executors executors/filesystem executors/location executors/network executors/notification executors/projectcli/uihint i18n"},
	{"app/ui/sample", "app app/recording app/wire audit consent consent/ask consent/manifest executors executors/projectcli/uihint i18n"},
	{"app/ui/gallery", "app/ui app/ui/kit app/ui/sample consent consent/ask"},
	{"cmd/manual", ""},
	{"cmd/assentctl", "app app/acp app/cassette app/clients app/fault app/folder app/handwritten app/hook app/host app/ingress app/mcp app/mcp/declare app/mcp/relay app/recording app/sandbox app/scenario app/script app/wire assets audit audit/explain consent consent/ask consent/canonical consent/clock " +
		"consent/manifest consent/manifest/diff consent/manifest/lint consent/visible executors executors/contained i18n cmd/manual"},
	{"cmd/assent", "app app/folder app/host app/ingress app/ui app/wire assets audit consent consent/ask consent/clock consent/visible executors executors/projectcli i18n"},
	{"cmd/project_cli/router", "consent/canonical"},
	{"cmd/project_cli/calendar", "app/folder cmd/project_cli/router"},
	{"cmd/project_cli/contacts", "app/folder cmd/project_cli/router"},
	{"cmd/project_cli/memory", "cmd/project_cli/router"},
	{"cmd/project_cli", "cmd/manual cmd/project_cli/calendar cmd/project_cli/contacts cmd/project_cli/memory cmd/project_cli/router"},
}

// onlyIn says which libraries belong to which folders alone.
var onlyIn = map[string][]string{
	"fyne.io/":                    {"app/ui", "cmd/assent"},
	"github.com/mattn/go-sqlite3": {"audit/database", "audit/powercut", "cmd/project_cli/memory"},
	"github.com/pressly/goose":    {"audit/database"},
	"database/sql":                {"audit", "consent", "cmd/project_cli/memory", "app/sandbox/store"},
	"github.com/spf13/cobra":      {"cmd/assentctl", "cmd/manual", "cmd/project_cli"},
	"github.com/landlock-lsm/":    {"executors/contained"},
	"github.com/emersion/":        {"cmd/project_cli"},
	"github.com/teambition/":      {"cmd/project_cli/calendar"},
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func TestDependencyRule(t *testing.T) {
	t.Parallel()
	for _, p := range projectPackages(t) {
		room := strings.TrimPrefix(p.ImportPath, "assent/")
		at, known := ruleFor(room)
		if !known {
			t.Errorf("%s has no place in the house", room)
			continue
		}
		for _, path := range p.Imports {
			if own, ok := strings.CutPrefix(path, "assent/"); ok && !slices.Contains(strings.Fields(mayImport[at].imports), own) && !registered(room, own) {
				t.Errorf("%s must not import %s", room, own)
			}
			for library, folders := range onlyIn {
				if strings.HasPrefix(path, library) && !slices.ContainsFunc(folders, func(f string) bool { return within(room, f) }) {
					t.Errorf("%s must not import %s", room, path)
				}
			}
		}
	}
}

// No import runs up the house.
func TestDependencyRuleHasNoStairsUp(t *testing.T) {
	t.Parallel()
	for at, entry := range mayImport {
		for _, own := range strings.Fields(entry.imports) {
			if above, known := ruleFor(own); !known || above >= at {
				t.Errorf("%s does not stand above %s, which imports it", own, entry.room)
			}
		}
	}
}

// registered reports whether room is the engine's and own serves a scope to it.
func registered(room, own string) bool {
	at, known := ruleFor(own)
	return room == "app" && known && mayImport[at].room == serving
}

// ruleFor returns where in mayImport the rule for room is.
func ruleFor(room string) (at int, known bool) {
	for at, entry := range mayImport {
		if entry.room == room {
			return at, true
		}
	}
	for at, entry := range mayImport {
		if strings.HasSuffix(entry.room, "/") && strings.HasPrefix(room, entry.room) {
			return at, true
		}
	}
	return 0, false
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
