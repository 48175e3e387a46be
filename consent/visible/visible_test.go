package visible_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"assent/consent/visible"
)

func TestEscape(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "Read /home/alice/notes.md?", ""},
		{"Chinese", "读取本地文件：笔记。", ""},
		{"accents and emoji", "naïve façade 🤖 नमस्ते ไทย", ""},
		{"right-to-left letters", "שלום عربى", ""},
		{"override", "a\u202egpj.exe", "a‹U+202E›gpj.exe"},
		{"isolates", "\u2066x\u2069", "‹U+2066›x‹U+2069›"},
		{"zero width", "pass\u200bword\ufeff", "pass‹U+200B›word‹U+FEFF›"},
		{"tags", "x\U000e0041\U000e0042", "x‹U+E0041›‹U+E0042›"},
		{"variation selector", "x\ufe0f\U000e0100", "x‹U+FE0F›‹U+E0100›"},
		{"controls", "a\tb\x00\x1b[2J\u0085", "a‹U+0009›b‹U+0000›‹U+001B›[2J‹U+0085›"},
		{"line feed", "a\nb", "a‹U+000A›b"},
		{"separators", "a\u2028b\u2029", "a‹U+2028›b‹U+2029›"},
		{"lone bytes", "a\xff\xc3(", "a‹0xFF›‹0xC3›("},
		{"replacement character itself", "\ufffd", ""},
		{"soft hyphen, joiner, fillers", "\u00ad\u034f\u3164\u115f\u2800", "‹U+00AD›‹U+034F›‹U+3164›‹U+115F›‹U+2800›"},
		{"other blanks", "a\u00a0b\u3000c", "a‹U+00A0›b‹U+3000›c"},
		{"private and unassigned", "\ue000\U000e0fff", "‹U+E000›‹U+E0FFF›"},
		{"three blanks", "a   b", ""},
		{"many blanks", "a" + strings.Repeat(" ", 57) + "b", "a‹U+0020 ×57›b"},
		{"a run of one", strings.Repeat("\u200d", 9), "‹U+200D ×9›"},
		{"four marks", "e\u0301\u0301\u0301\u0301", ""},
		{"piled up marks", "e" + strings.Repeat("\u0301", 60) + "x", "e\u0301\u0301\u0301\u0301‹U+0301 ×56›x"},
		{"a mark on nothing", "\u0301 \u0301", "‹U+0301› ‹U+0301›"},
	}
	for _, test := range tests {
		want := test.want
		if want == "" {
			want = test.in
		}
		if got := visible.Escape(test.in); got != want {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got, want)
		}
	}
}

func TestEscapeLines(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\nb\r\n":                        "a\nb‹U+000D›\n",
		"a\n\n\nb":                        "a\n\n\nb",
		"a" + strings.Repeat("\n", 9):     "a\n\n\n‹U+000A ×6›",
		"a" + strings.Repeat(" \n", 5):    "a \n \n \n ‹U+000A› ‹U+000A›",
		"a\u202e\nb\n\n\n\u200b\n\n\n\nc": "a‹U+202E›\nb\n\n\n‹U+200B›\n\n\n‹U+000A›c",
	} {
		if got := visible.EscapeLines(in); got != want {
			t.Errorf("%q:\n got %q\nwant %q", in, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in    string
		limit int
		want  string
		left  int
	}{
		{"short", 5, "short", 0},
		{"", 0, "", 0},
		{"0123456789", 5, "01…89", 6},
		{"读取本地文件笔记", 4, "读取…记", 5},
		{"aaaae\u0301bbbb", 6, "aaa…bb", 5},
		{"abcde\u0301", 4, "ab…", 4},
		{"abc", 0, "…", 3},
	}
	for _, test := range tests {
		got, left := visible.Short(test.in, test.limit)
		if got != test.want || left != test.left {
			t.Errorf("%q at %d: got %q and %d left, want %q and %d", test.in, test.limit, got, left, test.want, test.left)
		}
	}
}

func TestAgentName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Notes helper":                     "Notes helper",
		"  小 助手\n":                         "小 助手",
		"Zoë\u202e\u200b":                  "Zoë",
		"a\tb\u3000\u00a0c":                "a b c",
		"🤖":                                "🤖",
		strings.Repeat("n", 99):            strings.Repeat("n", 39) + "…",
		"e" + strings.Repeat("\u0301", 99): "é\u0301\u0301\u0301\u0301",
		"x\xffy":                           "xy",
		"":                                 "",
		" \u200b\u202e ":                   "",
		"Assent":                           "no: Assent",
		"A S S E N T":                      "no: A S S E N T",
		"ａｓｓｅｎｔ":                           "no: ａｓｓｅｎｔ",
		"Аѕѕеnt":                           "no: Аѕѕеnt", // Cyrillic
		"ᴀꜱꜱᴇɴᴛ":                           "no: ᴀꜱꜱᴇɴᴛ",
		"𝐀𝐬𝐬𝐞𝐧𝐭":                           "no: 𝐀𝐬𝐬𝐞𝐧𝐭",
		"Assént.":                          "no: Assént.",
		"Sys\u200btem":                     "no: System",
		"5ystem":                           "no: 5ystem",
		"Systern":                          "no: Systern",
		"系统":                               "no: 系统",
		"read local files":                 "no: read local files",
		"读取 本地文件":                          "no: 读取 本地文件",
		"Assent fan":                       "Assent fan",
	} {
		want, refused := strings.CutPrefix(want, "no: ")
		got, whole, ok := visible.AgentName(in)
		if (whole != "") != strings.HasSuffix(got, "…") {
			t.Errorf("%q is %q, and whole %q", in, got, whole)
		}
		if got != want || ok != (want != "" && !refused) {
			t.Errorf("%q: got %q, %v", in, got, ok)
		}
	}
}

