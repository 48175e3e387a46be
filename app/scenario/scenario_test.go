package scenario

import (
	"strings"
	"testing"
)

// TestScenariosAreComplete checks that there is one for every row of contract §4 and
// that each says in both languages what it shows.
func TestScenariosAreComplete(t *testing.T) {
	t.Parallel()
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	var names strings.Builder
	for _, s := range all {
		names.WriteString(s.Name + " ")
		if s.English == "" || s.Chinese == "" || s.English == s.Chinese {
			t.Errorf("%s does not say what it shows: %q, %q", s.Name, s.English, s.Chinese)
		}
	}
	for _, wanted := range []string{"step0_", "step1_", "step2_", "step3_", "step4_", "step5_", "step6_", "step7_",
		"video_allow", "video_deny", "video_timeout", "attack_"} {
		if !strings.Contains(names.String(), wanted) {
			t.Errorf("no scenario %s", wanted)
		}
	}
}

func TestScenarioTellsWhatDiffers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file string
		pass bool
		err  string
	}{
		"as expected":      {"-- exchange --\n> x\n< " + notAnObject, true, ""},
		"otherwise":        {"-- exchange --\n> x\n< {}\n", false, ""},
		"nothing expected": {"-- exchange --\n> x\n", false, ""},
		"an agent unknown": {"-- exchange --\nrevoke agent-1 x:y\n", false, "revoke agent-1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := Read(name, []byte(test.file))
			if err != nil {
				t.Fatal(err)
			}
			r := s.Play(t.Context())
			if r.Pass() != test.pass {
				t.Errorf("got %+v", r)
			}
			if (r.Err == nil) != (test.err == "") || r.Err != nil && !strings.Contains(r.Err.Error(), test.err) {
				t.Errorf("got %v, want %q", r.Err, test.err)
			}
		})
	}
}

func TestScenarioIsSkippedWithTheReason(t *testing.T) {
	t.Parallel()
	s := Scenario{Name: "x", Needs: []string{"camera:use"}}
	if r := s.Play(t.Context()); r.Skipped == "" || r.Pass() || r.Err != nil {
		t.Errorf("got %+v", r)
	}
}

const notAnObject = `{"type":"error","code":"BAD_MESSAGE","message":"the line is not strict JSON: This is not valid JSON. (at byte 0)"}` + "\n"
