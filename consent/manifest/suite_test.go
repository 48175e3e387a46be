package manifest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assent/consent/canonical"
)

var update = flag.Bool("update", false, "write the golden files")

// suiteCase is one schema of the public JSON Schema test suite, with its tests.
type suiteCase struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// Every case of the required part of Draft 2020-12 is judged right, or its schema
// is refused and listed in the golden file.
func TestSchemaSuite(t *testing.T) {
	files, err := filepath.Glob("../../../shared/data/json-schema-2020-12/tests/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("The public test suites are not beside this checkout, in ../shared/data: nothing is compared with them.")
	}
	var refused strings.Builder
	judged := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []suiteCase
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			name := filepath.Base(file) + ": " + c.Description
			source, err := canonical.Decode(c.Schema)
			if err != nil {
				fmt.Fprintf(&refused, "%s\n\t%v\n", name, err)
				continue
			}
			s, issues := compiledOf(source)
			if len(issues) > 0 {
				fmt.Fprintf(&refused, "%s\n\t%s: %s\n", name, issues[0].Path, issues[0].Message)
				continue
			}
			judged += judgeSuite(t, name, s, c)
		}
	}
	t.Logf("%d cases judged", judged)
	golden(t, "testdata/refused.golden", refused.String())
}

func judgeSuite(t *testing.T, name string, s *compiled, c suiteCase) int {
	for _, test := range c.Tests {
		value, err := canonical.Decode(test.Data)
		if err != nil {
			t.Errorf("%s: %s: %v", name, test.Description, err)
			continue
		}
		want := test.Valid
		if strings.HasPrefix(name, "format.json") && strings.HasPrefix(test.Description, "invalid ") {
			want = !asserted(c.Schema) // the suite takes formats for annotations; here they are asserted
		}
		s.fuel.fill(s.longest + longest(value))
		if misfit := judge(s.schema, s.fuel, value); (misfit == nil) != want {
			t.Errorf("%s: %s: got %v, want valid %v", name, test.Description, misfit, want)
		}
	}
	return len(c.Tests)
}

// asserted reports whether the schema's format is one that is checked; the
// international variants of hostname and email are not.
func asserted(schema json.RawMessage) bool {
	var s struct{ Format string }
	return json.Unmarshal(schema, &s) == nil && !slices.Contains([]string{"idn-email", "idn-hostname"}, s.Format)
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s differs (run with -update to accept):\n%s", path, got)
	}
}
