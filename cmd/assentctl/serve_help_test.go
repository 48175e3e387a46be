package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assent/app"
	"assent/app/script"
)

// TestServeHelpIsComplete: serve --help has every member of the settings and of an answers
// file, every decision and every exit code, and no others.
func TestServeHelpIsComplete(t *testing.T) {
	t.Parallel()
	decisions := constants(t, "../../consent/ask/decision.go", "By")
	for name, test := range map[string]struct {
		rows  []meaning
		known []string
	}{
		"settings":   {settingMeanings, app.SettingNames()},
		"decisions":  {decisionMeanings, decisions},
		"exit codes": {exitMeanings, constants(t, "main.go", "exit")},
	} {
		var words []string
		for _, row := range test.rows {
			words = append(words, row.word)
		}
		slices.Sort(words)
		slices.Sort(test.known)
		if !slices.Equal(words, test.known) {
			t.Errorf("the %s told are %q, there are %q", name, words, test.known)
		}
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"serve", "--help"}, strings.NewReader(""), &out, &errs); code != exitOK {
		t.Fatal(errs.String())
	}
	file, entry := script.Members()
	for _, word := range slices.Concat(file, entry, app.SettingNames(), decisions) {
		if !strings.Contains(out.String(), word) {
			t.Errorf("serve --help does not say %s", word)
		}
	}
}

// constants are the values of the constants of a file whose names begin so.
func constants(t *testing.T, file, begin string) (values []string) {
	t.Helper()
	code, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(code, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, begin) {
			values = append(values, strings.Trim(spec.Values[0].(*ast.BasicLit).Value, `"`))
		}
		return true
	})
	return values
}

// TestManual: there are pages, which say what the commands say of themselves.
func TestManual(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"man", folder}, strings.NewReader(""), &out, &errs); code != exitOK {
		t.Fatal(errs.String())
	}
	for page, wants := range map[string][]string{
		"assentctl":              {"Run an agent's tool calls"},
		"assentctl-serve":        {"questions_per_agent", "mcp.*", "allowed_tools", "after_ms", "--log", "~/notes/**"},
		"assentctl-scenario-run": {"--junit", "--update"},
		"assentctl-scenario-new": {"NAME.txtar"},
		"assentctl-agent-add":    {"exits 3"},
	} {
		text, err := os.ReadFile(fmt.Sprintf("%s/%s.1", folder, page))
		if err != nil {
			t.Error(err)
			continue
		}
		plain := strings.NewReplacer(`\-`, "-", `\_`, "_", `\&`, "", `\[`, "[").Replace(string(text))
		for _, want := range wants {
			if !strings.Contains(plain, want) {
				t.Errorf("%s.1 lacks %q", page, want)
			}
		}
	}
}

// The desktop app's page has every flag of it.
func TestManualOfTheDesktopApp(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../assets/desktop/assent.1")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("../assent/main.go")
	if err != nil {
		t.Fatal(err)
	}
	flags := regexp.MustCompile(`flags\.\w+\("([a-z-]+)"`).FindAllStringSubmatch(string(code), -1)
	if len(flags) == 0 {
		t.Fatal("the desktop app has no flags")
	}
	for _, flag := range flags {
		if want := `\-\-` + strings.ReplaceAll(flag[1], "-", `\-`); !strings.Contains(string(page), want) {
			t.Errorf("assent.1 lacks %s", want)
		}
	}
}
