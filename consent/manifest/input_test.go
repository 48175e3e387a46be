package manifest_test

import (
	"errors"
	"strings"
	"testing"

	"assent/consent/manifest"
)

const union = `{"type":"object","oneOf":[
	{"type":"object","additionalProperties":false,"required":["mode","date"],"properties":{"mode":{"const":"day"},"date":{"type":"string","format":"date"}}},
	{"type":"object","additionalProperties":false,"required":["mode","id"],"properties":{"mode":{"const":"event"},"id":{"type":"string"}}}]}`

// Of a choice told apart by a const, what is wrong with the branch that was meant is told.
func TestMisfitOfTheBranchThatWasMeant(t *testing.T) {
	t.Parallel()
	tool, err := manifest.NewTool("read", []byte(union))
	if err != nil {
		t.Fatal(err)
	}
	var schemas manifest.Schemas
	for raw, want := range map[string]string{
		`{"mode":"day","date":"2026-02-30"}`:            "/date format",
		`{"mode":"event"}`:                              " required",
		`{"mode":"event","id":"1","date":"2026-02-03"}`: " additionalProperties",
		`{"mode":"week"}`:                               " oneOf",
		`{}`:                                            " oneOf",
	} {
		_, err := schemas.Arguments(tool, []byte(raw))
		var misfit *manifest.Misfit
		if !errors.As(err, &misfit) || misfit.Pointer+" "+misfit.Rule != want {
			t.Errorf("%s: %#v, want %q", raw, err, want)
		}
	}
}

func TestNewToolIsStrict(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		union: "",
		`{"type":"object","additionalProperties":false}`:  "",
		`{"type":"object","unevaluatedProperties":false}`: "",
		`{"type":"object"}`: "additionalProperties",
		`{"type":"object","oneOf":[{"additionalProperties":false},true]}`:            "additionalProperties",
		`{"additionalProperties":false}`:                                             `"type": "object"`,
		`{"type":"object","additionalProperties":false,"$ref":"https://x.test/"}`:    "#",
		`{"type":"object","additionalProperties":false,"additionalProperties":true}`: "",
		`[]`: "object",
		`{`:  "",
	} {
		tool, err := manifest.NewTool("read", []byte(schema))
		var invalid *manifest.Invalid
		good := schema == union || strings.HasSuffix(schema, `Properties":false}`) && want == ""
		switch {
		case good && (err != nil || tool == nil):
			t.Errorf("%s: %v", schema, err)
		case !good && (!errors.As(err, &invalid) || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", schema, err, want)
		}
	}
}
