package kit

import (
	"fmt"
	"strings"
	"testing"
)

// texts are what a laid out text says, its indents in blanks and its tones left out.
func (j JSON) texts() string {
	var b strings.Builder
	for _, line := range j.lines {
		b.WriteString(strings.Repeat(" ", line.indent))
		for _, run := range line.runs {
			b.WriteString(run.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestReadJSON(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":1,"b":[true,null,{"c":"d"}],"e":{},"f":[]}`: `{
  "a": 1,
  "b": [
    true,
    null,
    {
      "c": "d"
    }
  ],
  "e": {},
  "f": []
}
`,
		`"x"`:                   "\"x\"\n",
		`{"a":[[],[1]]}`:        "{\n  \"a\": [\n    [],\n    [\n      1\n    ]\n  ]\n}\n",
		``:                      "",
		`{"a":`:                 "{\"a\":\n",
		`[**bold**](http://x)`:  "[**bold**](http://x)\n",
		`{"<b>":"\u202e&amp;"}`: "{\n  \"<b>\": \"\\u202e&amp;\"\n}\n",
	} {
		if got := ReadJSON([]byte(text)).texts(); got != want {
			t.Errorf("%s is laid out as\n%swant\n%s", text, got, want)
		}
	}
}

// A text of any size is bounded, in lines and in each.
func TestReadJSONIsBounded(t *testing.T) {
	t.Parallel()
	many := "[" + strings.Repeat("1,", 99_999) + "1]"
	if j := ReadJSON([]byte(many)); len(j.lines) != jsonLines || j.left != 100_002-jsonLines {
		t.Errorf("%d lines, %d left", len(j.lines), j.left)
	}
	if j := ReadJSON(fmt.Appendf(nil, "%q", strings.Repeat("x", 5<<20))); len(j.texts()) > 2*jsonShown {
		t.Errorf("a line has %d characters", len(j.texts()))
	}
}

// Each kind of value has its colour, and what is hidden in a text is shown.
func TestJSONTones(t *testing.T) {
	t.Parallel()
	j := ReadJSON([]byte("{\"a\":\"x\u202ey\",\"n\":-1}"))
	tones := map[string]string{}
	for _, line := range j.lines {
		for _, run := range line.runs {
			tones[run.Text] = string(run.Tone)
		}
	}
	for text, want := range map[string]string{`"a"`: string(ColorAccent), "\"x\u202ey\"": string(ColorLow), "-1": string(ColorMedium), "{": string(ColorMuted)} {
		if tones[text] != want {
			t.Errorf("%s is %s, want %s", text, tones[text], want)
		}
	}
}
