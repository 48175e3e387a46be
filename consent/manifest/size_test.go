package manifest

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"assent/consent/canonical"
)

// dear are schemas made to take much memory by few bytes.
var dear = map[string]string{
	"parts":                  `{"type":"object","properties":{` + repeat(`"%d":{}`, 500) + `}}`,
	"parts with long names":  `{"type":"object","properties":{"` + strings.Repeat("n", 900) + `":{"properties":{` + repeat(`"%d":{}`, 400) + `}}}}`,
	"parts within parts":     `{"type":"object","allOf":[` + repeat(`{"items":{"items":{"items":{"not":{"title":"%d"}}}}}`, 90) + `]}`,
	"numbers":                `{"type":"object","properties":{` + repeat(`"%d":{"minimum":1e308,"maximum":1e-308,"multipleOf":1e-300,"exclusiveMinimum":-1e300,"exclusiveMaximum":1e300}`, 100) + `}}`,
	"an enum":                `{"type":"object","properties":{"a":{"enum":[` + repeat(`%d`, 4000) + `]}}}`,
	"an enum of lists":       `{"type":"object","properties":{"a":{"enum":[` + repeat(`[%d]`, 2000) + `]}}}`,
	"an enum of objects":     `{"type":"object","properties":{"a":{"enum":[` + repeat(`{"a":%d}`, 1300) + `]}}}`,
	"an enum of nothing":     `{"type":"object","properties":{"a":{"enum":[` + repeat(`[],{},"%d"`, 1000) + `]}}}`,
	"names":                  `{"type":"object","required":[` + repeat(`"%d"`, 14000) + `]}`,
	"names by name":          `{"type":"object","dependentRequired":{` + repeat(`"%d":["a"]`, 7000) + `}}`,
	"a default":              `{"type":"object","properties":{"a":{"default":[` + repeat(`%d`, 4000) + `]}}}`,
	"repetitions":            patterns(8, `(a|b){700}`),
	"empty repetitions":      patterns(8, `(|){999}`),
	"repetitions of any":     patterns(8, `.{999}`),
	"a bounded word":         patterns(8, `^[a-zA-Z0-9_-]{1,64}$`),
	"a bounded word, longer": patterns(8, `^[a-zA-Z0-9_-]{1,250}$`),
	"a word":                 patterns(8, `^`+strings.Repeat("abcdefgh", 60)+`$`),
	"a word, any case":       patterns(8, `(?i)^`+strings.Repeat("kstuvwxy", 60)+`$`),
	"words":                  patterns(8, `^(alpha|beta|gamma|delta|epsilon|zeta|eta|theta)$`),
	"letters of the world":   patterns(8, `^\\pL{3}$`),
	"all but letters":        patterns(8, `^\\PL\\PN\\PM$`),
	"any of many, or not":    patterns(1, `^`+characters(160, "?")+`$`),
	"any of many, or more":   patterns(1, `^`+characters(110, "*")+`$`),
	"one of many":            patterns(8, `^(`+strings.Join(strings.Split(characters(300, " "), " "), "|")+`x)$`),
	"groups":                 patterns(8, `((((((((((a))))))))))`),
}

// patterns is a schema with n properties of one pattern.
func patterns(n int, pattern string) string {
	return `{"type":"object","properties":{` + repeat(`"%d":{"pattern":"`+pattern+`"}`, n) + `}}`
}

// characters lists n different ones, each with a suffix.
func characters(n int, suffix string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%c%s", 'ä'+2*i, suffix)
	}
	return b.String()
}

// TestSizeIsNeverTooLow measures what compiled schemas take and compares it with what
// was said before. Less would let a manifest take more than its budget.
func TestSizeIsNeverTooLow(t *testing.T) {
	for name, source := range dear {
		s := screenOf(t, source)
		said := s.size
		c, issues := s.compile()
		if len(issues) > 0 {
			t.Fatalf("%s: %v", name, issues[0])
		}
		s = nil
		before := heap()
		runtime.KeepAlive(c)
		c = nil
		if takes := before - heap(); takes > said {
			t.Errorf("%s: takes %d bytes, said to take %d", name, takes, said)
		}
	}
}

// heap returns how many bytes are in use.
func heap() int {
	runtime.GC()
	runtime.GC() // what pools kept
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// screenOf screens a schema that has no issue.
func screenOf(t testing.TB, source string) *screen {
	t.Helper()
	value, err := canonical.Decode([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	s := screened(value, maxSchemaSize)
	if len(s.issues) > 0 {
		t.Fatalf("refused: %v", s.issues[0])
	}
	return s
}

// TestBudget has manifests that are as large as they may be. What people write fits;
// what is made to be dear does not, and that is said of each tool that is too large,
// and once of all of them.
func TestBudget(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		tools  int
		schema string
		issues int
	}{
		{"ordinary tools", 200, ordinary, 0},
		{"a bounded word in each tool", 300, `{"type":"object","properties":{"id":{"type":"string","pattern":"^[a-zA-Z0-9_-]{1,64}$"}}}`, 0},
		{"a UUID in each tool", 300, `{"type":"object","properties":{"id":{"pattern":"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"}}}`, 0},
		{"countries in each tool", 30, `{"type":"object","properties":{"country":{"enum":[` + repeat(`"AB%d"`, 250) + `]}}}`, 0},
		{"many parts", 8, `{"type":"object","properties":{` + repeat(`"%d":{}`, 500) + `}}`, 0},
		{"too many parts", 9, `{"type":"object","properties":{` + repeat(`"%d":{}`, 500) + `}}`, 1},
		{"repetitions", 60, patterns(3, `(a|b){700}`), 1},
		{"repetitions of names", 60, `{"type":"object","patternProperties":{` + repeat(`"%d(a|b){700}":true`, 3) + `}}`, 1},
		{"any of many", 40, patterns(1, `^`+characters(150, "?")+`$`), 1},
		{"letters of the world", 40, patterns(10, `^\\pL{3}$`), 1},
		{"letters of the world, in one class", 10, patterns(1, `[`+strings.Repeat(`\\pL`, 200)+`]`), 1},
		{"repetitions in one tool", 1, patterns(380, `(a|b){700}`), 1},
		{"any of many in one pattern", 1, patterns(1, `^`+characters(300, "?")+`$`), 1},
		{"all at once", 3, patterns(380, `(a|b){700}`), 3},
		{"all at once, and together", 9, patterns(380, `(a|b){700}`), 8},
	} {
		data := source(test.tools, test.schema)
		_, err := Parse(data)
		invalid := &Invalid{}
		if errors.As(err, &invalid); len(invalid.Issues) != test.issues || test.issues == 0 && err != nil {
			t.Errorf("%s, %d bytes: got %.300v", test.name, len(data), err)
		}
		for _, issue := range invalid.Issues {
			if !strings.HasSuffix(issue.Path, "/input_schema") || !strings.Contains(issue.Message, "too large") {
				t.Errorf("%s: got %+v", test.name, issue)
			}
		}
	}
}
