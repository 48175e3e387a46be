package scenario

import (
	"slices"
	"strings"
	"testing"

	"assent/app/handwritten"
)

// What is wrong in a file is found before anything is played, with its line.
func TestReadFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	exchange := func(line string) string { return "en: x\n-- exchange --\nrestart\n" + line + "\n" }
	for _, test := range []struct{ name, file, want string }{
		{"a head unknown", "en: x\nfr: y\n-- exchange --\n", `f:2: "fr" is not known here; there are en, zh, needs, a colon`},
		{"no exchange", "en: x\n-- answers.json --\n{}\n", "f:3: the section exchange is missing"},
		{"nothing", "", "f:1: the section exchange is missing"},
		{"a section misspelt", "-- exchange --\n-- anwsers.json --\n{}\n", `f:2: the section "anwsers.json" is not known here; did you mean answers.json? There are`},
		{"a section that nobody names", "-- exchange --\n-- m.json --\n{}\n", `f:2: the section "m.json" is not known here; there are`},
		{"a section twice", "-- exchange --\n-- exchange --\n", `f:2: the section "exchange" is there twice`},
		{"a file above the home folder", "-- home/../x --\n-- exchange --\n", `f:1: the section "home/../x" must name a file below home/`},
		{"a file anywhere", "-- home//etc/x --\n-- exchange --\n", `f:1: the section "home//etc/x" must name`},
		{"a folder for a file", "-- home/ --\n-- exchange --\n", `f:1: the section "home/" must name`},
		{"an answers file that is none", "en: x\n-- answers.json --\n{\"answers\":[\n {\"answr\":\"allow\"}]}\n-- exchange --\n", "f:4: /answers/0/answr: is not known here; did you mean answer?"},
		{"settings that are none", "-- settings.json --\n{\n\"folder\":[\"$HOME/x\"]}\n-- exchange --\n", "f:3: /folder: is not known here; did you mean folders?"},
		{"a manifest that is no JSON", "-- exchange --\nmanifest a 1 m.json\n-- m.json --\n{\n{\n", "f:5: "},
		{"a word misspelt", exchange("advnce 31s"), `f:4: "advnce" is not known here; did you mean advance? There are #, <, >, ?, add, advance,`},
		{"a time that is none", exchange("advance soon"), "f:4: DURATION must be a duration, such as 31s, 10m or 25h: advance DURATION"},
		{"time back", exchange("advance -1s"), "f:4: DURATION must be a duration"},
		{"an argument missing", exchange("revoke agent-1"), "f:4: SCOPE is missing: revoke AGENT SCOPE"},
		{"an argument too many", exchange("quit now"), `f:4: "now" is one too many: quit`},
		{"a direction unknown", exchange("clock left 1h"), `f:4: "left" must be back or forward: clock back|forward DURATION`},
		{"half a word", exchange("hang on"), `f:4: "on" must be up: hang up`},
		{"no line to send", exchange(">"), "f:4: LINE is missing: > LINE"},
		{"arguments that are no JSON", exchange("call a c 1 read_file {x"), "f:4: ARGUMENTS must be JSON: call AGENT CONVERSATION CALL_ID TOOL [ARGUMENTS]"},
		{"a number that is none", exchange("calls many a c x$N read_file"), "f:4: COUNT must be a whole number"},
		{"a number that is nowhere", exchange("calls 5 a c x read_file"), "f:4: CALL_ID$N must end in $N"},
		{"a version that is none", exchange("manifest a one"), "f:4: VERSION must be a whole number"},
		{"an end unknown", exchange("ran a c 1 well"), "f:4: STATUS must be ok or error"},
		{"a file that is not there", exchange("manifest a 1 mine.json"), `f:4: FILE "mine.json" is no section of this file: -- mine.json --`},
		{"a link out", exchange("link a ../../etc/passwd"), "f:4: a link and its target are in the home folder"},
		{"what hides", exchange("manifest a 1 \x1b[1m"), `f:4: FILE "\x1b[1m" is no section of this file: -- ‹U+001B›[1m --`},
		{"something expected of nothing", "-- exchange --\n< {}\n", "f:2: what is expected stands below a step"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := Read("x", []byte(test.file))
			if err == nil {
				t.Fatal("it is taken")
			}
			if got := handwritten.InFile("f", 0, err).Error(); !strings.HasPrefix(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestReadTells(t *testing.T) {
	t.Parallel()
	settings := `{"project_clis":[{"name":"x","command":["/bin/sh","$HOME/x.sh"],"schemas":"/s","folders":[],"credential":{"command":["/bin/key"],"env":"K","ttl_s":300}}]}`
	for _, section := range []string{"settings.json", "home/.local/share/assent/settings.json"} {
		s, err := Read("mine", []byte("# Mine.\r\nen: It does.\r\nneeds: a:b c:d\r\n-- "+section+" --\n"+settings+"\n-- exchange --\r\n\r\nrestart\r\n"))
		if err != nil {
			t.Fatal(err)
		}
		if s.Name != "mine" || s.English != "It does." || !slices.Equal(s.Needs, []string{"a:b", "c:d"}) ||
			!slices.Equal(s.Programs, []string{"/bin/sh /home/x.sh", "/bin/key"}) {
			t.Errorf("got %+v", s)
		}
		if len(s.steps) != 2 || s.steps[1].Line != "restart" || s.steps[1].At != 8 {
			t.Errorf("the steps are %+v", s.steps)
		}
	}
}

func FuzzReadScenario(f *testing.F) {
	f.Add([]byte("en: x\n-- answers.json --\n{}\n-- home/a --\nx\n-- exchange --\nadvance 31s\n< {}\n"))
	f.Add([]byte("-- exchange --\ncall a c $N x {\"a\":1}\nlink a b\nmanifest a 1 exchange\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := Read("x", data); err == nil {
			if again, err := Read("x", s.Updated(s.steps)); err != nil || len(again.steps) != len(s.steps) {
				t.Errorf("what is written is not read: %v", err)
			}
		}
	})
}

func TestDifferenceStandsBesideWhatWasExpected(t *testing.T) {
	t.Parallel()
	s := Step{
		Want: []string{`? a read_file, medium: allow`, `< {"type":"x","result":{"status":"ok"}}`, "< {}"},
		Got:  []string{"< {}", `? a read_file, high: allow`, `< {"type":"x","result":{"status":"denied"}}`},
	}
	want := []string{
		"- ? a read_file, medium: allow", "+ ? a read_file, high: allow",
		"  < {", `   "type": "x",`, `   "result": {`, `-   "status": "ok"`, `+   "status": "denied"`, "   }", "  }",
	}
	if got := s.Difference(); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	s.Got = nil
	if got := s.Difference(); len(got) != 3 || got[1] != `- < {"type":"x","result":{"status":"ok"}}` {
		t.Errorf("nothing came: %q", got)
	}
	s.Got = []string{"< {}", "? x"}
	s.Want = slices.Clone(s.Got)
	slices.Reverse(s.Want)
	if got := s.Difference(); got != nil {
		t.Errorf("a step that passes differs: %q", got)
	}
}
