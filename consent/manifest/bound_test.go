package manifest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"assent/consent/canonical"
)

// nasty are schemas and arguments made to be dear to judge.
var nasty = []struct {
	name, schema string
	arguments    func(n int) string
}{
	{"branches over a recursive reference",
		`{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"},{"$ref":"#/$defs/b"}]},"b":{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"required":["y"]}},"type":"object","properties":{"x":{"$ref":"#/$defs/a"}}}`,
		func(n int) string { n = min(n, 60); return strings.Repeat(`{"x":`, n) + `1` + strings.Repeat(`}`, n) }},
	{"overlapping branches on many items",
		`{"type":"object","properties":{"x":{"type":"array","items":{"oneOf":[` + repeat(`{"type":"object","properties":{"k%d":{"type":"string"}},"required":["a"]}`, 200) + `]}}}}`,
		items(`{"k%d":1}`)},
	{"items of the wrong type", `{"type":"object","properties":{"x":{"items":{"type":"string"}}}}`, items(`%d`)},
	{"members that are not allowed", `{"type":"object","allOf":[` + repeat(`{"title":"%d","additionalProperties":false}`, 250) + `]}`, members(`"k%d":1`)},
	{"unique items that hash alike", `{"type":"object","properties":{"x":{"uniqueItems":true}}}`, func(n int) string { return `{"x":[` + trees(9, n) + `]}` }},
	{"unique numbers", `{"type":"object","properties":{"x":{"uniqueItems":true}}}`, items(`%d.5`)},
	{"unique over and over", `{"$defs":{"a":{"uniqueItems":true,"items":{"$ref":"#/$defs/a"}}},"type":"object","properties":{"x":{"$ref":"#/$defs/a"}}}`,
		func(n int) string {
			return `{"x":` + strings.Repeat(`[`, 60) + repeat(`%d`, n) + strings.Repeat(`]`, 60) + `}`
		}},
	{"one long name", `{"type":"object","additionalProperties":{"items":{"type":"string"}}}`,
		func(n int) string { return `{"` + strings.Repeat("n", n*20) + `":[` + repeat(`%d`, n) + `]}` }},
	{"long names all the way", `{"$defs":{"a":{"items":{"type":"string"},"additionalProperties":{"$ref":"#/$defs/a"}}},"type":"object","additionalProperties":{"$ref":"#/$defs/a"}}`,
		func(n int) string {
			return strings.Repeat(`{"`+strings.Repeat("n", n)+`":`, 62) + `[` + repeat(`%d`, n) + `]` + strings.Repeat(`}`, 62)
		}},
	{"a pattern with many states", `{"type":"object","properties":{"x":{"pattern":"^(a?){700}(a|b|ab)*c$"}}}`, func(n int) string { return `{"x":"` + strings.Repeat("ab", n*10) + `"}` }},
	{"a simple pattern on a long text", `{"type":"object","properties":{"x":{"pattern":"(ab)+c$"}}}`, func(n int) string { return `{"x":"` + strings.Repeat("ab", n*10) + `"}` }},
	{"many patterns for names", `{"type":"object","patternProperties":{` + repeat(`"(a?){30}b%d$":{"type":"string"}`, 100) + `}}`, members(`"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%d":1`)},
	{"a long string and a format", `{"type":"object","properties":{"x":{"anyOf":[` + repeat(`{"title":"%d","format":"date"}`, 300) + `]}}}`, func(n int) string { return `{"x":"` + strings.Repeat("\\u0007", n) + `"}` }},
	{"a long address", `{"type":"object","properties":{"x":{"anyOf":[` + repeat(`{"title":"%d","format":"uri-template"}`, 30) + `]}}}`, func(n int) string { return `{"x":"http://a/` + strings.Repeat("%7b/", n) + `"}` }},
	{"a duration without end", `{"type":"object","properties":{"x":{"format":"duration"}}}`, func(n int) string { return `{"x":"P` + strings.Repeat("1Y", n) + `"}` }},
	{"a regex from the caller", `{"type":"object","properties":{"x":{"items":{"format":"regex"}}}}`, items(`"((a{9}){9}){9}%d"`)},
	{"a regex from the caller, nested", `{"type":"object","properties":{"x":{"items":{"format":"regex"}}}}`, items(`"` + strings.Repeat(".k(?:", 330) + strings.Repeat(")", 330) + `%d"`)},
	{"a regex from the caller, of all letters", `{"type":"object","properties":{"x":{"items":{"format":"regex"}}}}`, items(`"[` + strings.Repeat(`\\pL`, 80) + `]%d"`)},
	{"a regex from the caller, in any case", `{"type":"object","properties":{"x":{"items":{"format":"regex"}}}}`, items(`"(?i)[` + strings.Repeat(`B-𞥂`, 200) + `]%d"`)},
	{"a large enum for each item", `{"type":"object","properties":{"x":{"items":{"enum":[` + repeat(`%d.25`, 4000) + `]}}}}`, items(`%d`)},
	{"a small enum for each item", `{"type":"object","properties":{"x":{"items":{"enum":[` + repeat(`%d.25`, 20) + `]}}}}`, items(`%d`)},
	{"a long list of required names", `{"type":"object","properties":{"x":{"items":{"required":[` + repeat(`"a%d"`, 1000) + `]}}}}`, items(`{"b":%d}`)},
	{"a long way down in place", `{"$defs":{` + chain(150) + `},"type":"object","properties":{"x":{"items":{"$ref":"#/$defs/c0"}}}}`, items(`%d`)},
	{"a long way down, then many", `{"$defs":{` + chain(60) + `},"type":"object","properties":{"x":{"$ref":"#/$defs/c0"}}}`, items(`%d`)},
	{"unevaluated members everywhere", `{"type":"object","allOf":[` + repeat(`{"title":"%d","unevaluatedProperties":{"type":"string"}}`, 250) + `]}`, members(`"k%d":1`)},
	{"in place over many members", `{"type":"object","allOf":[` + repeat(`{"title":"%d"}`, 500) + `]}`, members(`"k%d":1`)},
	{"contains", `{"type":"object","properties":{"x":{"allOf":[` + repeat(`{"contains":{"const":"%d"}}`, 200) + `]}}}`, items(`%d`)},
	{"small steps", `{"type":"object","properties":{"x":{"items":{"multipleOf":1e-300,"minimum":-1e300}}}}`, items(`1.%de300`)},
	{"names of properties", `{"type":"object","propertyNames":{"allOf":[` + repeat(`{"title":"%d","maxLength":1}`, 200) + `]}}`, members(`"kkk%d":1`)},
	{"a flat object", `{"type":"object"}`, members(`"k%d":1`)},
	{"a flat object, checked", `{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":-1,"multipleOf":3}}`, members(`"k%d":1`)},
	{"deep and wide", `{"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}},"type":"object","properties":{"x":{"$ref":"#/$defs/a"}}}`,
		func(n int) string {
			return `{"x":` + strings.Repeat(`[`, 60) + repeat(`[%d]`, n) + strings.Repeat(`]`, 60) + `}`
		}},
	{"a default that must be judged again", `{"type":"object","properties":{"d":{"default":1},"x":{"items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}}`, items(`%d`)},
}

