package handwritten

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

type letter struct {
	To    string         `json:"to"`
	Lines []line         `json:"lines,omitzero"`
	Marks map[string]int `json:"marks"`
	Sent  bool           `json:"sent"`
	Costs float64        `json:"costs"`
}

type line struct {
	Text *string `json:"text"`
}

func TestSlipsAreFound(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ file, want string }{
		"all is well":         {`{"to":"Ann","lines":[{"text":"x"}],"marks":{"a":1},"sent":true,"costs":1.5}`, ""},
		"a member misspelt":   {"{\n \"to\": \"Ann\",\n \"liens\": []\n}", `f:3: /liens: is not known here; did you mean lines? There are to, lines, marks, sent, costs`},
		"what hides":          {`{"a\u001b[1m":1}`, `f:1: /a‹U+001B›[1m: is not known here; there are to, lines, marks, sent, costs`},
		"a member inside":     {"{\"lines\":[{},\n{\"colour\":1}]}", `f:2: /lines/1/colour: is not known here; there are text`},
		"no string":           {"{\n\"to\": 1}", `f:2: /to: must be a string`},
		"no string inside":    {`{"lines":[{"text":1}]}`, `f:1: /lines/0/text: must be a string`},
		"no array":            {`{"lines":1}`, `f:1: /lines: must be an array`},
		"no object":           {`{"marks":1}`, `f:1: /marks: must be an object`},
		"no whole number":     {`{"marks":{"a":"x"}}`, `f:1: /marks/a: must be a whole number`},
		"neither true nor":    {`{"sent":1}`, `f:1: /sent: must be true or false`},
		"no number":           {`{"costs":"x"}`, `f:1: /costs: must be a number`},
		"nothing":             {"", "f:1: unexpected EOF"},
		"another kind at all": {"\n[]", `f:1: must be an object`},
		"a comma too many":    {"{\n\"to\":\"x\",\n}", "f:2: invalid character ',' at start of value"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got string
			if err := Read([]byte(test.file), &letter{}); err != nil {
				got = InFile("f", 0, err).Error()
			}
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestInFile(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		at   jsontext.Pointer
		want string
	}{{"/a/1", "f:13: /a/1: is so"}, {"/a/2/b", "f:12: /a/2/b: is so"}, {"/c", "f:11: /c: is so"}} {
		if got := InFile("f", 10, At([]byte("{\n\"a\":[1,\n2]}"), test.at, "is so")).Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	if err := InFile("f", 10, fs.ErrNotExist); !errors.Is(err, fs.ErrNotExist) || err.Error() != "f: file does not exist" {
		t.Errorf("got %q", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("{\"to\":\n1}"))
	f.Fuzz(func(t *testing.T, file []byte) {
		err := Read(file, &letter{})
		var slip *Slip
		if err != nil && (!errors.As(err, &slip) || slip.Line < 1 || slip.Text == "") {
			t.Errorf("%q: %v", file, err)
		}
	})
}
