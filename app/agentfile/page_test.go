package agentfile

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assent/app/mcp/declare"
	"assent/consent/manifest"
)

// examples are the page's own, verbatim, in their order.
func examples(t *testing.T) (all []string) {
	t.Helper()
	pages, err := filepath.Glob("../../../shared/seeds/003*")
	if err != nil || len(pages) != 1 {
		t.Skip("The source pages are not beside this checkout, in ../shared/seeds: their examples are not read.")
	}
	page, err := os.ReadFile(pages[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		all = append(all, block[1])
	}
	return all
}

// completed is a fragment with what every file has.
func completed(fragment, more string) string {
	return strings.Replace(fragment, "{", `{"name": "page-example", "version": "1.0.0",`+more, 1)
}

// Every example of the page is read; where one is a fragment, what it lacks is added.
func TestPageExamples(t *testing.T) {
	t.Parallel()
	all := examples(t)
	if len(all) != 10 {
		t.Fatalf("the page has %d examples", len(all))
	}
	const schemaOfLocal, schemaOfRemote = 2, 3 // the rules of servers, not files
	for i, example := range all {
		o := Options{Workspace: "/work", Home: "/home/alice"}
		text := completed(example, "")
		switch i {
		case schemaOfLocal, schemaOfRemote:
			continue
		case 1: // "model": ${model-to-use},
			o.Inputs = map[string]string{"model-to-use": `a "quoted" {model}`}
			text = strings.Replace(example, "{\n", "{\n"+strings.TrimSuffix(strings.TrimSpace(strings.TrimSpace(all[0])[1:]), "}")+",", 1) + ""
			text = strings.Replace(text, `"name"`, `"version": "1.0.0", "name"`, 1)
		case len(all) - 1:
			text = example
		}
		f, err := Read([]byte(text), o)
		if err != nil {
			t.Errorf("example %d: %v\n%s", i, err, text)
			continue
		}
		if i == 1 && f.Model != `a "quoted" {model}` {
			t.Errorf("the model is %q", f.Model)
		}
		d, err := f.Declare(nil)
		if err != nil {
			t.Errorf("example %d: %v", i, err)
			continue
		}
		if _, err := manifest.Parse(d.Manifest); err != nil {
			t.Errorf("example %d makes no manifest: %v\n%s", i, err, d.Manifest)
		}
	}
}

// The page's complete example, with one server that lists and others that are not there.
func TestPageCompleteExample(t *testing.T) {
	t.Parallel()
	all := examples(t)
	f, err := Read([]byte(all[len(all)-1]), Options{Workspace: "/work", Home: "/home/alice"})
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "rust-developer-agent" || f.Version != "1.2.0" || len(f.Servers) != 3 {
		t.Errorf("%+v", f)
	}
	if s := f.Servers[1]; s.Name != "git" || s.Silent == "" {
		t.Errorf("a server that speaks streamable-http at no address is started: %+v", s)
	}
	if got := f.Paths.Write; !got.Limited || !slices.Equal(got.Allowed, []string{"/work/src/**", "/work/tests/**", "/work/Cargo.toml"}) {
		t.Errorf("%+v", got)
	}
	if got := f.Resources; got[0].Path != "/work/rust-style-guide.md" || got[1].Path != "/work/README.md" || got[2].Server != "workspace-mcp" {
		t.Errorf("%+v", got)
	}
	d, err := f.Declare(map[string]Listing{"rust-analyzer": {Tools: []declare.Tool{{Name: "check-code", Digest: "d"}, {Name: "explain"}}}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Parse(d.Manifest)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range m.Tools {
		names = append(names, tool.Name+" "+tool.Scope)
	}
	want := []string{
		"fs_read filesystem:read", "list_directory filesystem:read", "file_info filesystem:read",
		"fs_write filesystem:write", "execute_bash shell:exec",
		declare.Name("git_git-status") + " mcp:git:act",
		declare.Name("rust-analyzer_check-code") + " mcp:rust-analyzer:act",
	}
	if !slices.Equal(names, want) {
		t.Errorf("declared are\n%q, not\n%q", names, want)
	}
	asked := []string{"fs_read", "list_directory", "file_info", declare.Name("git_git-status"), declare.Name("rust-analyzer_check-code")}
	if !slices.Equal(d.Asked, asked) {
		t.Errorf("not to be asked about are %q, not %q", d.Asked, asked)
	}
	if len(d.Bound) != 2 || d.Bound[1].Tool != "check-code" || d.Bound[1].Digest != "d" || d.Bound[0].Server != "git" {
		t.Errorf("%+v", d.Bound)
	}
	if !slices.ContainsFunc(d.Warnings, func(i manifest.Issue) bool { return i.Path == "/tools/5" }) {
		t.Errorf("nothing is said of a tool that its server does not list: %+v", d.Warnings)
	}
}
