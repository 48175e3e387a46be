package sdk_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// page returns the text of a source page, by its number. Where the pages are not there the
// test is skipped.
func page(t *testing.T, number string) string {
	t.Helper()
	const seeds = "../../../shared/seeds"
	names, err := filepath.Glob(filepath.Join(seeds, number+"_*"))
	if err == nil && len(names) == 0 {
		err = fs.ErrNotExist
	}
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the source pages are not at %s", seeds)
	}
	must(t, err)
	text, err := os.ReadFile(names[0])
	must(t, err)
	return string(text)
}

// aCommentThenCode is where the page, as text, lost the line break that ends a comment.
var aCommentThenCode = regexp.MustCompile(`(// .*?)(const )`)

// code returns a program of a page: what stands from a text, included, to another one. Only
// line breaks that the page lost are put back, after comments and after backslashes.
func code(t *testing.T, page, from, to string) string {
	t.Helper()
	start := strings.Index(page, from)
	if start < 0 {
		t.Fatalf("the page has no %q", from)
	}
	end := strings.Index(page[start:], to)
	if end < 0 {
		t.Fatalf("the page has no %q after %q", to, from)
	}
	text := aCommentThenCode.ReplaceAllString(page[start:start+end], "$1\n$2")
	return strings.ReplaceAll(text, `\ -`, "\\\n -") + "\n"
}

// programs of 002: the call and the handler, which the others build on.
func callFetchURL(t *testing.T) string {
	text := page(t, "002")
	return code(t, text, `import { ulid }`, "步骤 3") + code(t, text, "agent.addEventHandler(", "status 枚举")
}

// manifest returns the manifest that a page declares.
func manifest(t *testing.T, number string) string {
	t.Helper()
	ends := map[string]string{"000": "字段约束", "001": "2.3 字段约束", "002": "步骤 2"}
	return code(t, page(t, number), `{ "schema_version"`, ends[number])
}