// items makes arguments of n items, members one of n members.
func items(format string) func(int) string {
	return func(n int) string { return `{"x":[` + repeat(format, n) + `]}` }
}

func members(format string) func(int) string {
	return func(n int) string { return `{` + repeat(format, n) + `}` }
}

// repeat joins n items, their index put in where the format has %d.
func repeat(format string, n int) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(format, "%d", fmt.Sprint(i))
	}
	return strings.Join(items, ",")
}

// chain makes definitions that refer to the next n times.
func chain(n int) string {
	items := make([]string, n)
	for i := range items {
		items[i] = fmt.Sprintf(`"c%d":{"$ref":"#/$defs/c%d"}`, i, i+1)
	}
	return strings.Join(items, ",") + fmt.Sprintf(`,"c%d":{"type":"string"}`, n)
}

// trees makes different nested arrays of the same number of brackets.
func trees(brackets, n int) string {
	var items []string
	var grow func(s string, open, left int)
	grow = func(s string, open, left int) {
		if len(items) == n {
			return
		}
		if open == 0 && left == 0 {
			items = append(items, "["+s+"]")
			return
		}
		if left > 0 {
			if strings.HasSuffix(s, "]") {
				grow(s+",[", open+1, left-1)
			} else {
				grow(s+"[", open+1, left-1)
			}
		}
		if open > 0 {
			grow(s+"]", open-1, left)
		}
	}
	grow("", 0, brackets)
	return strings.Join(items, ",")
}

// limitInTests is what judging may take on a busy machine under the race detector;
// BenchmarkNasty measures against the 100 ms of contract §6.
const limitInTests = 3 * time.Second

func TestNastySchemasAreBounded(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, n := range nasty {
		schema := nastySchema(t, n.schema)
		if size, worst, misfit := worst(schema, n.arguments); worst > limitInTests {
			t.Errorf("%s: took %v at size %d: %v", n.name, worst, size, misfit)
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines were left behind", after-before)
	}
}

// worst finds the size of arguments that takes longest to judge.
func worst(schema *compiled, arguments func(int) string) (size int, worst time.Duration, misfit error) {
	refused := 0
	for n := 1; refused < 4 && n < 1<<20; n += 1 + n/2 {
		raw := []byte(arguments(n))
		if len(raw) > 1<<20 {
			break
		}
		start := time.Now()
		_, err := schema.arguments(raw)
		if took := time.Since(start); took > worst {
			size, worst, misfit = n, took, err
		}
		if err, ok := err.(*Misfit); ok && err.Rule == "bound" {
			refused++ // larger ones too
		}
	}
	return size, worst, misfit
}

// nastySchema compiles a schema.
func nastySchema(t testing.TB, source string) *compiled {
	t.Helper()
	value, err := canonical.Decode([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	schema, issues := compiledOf(value)
	if len(issues) > 0 {
		t.Fatalf("refused: %v", issues[0])
	}
	return schema
}

// compiledOf screens and compiles a schema.
func compiledOf(value any) (*compiled, []Issue) {
	s := screened(value, maxSchemaSize)
	if len(s.issues) > 0 {
		return nil, s.issues
	}
	return s.compile()
}

func BenchmarkNasty(b *testing.B) {
	for _, n := range nasty {
		schema := nastySchema(b, n.schema)
		size, _, _ := worst(schema, n.arguments)
		raw := []byte(n.arguments(size))
		b.Run(n.name, func(b *testing.B) {
			for b.Loop() {
				_, _ = schema.arguments(raw)
			}
		})
	}
}
