package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// source makes a manifest of n tools with one scope; schema stands in for each
// input_schema.
func source(n int, schema string) []byte {
	return sources(slices.Repeat([]string{schema}, n)...)
}

// sources makes a manifest of tools with these schemas.
func sources(schemas ...string) []byte {
	tools := make([]string, len(schemas))
	for i, schema := range schemas {
		tools[i] = fmt.Sprintf(`{"name":"tool_%d","description_i18n_key":"k","permission_scope":"filesystem:read","input_schema":%s}`, i, schema)
	}
	return []byte(`{"schema_version":"1.0","agent_version":"1.0.0","permission_scopes":[{"id":"filesystem:read","label_i18n_key":"l","sensitivity":"medium"}],"tools":[` + strings.Join(tools, ",") + `]}`)
}

const ordinary = `{"type":"object","properties":{"path":{"type":"string","description":"The file to read, absolute or in the home folder.","minLength":1,"maxLength":4096},` +
	`"encoding":{"enum":["utf-8","base64"],"default":"utf-8"},"offset":{"type":"integer","minimum":0},"limit":{"type":"integer","minimum":1},` +
	`"tags":{"type":"array","items":{"type":"string","pattern":"^[a-z]+$"}}},"required":["path"],"additionalProperties":false}`

func BenchmarkParse(b *testing.B) {
	for name, data := range map[string][]byte{
		"128 KiB, 200 tools":   source(200, ordinary),
		"one tool":             source(1, ordinary),
		"many parts":           source(24, `{"type":"object","properties":{`+repeat(`"%d":{}`, 168)+`}}`),
		"most parts a tool":    source(8, `{"type":"object","properties":{`+repeat(`"%d":{}`, 500)+`}}`),
		"errors":               source(20, `{"type":"object","properties":{`+repeat(`"%d":3`, 500)+`}}`),
		"dear defaults":        source(9, `{"type":"object","properties":{`+repeat(`"%d":{"default":[1,2,3,4,5,6,7],"uniqueItems":true}`, 200)+`}}`),
		"dear patterns":        source(10, `{"type":"object","properties":{`+repeat(`"%d":{"pattern":"((a?){30}){30}"}`, 200)+`}}`),
		"repetitions":          source(6, patterns(20, `(a|b){700}`)),
		"any of many":          source(10, patterns(1, `^`+characters(150, "?")+`$`)),
		"letters of the world": source(6, patterns(1, `[`+strings.Repeat(`\\pL`, 200)+`]`)),
		"folded":               source(60, patterns(1, `(?i)[`+strings.Repeat(`B-𞥂`, 300)+`]`)),
		"nested":               source(40, patterns(1, strings.Repeat(`.k(?:`, 330)+strings.Repeat(`)`, 330))),
		"long required":        source(1, `{"type":"object","required":[`+repeat(`"%d"`, 15000)+`]}`),
		"long enum":            source(8, `{"type":"object","properties":{"a":{"enum":[`+repeat(`%d`, 4000)+`]}}}`),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			_, err := Parse(data)
			for b.Loop() {
				_, _ = Parse(data)
			}
			b.Logf("%d bytes: %.100v", len(data), err)
		})
	}
}

func BenchmarkArguments(b *testing.B) {
	var schemas Schemas
	m, err := Parse(source(200, ordinary))
	if err != nil {
		b.Fatal(err)
	}
	for name, raw := range map[string]string{
		"small":    `{"path":"/home/alice/notes.md","encoding":"utf-8"}`,
		"defaults": `{"path":"/home/alice/notes.md"}`,
		"1 KiB":    `{"path":"/home/alice/` + strings.Repeat("notes/", 150) + `","encoding":"utf-8","tags":["one","two","three"]}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := schemas.Arguments(m.Tool("tool_99"), []byte(raw)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
