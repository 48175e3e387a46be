package diff_test

import (
	"strings"
	"testing"

	"assent/consent/manifest/diff"
)

const ordinary = `{"type":"object","properties":{"path":{"type":"string","maxLength":4096},"mode":{"enum":["read","list"],"default":"read"},` +
	`"options":{"type":"object","properties":{"depth":{"type":"integer","minimum":0},"hidden":{"type":"boolean"}},"additionalProperties":false}},` +
	`"required":["path"],"additionalProperties":false}`

func BenchmarkChanges(b *testing.B) {
	old := withTools(b, 150, ordinary)
	for name, schema := range map[string]string{
		"same":  ordinary,
		"words": strings.Replace(ordinary, `"maxLength"`, `"title":"Path","maxLength"`, 1),
		"every": strings.Replace(ordinary, `["path"]`, `["path","mode"]`, 1),
	} {
		new := withTools(b, 150, schema)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				diff.Changes(old, new)
			}
		})
	}
}
