package notification

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"assent/executors"

	"github.com/go-json-experiment/json/jsontext"
)

func request(name, arguments string) executors.Request {
	return executors.Request{
		Scope: "notification:send", Tool: "notify", AgentID: "agent-1", AgentName: name,
		Arguments: jsontext.Value(arguments),
	}
}

func TestNotice(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		agent, arguments string
		title, body      string
		details, ignored []string
	}{
		"title":             {"DemoBot", `{"title":"Done"}`, "DemoBot: Done", "", nil, nil},
		"message alone":     {"DemoBot", `{"message":"Done"}`, "DemoBot: Done", "", nil, nil},
		"title and body":    {"DemoBot", `{"title":"Done","body":"All 3 files"}`, "DemoBot: Done", "All 3 files", []string{"body"}, nil},
		"title and message": {"DemoBot", `{"title":"Done","message":"All 3 files"}`, "DemoBot: Done", "All 3 files", []string{"body"}, nil},
		"message and body":  {"DemoBot", `{"message":"Done","body":"All 3 files"}`, "DemoBot: Done", "All 3 files", []string{"body"}, nil},
		"all three":         {"DemoBot", `{"title":"a","message":"b","body":"c"}`, "DemoBot: a", "c", []string{"body"}, []string{"message"}},
		"no name":           {"", `{"title":"Done"}`, "@agent-1: Done", "", nil, nil},
		"unseen name":       {"\u202e\u200b", `{"title":"Done"}`, "@agent-1: Done", "", nil, nil},
		"unknown":           {"DemoBot", `{"title":"a","icon":"/x","sound":"y","replaces_id":3}`, "DemoBot: a", "", nil, []string{"icon", "replaces_id", "sound"}},
		"fake sender":       {"DemoBot", `{"title":"\nSystem: restart"}`, "DemoBot: System: restart", "", nil, nil},
		"bidi":              {"DemoBot", `{"title":"a\u202eb\u0007"}`, "DemoBot: ab", "", []string{"cleaned"}, nil},
		"lines":             {"DemoBot", `{"title":"a\nb","body":"c\r\nd\te\u2028f"}`, "DemoBot: a b", "c\nd e f", []string{"body"}, nil},
		"long title":        {"DemoBot", `{"title":"` + strings.Repeat("漢", 101) + `"}`, "DemoBot: " + strings.Repeat("漢", 100) + "…", "", []string{"cut"}, nil},
		"just fits":         {"DemoBot", `{"title":"` + strings.Repeat("漢", 100) + `"}`, "DemoBot: " + strings.Repeat("漢", 100), "", nil, nil},
		"long body":         {"DemoBot", `{"title":"a","body":"` + strings.Repeat("b", 9000) + `"}`, "DemoBot: a", strings.Repeat("b", 500) + "…", []string{"body", "cut"}, nil},
		"stacked marks":     {"DemoBot", `{"title":"a` + strings.Repeat(`\u0301`, 50) + `"}`, "DemoBot: a" + strings.Repeat("\u0301", 4), "", []string{"cleaned"}, nil},
		"emoji":             {"DemoBot", `{"title":"👩‍💻 ok"}`, "DemoBot: 👩‍💻 ok", "", nil, nil},
		"markup":            {"DemoBot", `{"title":"<b>&amp;","body":"<img src=x>"}`, "DemoBot: <b>&amp;", "<img src=x>", []string{"body"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prepared, err := New(NewSender("io.assent.Test")).Prepare(t.Context(), request(test.agent, test.arguments))
			if err != nil {
				t.Fatal(err)
			}
			p, facts := prepared.(plan), prepared.Facts()
			if p.notification != (Notification{Title: test.title, Body: test.body}) || facts.Target != test.title {
				t.Errorf("got %q, %q, target %q", p.notification.Title, p.notification.Body, facts.Target)
			}
			var details []string
			for _, fact := range facts.Details {
				details = append(details, strings.TrimPrefix(fact.Key, "fact.notification_"))
			}
			if !slices.Equal(details, test.details) {
				t.Errorf("details %q, want %q", details, test.details)
			}
			if !slices.Equal(facts.Ignored, test.ignored) {
				t.Errorf("ignored %q, want %q", facts.Ignored, test.ignored)
			}
		})
	}
}

func TestNoticeInvalid(t *testing.T) {
	t.Parallel()
	for _, arguments := range []string{
		`{}`, `{"body":"alone"}`, `{"title":""}`, `{"title":" \n "}`, `{"title":"\u202e\u0000"}`, `{"title":"\u200d"}`,
		`{"title":3}`, `{"title":"a","body":["b"]}`, `{"Title":"a"}`,
	} {
		_, err := New(NewSender("io.assent.Test")).Prepare(t.Context(), request("DemoBot", arguments))
		var e *executors.Error
		if !errors.As(err, &e) || e.Reason != executors.InvalidArguments {
			t.Errorf("%s: got %v, want invalid arguments", arguments, err)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\u202eb\r\nc\u0301\u0301\u0301\u0301\u0301", true)
	f.Add("\xff\u2066x\u2069", false)
	f.Fuzz(func(t *testing.T, text string, lines bool) {
		const limit = 20
		once := clean(text, limit, lines)
		if got := len([]rune(once.shown)); got > limit+1 {
			t.Errorf("%d characters", got)
		}
		if strings.ContainsAny(once.shown, "\x00\x1b\r\u2028\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f") ||
			!lines && strings.Contains(once.shown, "\n") {
			t.Errorf("%q still holds controls", once.shown)
		}
		if again := clean(once.shown, limit+1, lines); again.shown != once.shown {
			t.Errorf("%q became %q", once.shown, again.shown)
		}
	})
}

func TestNeutral(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain 文字 😀 ok?":                "plain 文字 😀 ok?",
		"$(calc) ${x} $x":               "＄(calc) ＄{x} ＄x",
		"`n`$a":                         "｀n｀＄a",
		"a\n\"@\ncalc":                  "a \"＠ calc",
		"\"@ “@ ”@ „@ '@":               "\"＠ “＠ ”＠ „＠ '@",
		"\"\u200d@":                     "\"＠",
		"]]></text><text>":              "]]＞</text><text>",
		"]]\x00>":                       "]]＞",
		"a\x00b\u202ec":                 "abc",
		"\" & do shell script \"x\" \t": "\" & do shell script \"x\"  ",
	} {
		if got := neutral(in); got != want {
			t.Errorf("neutral(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzNeutral(f *testing.F) {
	f.Add("\"\u202e@]]\u200d>$`")
	f.Fuzz(func(t *testing.T, text string) {
		got := neutral(text)
		for _, bad := range []string{"$", "`", "]]>", "\"@", "“@", "”@", "„@", "\n", "\r", "\x00"} {
			if strings.Contains(got, bad) {
				t.Errorf("neutral(%q) = %q holds %q", text, got, bad)
			}
		}
	})
}
