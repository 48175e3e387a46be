package scenario

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assent/app"
	"assent/app/handwritten"
	"assent/app/script"
)

const page = "../../docs/scenarios.md"

func readPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	cell        = regexp.MustCompile("(?m)^\\| (`.*?`) \\| ")
	inside      = regexp.MustCompile("`([^`]*)`")
	placeholder = regexp.MustCompile(`\$[A-Z]+\b`)
	example     = regexp.MustCompile("(?ms)^```txtar\n(.*?)^```$")
)

// placeholders are those that the package's code has.
func placeholders(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range placeholder.FindAllString(string(code), -1) {
			found[name] = found[name] || !strings.HasSuffix(file, "_test.go")
		}
	}
	maps.DeleteFunc(found, func(_ string, inCode bool) bool { return !inCode })
	return slices.Collect(maps.Keys(found))
}

// described returns what the table on the page whose first column is named so describes.
func described(t *testing.T, text, column string) (names []string) {
	t.Helper()
	_, table, found := strings.Cut(text, "\n| "+column+" | ")
	if !found {
		t.Fatalf("%s has no table of %s", page, column)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range cell.FindAllStringSubmatch(table, -1) {
		for _, name := range inside.FindAllStringSubmatch(row[1], -1) {
			names = append(names, strings.ReplaceAll(name[1], `\|`, "|"))
		}
	}
	return names
}

// TestLanguageIsOnThePage: docs/scenarios.md describes every word with its arguments, every
// line above the sections, section, and placeholder, and no other; and it names every member.
func TestLanguageIsOnThePage(t *testing.T) {
	t.Parallel()
	text := readPage(t)
	var usages []string
	for name, word := range words() {
		usages = append(usages, strings.TrimSpace(name+" "+word.usage))
	}
	for column, known := range map[string][]string{
		"step":                    usages,
		"line above the sections": {"en: TEXT", "zh: TEXT", "needs: SCOPE…", "# TEXT"},
		"section":                 {answersSection, settingsSection, homeSection + "PATH", siteSection + "PATH", exchangeSection},
		"placeholder":             placeholders(t),
	} {
		names := described(t, text, column)
		slices.Sort(names)
		slices.Sort(known)
		if !slices.Equal(names, known) {
			t.Errorf("of each %s the page describes\n%q, known are\n%q", column, names, known)
		}
	}
	file, entry := script.Members()
	for _, member := range slices.Concat(file, entry, app.SettingNames(), heads) {
		if !strings.Contains(text, "`"+member+"`") && !strings.Contains(text, "`"+member+": ") {
			t.Errorf("the page does not name %s", member)
		}
	}
}

// TestExamplesOnThePagePass plays what docs/scenarios.md shows.
func TestExamplesOnThePagePass(t *testing.T) {
	t.Parallel()
	examples := example.FindAllStringSubmatch(readPage(t), -1)
	if len(examples) < 2 {
		t.Fatalf("%s has %d examples", page, len(examples))
	}
	for _, e := range examples {
		s, err := Read("the page", []byte(e[1]))
		if err != nil {
			t.Fatal(handwritten.InFile(page, 0, err))
		}
		r := s.Play(t.Context())
		if !r.Pass() || s.English == "" {
			t.Errorf("%s: %+v", s.English, r)
		}
		for _, step := range r.Steps {
			for _, line := range step.Difference() {
				t.Log(line)
			}
		}
	}
}
