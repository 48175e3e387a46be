package canonical_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"
)

// suite returns the files of a public test suite that lies beside the repository.
func suite(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../../../shared/data", pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("The public test suites are not beside this checkout, in ../shared/data: nothing is compared with them.")
	}
	return files
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestParsingSuite(t *testing.T) {
	t.Parallel()
	// What contract §5 refuses beyond the grammar, and what the grammar leaves open
	// and the contract accepts.
	exceptions := map[string]bool{
		"y_object_duplicated_key.json":           false,
		"y_object_duplicated_key_and_value.json": false,
		"i_number_double_huge_neg_exp.json":      true,
		"i_number_real_underflow.json":           true,
	}
	for _, path := range suite(t, "json-parsing/*.json") {
		name := filepath.Base(path)
		want, listed := exceptions[name]
		if !listed {
			want = strings.HasPrefix(name, "y_")
		}
		data := read(t, path)
		err := canonical.Check(data)
		if (err == nil) != want {
			t.Errorf("%s: Check says %v, want accepted %v", name, err, want)
		}
		_, formErr := canonical.Form(data)
		_, decodeErr := canonical.Decode(data)
		if (formErr == nil) != want || (decodeErr == nil) != want {
			t.Errorf("%s: Form says %v, Decode says %v, Check says %v", name, formErr, decodeErr, err)
		}
	}
}

func TestCanonicalSuite(t *testing.T) {
	t.Parallel()
	for _, path := range suite(t, "jcs/input/*.json") {
		got, err := canonical.Form(read(t, path))
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		want := bytes.TrimSpace(read(t, strings.Replace(path, "input", "output", 1)))
		if !bytes.Equal(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", path, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	nested := func(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }
	tests := []struct{ name, data, fault, pointer string }{
		{name: "deepest", data: nested(64)},
		{name: "too deep", data: nested(65), fault: "deeper than 64", pointer: strings.Repeat("/0", 63)},
		{name: "brackets in strings", data: `["` + strings.Repeat(`[{\"`, 99) + `"]`},
		{name: "largest integer", data: `[9007199254740992,-9007199254740992]`},
		{name: "integer too large", data: `{"a":{"b":9007199254740993}}`, fault: "outside ±2^53"},
		{name: "integer too small", data: `-9007199254740993`, fault: "outside ±2^53"},
		{name: "the same with an exponent", data: `9007199254740993e0`},
		{name: "far too large an integer", data: strings.Repeat("9", 400), fault: "too large"},
		{name: "not finite", data: `{"n":1e1000001}`, fault: "too large", pointer: "/n"},
		{name: "underflow", data: `1e-1000001`},
		{name: "negative zero", data: `[-0,-0.0]`},
		{name: "digits in strings", data: `"1e999 99999999999999999999"`},
		{name: "escaped quote", data: `["\\",1,"\"",2]`},
		{name: "same name", data: `{"x":[{"a":1,"\u0061":2}]}`, fault: "same name", pointer: "/x/0/a"},
		{name: "case matters", data: `{"a":1,"A":2}`},
		{name: "lone surrogate", data: `"\ud800"`, fault: "not valid JSON"},
		{name: "paired surrogates", data: `"\ud83d\ude00"`},
		{name: "invalid UTF-8", data: "\"\xff\"", fault: "not valid UTF-8"},
		{name: "byte order mark", data: "\ufeff{}", fault: "byte order mark"},
		{name: "trailing data", data: `{} {}`, fault: "after the end"},
		{name: "trailing garbage", data: `{} x`, fault: "after the end"},
		{name: "white space around", data: " \n{} \r\t\n"},
		{name: "empty", data: "", fault: "too early"},
		{name: "cut off", data: `{"a":`, fault: "too early"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := canonical.Check([]byte(test.data))
			if test.fault == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var fault *canonical.Fault
			if !errors.As(err, &fault) || !strings.Contains(fault.Error(), test.fault) {
				t.Fatalf("got %v, want %q", err, test.fault)
			}
			if test.pointer != "" && string(fault.Pointer) != test.pointer {
				t.Errorf("pointer %q, want %q", fault.Pointer, test.pointer)
			}
		})
	}
}

func TestDigest(t *testing.T) {
	t.Parallel()
	const empty = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
	if got := canonical.Digest([]byte(" { } ")); got != empty {
		t.Errorf("digest of {} is %s", got)
	}
	if canonical.Digest([]byte(`{"b":1.0,"a":"\u0041"}`)) != canonical.Digest([]byte(`{"a":"A","b":1}`)) {
		t.Error("two spellings of one value have two digests")
	}
	if canonical.Digest([]byte(`{"a":1,"a":1}`)) == canonical.Digest([]byte(`{"a":1}`)) {
		t.Error("what has no canonical form has the digest of something that does")
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]int{`1`: 1, `"[,{"`: 1, `[1,2]`: 3, `{"a":[{"b":"\\","c":null}],"d":1}`: 6, `[]`: 2} {
		if got := canonical.Values([]byte(data)); got != want {
			t.Errorf("%s: %d, want %d", data, got, want)
		}
	}
}

func TestFormLeavesInputAlone(t *testing.T) {
	t.Parallel()
	data := []byte(`{ "b": 1.0, "a": [ "\u0041" ] }`)
	before := bytes.Clone(data)
	if _, err := canonical.Form(data); err != nil || !bytes.Equal(data, before) {
		t.Errorf("err %v, input now %s", err, data)
	}
}

func FuzzForm(f *testing.F) {
	for _, seed := range []string{`{"b":[1e21,0.1,-0],"a":"\u20ac\ud83d\ude00\u0007"}`, `{"\ufb33":1,"\ud83d\ude02":2,"\r":3}`, `[1E30,4.50,2e-3,1e-27]`, `null`, `"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		form, err := canonical.Form(data)
		if checkErr := canonical.Check(data); (checkErr == nil) != (err == nil) {
			t.Fatalf("Form says %v, Check says %v", err, checkErr)
		}
		if _, decodeErr := canonical.Decode(data); (decodeErr == nil) != (err == nil) {
			t.Fatalf("Form says %v, Decode says %v", err, decodeErr)
		}
		if err != nil {
			return
		}
		again := jsontext.Value(bytes.Clone(form))
		if err := again.Canonicalize(); err != nil || !bytes.Equal(again, form) {
			t.Fatalf("the form of the form differs: %v\n%s\n%s", err, form, again)
		}
		if other, err := jcs.Transform(wrap(data)); err == nil && !bytes.Equal(other, wrap(form)) {
			t.Fatalf("another implementation differs\n ours %s\nother %s", wrap(form), other)
		}
	})
}

// wrap makes any value one that the other implementation takes.
func wrap(value []byte) []byte { return bytes.Join([][]byte{[]byte("["), value, []byte("]")}, nil) }
