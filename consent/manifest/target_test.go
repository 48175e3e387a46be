package manifest_test

import (
	"fmt"
	"testing"

	"assent/consent/manifest"

	"github.com/go-json-experiment/json/jsontext"
)

func withTarget(pointer string) []byte {
	return fmt.Appendf(nil, `{"schema_version":"1.0","agent_version":"1.0.0","tools":[{"name":"shell","description_i18n_key":"d",`+
		`"permission_scope":"a:b","input_schema":{"type":"object"}%s}],`+
		`"permission_scopes":[{"id":"a:b","label_i18n_key":"l","sensitivity":"high"}],"capability_flags":{}}`, pointer)
}

func TestTarget(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ pointer, arguments, want string }{
		{``, `{"path":"/x"}`, ""},
		{`"/path"`, `{"path":"/x"}`, "/x"},
		{`"/path"`, `{"path":"a\n\u202eb"}`, "a\n\u202eb"},
		{`"/path"`, `{"other":"/x"}`, ""},
		{`"/path"`, `{"path":7}`, "7"},
		{`"/path"`, `{"path":null}`, "null"},
		{`"/path"`, `{"path":{"a":[1]}}`, `{"a":[1]}`},
		{`"/input/command"`, `{"input":{"command":"make"},"command":"no"}`, "make"},
		{`"/input/command"`, `{"input":"make"}`, ""},
		{`"/paths/1"`, `{"paths":["a","b"]}`, "b"},
		{`"/paths/2"`, `{"paths":["a","b"]}`, ""},
		{`"/paths/-1"`, `{"paths":["a","b"]}`, ""},
		{`"/a~1b~0c"`, `{"a/b~c":"x"}`, "x"},
	} {
		pointer := test.pointer
		if pointer != "" {
			pointer = `,"x_target":` + pointer
		}
		m, err := manifest.Parse(withTarget(pointer))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Tools[0].Target(jsontext.Value(test.arguments)); got != test.want {
			t.Errorf("%s in %s is %q, want %q", test.pointer, test.arguments, got, test.want)
		}
	}
	for _, pointer := range []string{`7`, `null`, `""`, `"path"`, `"/~"`, `["/path"]`} {
		if _, err := manifest.Parse(withTarget(`,"x_target":` + pointer)); err == nil {
			t.Errorf("x_target %s is taken", pointer)
		}
	}
}
