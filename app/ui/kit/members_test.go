package kit

import (
	"slices"
	"testing"
)

func TestMembersAreReadInTheirOrder(t *testing.T) {
	t.Parallel()
	type argument struct{ name, kind, value string }
	for object, want := range map[string][]argument{
		`{}`: nil,
		`{"b":"x\n","a":1.50,"c":{"d":[null]},"e":true,"f":null,"g":[]}`: {
			{"b", "string", "x\n"}, {"a", "number", "1.50"}, {"c", "object", `{"d":[null]}`},
			{"e", "boolean", "true"}, {"f", "null", "null"}, {"g", "array", "[]"}},
		`[1]`:      nil,
		`{"a":1,`:  {{"a", "number", "1"}},
		`not json`: nil,
	} {
		var got []argument
		all, ok := MembersOf([]byte(object))
		for _, m := range all {
			kind, text := Readable(m.Value)
			got = append(got, argument{m.Name, kind, text})
		}
		if !slices.Equal(got, want) || ok != (object[0] == '{' && object[len(object)-1] == '}') {
			t.Errorf("%s: %v %v, want %v", object, got, ok, want)
		}
	}
}
