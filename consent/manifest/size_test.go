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
	"repetitions":            patterns(40, `(a|b){700}`),
	"empty repetitions":      patterns(40, `(|){999}`),
	"repetitions of any":     patterns(40, `.{999}`),
	"a bounded word":         patterns(40, `^[a-zA-Z0-9_-]{1,64}$`),
	"a bounded word, longer": patterns(40, `^[a-zA-Z0-9_-]{1,250}$`),
	"a word":                 patterns(40, `^`+strings.Repeat("abcdefgh", 60)+`$`),
	"a word, any case":       patterns(40, `(?i)^`+strings.Repeat("kstuvwxy", 60)+`$`),
	"words":                  patterns(40, `^(alpha|beta|gamma|delta|epsilon|zeta|eta|theta)$`),
	"letters of the world":   patterns(40, `^\\pL{3}$`),
	"all but letters":        patterns(40, `^\\PL\\PN\\PM$`),
	"any of many, or not":    patterns(1, `^`+characters(450, "?")+`$`),
	"any of many, or more":   patterns(1, `^`+characters(330, "*")+`$`),
	"one of many":            patterns(40, `^(`+strings.Join(strings.Split(characters(300, " "), " "), "|")+`x)$`),
	"groups":                 patterns(40, `((((((((((a))))))))))`),
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
	s := screened(value, maxCompiled)
	if len(s.issues) > 0 {
		t.Fatalf("refused: %v", s.issues[0])
	}
	return s
}

// TestBudget has manifests that are as large as they may be, of many tools. What
// people write fits; what is made to be dear does not, and that is said once.
func TestBudget(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		tools  int
		schema string
		over   bool
	}{
		{"ordinary tools", 200, ordinary, false},
		{"a bounded word in each tool", 300, `{"type":"object","properties":{"id":{"type":"string","pattern":"^[a-zA-Z0-9_-]{1,64}$"}}}`, false},
		{"a UUID in each tool", 300, `{"type":"object","properties":{"id":{"pattern":"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"}}}`, false},
		{"countries in each tool", 30, `{"type":"object","properties":{"country":{"enum":[` + repeat(`"AB%d"`, 250) + `]}}}`, false},
		{"many parts", 8, `{"type":"object","properties":{` + repeat(`"%d":{}`, 500) + `}}`, false},
		{"too many parts", 9, `{"type":"object","properties":{` + repeat(`"%d":{}`, 500) + `}}`, true},
		{"repetitions", 10, `{"type":"object","properties":{` + repeat(`"%d":{"pattern":"(a|b){700}"}`, 380) + `}}`, true},
		{"repetitions of names", 10, `{"type":"object","patternProperties":{` + repeat(`"%d(a|b){700}":true`, 380) + `}}`, true},
		{"any of many", 40, `{"type":"object","properties":{"a":{"pattern":"^` + characters(450, "?") + `$"}}}`, true},
		{"letters of the world", 60, `{"type":"object","properties":{` + repeat(`"%d":{"pattern":"^\\pL{3}"}`, 60) + `}}`, true},
	} {
		data := source(test.tools, test.schema)
		_, err := Parse(data)
		var invalid *Invalid
		switch {
		case !test.over && err != nil:
			t.Errorf("%s, %d bytes: %v", test.name, len(data), err)
		case test.over && !errors.As(err, &invalid):
			t.Errorf("%s, %d bytes: got %v", test.name, len(data), err)
		case test.over && (len(invalid.Issues) != 1 || !strings.HasSuffix(invalid.Issues[0].Path, "/input_schema")):
			t.Errorf("%s: got %+v", test.name, invalid.Issues)
		}
	}
}
