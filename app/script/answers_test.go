package script

import (
	"os"
	"slices"
	"strings"
	"testing"

	"assent/consent/ask"
)

const exampleAnswers = `{"review":{"agent-1":["filesystem:read"], "*":"all"},
 "answers":[{"tool":"read_file","answer":"allow","breadth":"scope"},{"scope":"location:read","answer":"deny","after_ms":1500},
            {"agent":"agent-2","conversation":"c-2","sensitivity":"high","answer":"allow_once"},
            {"agent":"agent-3","answer":"allow","breadth":"target"},
            {"tool":"close","answer":"close"},{"tool":"always","answer":"always_deny"},
            {"answer":"none"}]}`

func readAnswers(t *testing.T, data string) *Answers {
	t.Helper()
	a, err := Read([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestReadAnswersRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, file, want string }{
		{"no JSON", `{`, "unexpected EOF"},
		{"an array", `[]`, "must be an object"},
		{"a member unknown", `{"anwsers":[]}`, "anwsers"},
		{"a member of an entry unknown", `{"answers":[{"answer":"deny"},{"tol":"x","answer":"allow"}]}`, "/answers/1/tol"},
		{"names in another case", `{"Answers":[]}`, "Answers"},
		{"a member twice", `{"answers":[],"answers":[]}`, "duplicate"},
		{"a member unknown, beside those known", `{"anwsers":[]}`, "/anwsers: is not known here; did you mean answers? There are review, answers, unanswered"},
		{"a member of an entry unknown, beside those known", `{"answers":[{"answer":"allow","tol":"x"}]}`,
			"/answers/0/tol: is not known here; did you mean tool? There are agent, tool, scope, sensitivity, conversation, target, times, answer, breadth, after_ms, message"},
		{"a member of a review unknown", `{"review":{"a":{"scope":[]}}}`, "/review/a/scope: is not known here; did you mean scopes? There are scopes, allowed_tools"},
		{"no answer", `{"answers":[{"tool":"x"}]}`, "/answers/0/answer: must be allow"},
		{"what becomes of the others unknown", `{"unanswered":"allow"}`, "/unanswered: must be wait, deny or fail"},
		{"never", `{"answers":[{"answer":"allow","times":0}]}`, "/answers/0/times: must be 1 or more"},
		{"a message with a yes", `{"answers":[{"answer":"allow_once","message":"x"}]}`, "/answers/0/message: goes with a no"},
		{"a message of nobody", `{"answers":[{"answer":"none","message":"x"}]}`, "/answers/0/message: goes with a no"},
		{"a message without end", `{"answers":[{"answer":"deny","message":"` + strings.Repeat("x", 281) + `"}]}`, "/answers/0/message: must be at most 280"},
		{"a target that is no text", `{"answers":[{"answer":"deny","target":["x"]}]}`, "/answers/0/target: "},
		{"an answer unknown", `{"answers":[{"answer":"Allow"}]}`, "/answers/0/answer: must be allow"},
		{"a breadth unknown", `{"answers":[{"answer":"allow","breadth":"folder"}]}`, "/answers/0/breadth: must be scope or target"},
		{"a sensitivity unknown", `{"answers":[{"answer":"allow","sensitivity":"hi"}]}`, "/answers/0/sensitivity: must be low"},
		{"a delay below zero", `{"answers":[{"answer":"allow","after_ms":-1}]}`, "/answers/0/after_ms: must be"},
		{"a delay without end", `{"answers":[{"answer":"allow","after_ms":9007199254740991}]}`, "/answers/0/after_ms: must be"},
		{"a delay as text", `{"answers":[{"answer":"allow","after_ms":"1"}]}`, "/answers/0/after_ms: must be a whole number"},
		{"a review as text", `{"review":{"agent-1":"some"}}`, `/review/agent-1: must be "all"`},
		{"a review of numbers", `{"review":{"agent-1":[1]}}`, "/review/agent-1/0: must be a string"},
		{"more after the end", `{} {}`, "after top-level value"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := Read([]byte(test.file)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want it to say %q", err, test.want)
			}
		})
	}
}

func FuzzReadAnswers(f *testing.F) {
	f.Add([]byte(exampleAnswers))
	f.Add([]byte(`{"review":{"a":{"scopes":["x:y"],"allowed_tools":[]}},"answers":[{"answer":"deny","target":"~/**/*","agent":"*","times":2,"message":"x"}],"unanswered":"fail"}`))
	f.Add([]byte(`{"review":{"a":[]},"answers":[{"answer":"none","agent":null}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Read(data)
		if (a == nil) == (err == nil) {
			t.Fatalf("got %v, %v", a, err)
		}
		if err != nil {
			return
		}
		for _, entry := range a.Answers {
			if _, known := ask.ParseChoice(entry.Answer); !known && entry.Answer != NoAnswer {
				t.Errorf("took the answer %q", entry.Answer)
			}
		}
	})
}

// TestMembersAreOnThePage: docs/testing.md has every member of an answers file.
func TestMembersAreOnThePage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	file, entry := Members()
	for _, member := range slices.Concat(file, entry) {
		if !strings.Contains(string(page), "`"+member+"`") {
			t.Errorf("docs/testing.md lacks %s", member)
		}
	}
}