func TestAlike(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"Notes", "nоtеs"}, {"Bill", "Biii"}, {"Corner", "Comer"}, {"Zoë", "zoe"}} {
		if !visible.Alike(pair[0], pair[1]) {
			t.Errorf("%q and %q should be alike", pair[0], pair[1])
		}
	}
	if visible.Alike("Notes", "Votes") || visible.Alike("🤖", "🎃") {
		t.Error("different names are alike")
	}
}

// No agent may have the app's words for a preset scope as its name.
func TestPresetWordsAreReserved(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"en.json", "zh_Hans.json"} {
		data, err := os.ReadFile("../../i18n/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]any
		if err := json.Unmarshal(data, &texts); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"scope.notification_send", "scope.filesystem_read", "scope.clipboard_read", "scope.location_read"} {
			words, ok := texts[key].(string)
			if name, _, free := visible.AgentName(words); !ok || free {
				t.Errorf("%s: %s is free as %q", file, key, name)
			}
		}
	}
}

// Of the naughty strings, whatever is shown is visible.
func TestNaughtyStrings(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../shared/data/naughty-strings.json")
	if err != nil {
		t.Skip("The public test suites are not beside this checkout, in ../shared/data: nothing is compared with them.")
	}
	var all []string
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		check(t, s)
	}
}

func FuzzVisible(f *testing.F) {
	for _, seed := range []string{"", "a    b\n\n\n\n\nc", "\u202ex\u200d\u0301\xff", "e\u0301\u0301\u0301\u0301\u0301\u0302\u0301", " \u0301", "Assent"} {
		f.Add(seed)
	}
	f.Fuzz(check)
}

// check asserts what holds for every string.
func check(t *testing.T, s string) {
	for name, escape := range map[string]func(string) string{"Escape": visible.Escape, "EscapeLines": visible.EscapeLines} {
		got := escape(s)
		if again := escape(got); again != got {
			t.Errorf("%s twice:\n%q\n%q", name, got, again)
		}
		if !utf8.ValidString(got) || strings.Contains(got, "    ") || strings.Contains(got, "\n\n\n\n") {
			t.Errorf("%s lets through %q", name, got)
		}
		for _, r := range got {
			if !unicode.IsPrint(r) && (r != '\n' || name == "Escape") || unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
				t.Errorf("%s lets %U through", name, r)
			}
		}
	}
	text, left := visible.Short(s, 10)
	if n := utf8.RuneCountInString(s); left < 0 || left > n || left == 0 && text != s || utf8.RuneCountInString(text) > 10 {
		t.Errorf("Short of %q: %q, %d left of %d", s, text, left, n)
	}
	name, whole, ok := visible.AgentName(s)
	if ok && name == "" || utf8.RuneCountInString(whole) > 200 || visible.Escape(whole) != whole || utf8.RuneCountInString(name) > 40 {
		t.Errorf("name %q, %v", name, ok)
	}
	if ok && (visible.Escape(name) != name || visible.Alike(name, "Assent")) {
		t.Errorf("%q is no name", name)
	}
}

func BenchmarkEscape(b *testing.B) {
	for name, text := range map[string]string{
		"ASCII":   strings.Repeat("some plain words. ", 58255),
		"Chinese": strings.Repeat("读取本地文件，笔记。", 34952),
		"hidden":  strings.Repeat("\u202e\u200b", 174762),
		"marks":   strings.Repeat("e\u0301\u0302\u0303\u0301\u0302\u0303", 80659),
	} {
		b.Run(name+" 1 MiB", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				visible.Escape(text)
			}
		})
	}
}
