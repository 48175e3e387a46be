package explain

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"assent/audit"
	"assent/i18n"
)

func TestExplanations(t *testing.T) {
	t.Parallel()
	words := i18n.New("en")
	for _, c := range []struct {
		row  audit.Row
		want string
	}{
		{audit.Row{Status: audit.OK, Decision: "person", Sensitivity: "high"},
			"It was done. | You allowed it. | High · asks every time | "},
		{audit.Row{Status: audit.OK, Decision: "window", Sensitivity: "medium"},
			"It was done. | Nobody was asked: you had allowed this before, for a while. | Medium · asks first | To be asked again, end it under Permissions."},
		{audit.Row{Status: audit.OK, Reason: "handed_over", Decision: "person", Sensitivity: "high"},
			"It was allowed and handed over to the program that asked. Assent does not see what became of it. | You allowed it. | High · asks every time | Look at the program that asked: it ran this itself."},
		{audit.Row{Status: audit.Denied, Reason: "user_refused", Decision: "script", Sensitivity: "medium"},
			"It was denied. | The answers file said no. | Medium · asks first | If you change your mind, let the agent ask again."},
		{audit.Row{Status: audit.Denied, Reason: "user_refused", Decision: "rule", Sensitivity: "medium"},
			"It was denied. | Nobody was asked: a no that you had given counted for this too. | Medium · asks first | If you change your mind, let the agent ask again."},
		{audit.Row{Status: audit.Denied, Reason: "tool_not_declared", Decision: "rule"},
			"It was denied. The agent did not declare this tool. | Assent decided by its rules; nobody was asked, or the question ended unanswered. |  | " +
				"Add the agent under Agents if it is not there. Else nothing on your side: its manifest must declare the tool."},
		{audit.Row{Status: audit.Denied, Reason: "interrupted"},
			"It was denied. It was broken off. | Nothing was decided yet. |  | Nothing was done. Let the agent ask again."},
		{audit.Row{Status: audit.Error, Reason: "interrupted", Decision: "person", Sensitivity: "high"},
			"It failed. It was broken off. | You allowed it. | High · asks every time | It had begun and may be done in part: look at that before the agent tries again."},
		{audit.Row{Status: audit.Error, Reason: "interrupted", Decision: "rule", Sensitivity: "high"},
			"It did not run. It was broken off. | Assent decided by its rules; nobody was asked, or the question ended unanswered. | High · asks every time | Nothing was done. Let the agent ask again."},
		{audit.Row{Status: audit.Error, Reason: "paused", Decision: "person", Sensitivity: "medium"},
			"It was denied. Assent was paused. | You allowed it. | Medium · asks first | Resume Assent, and let the agent ask again."},
		{audit.Row{Status: audit.Pending},
			"It is under way, or waits for an answer. | Nothing was decided yet. |  | "},
	} {
		e := Row(c.row)
		var said []string
		for _, text := range []i18n.Text{e.Outcome, e.Decision, e.Sensitivity, e.Remedy} {
			if text.Key == "" {
				said = append(said, "")
				continue
			}
			said = append(said, words.Text(text.Key, text.Args))
		}
		if got := strings.Join(said, " | "); got != c.want {
			t.Errorf("%+v:\n got %s\nwant %s", c.row, got, c.want)
		}
	}
}

// TestEveryRowHasWords goes through every reason that there is, with every decision, and
// looks for a text that is its key.
func TestEveryRowHasWords(t *testing.T) {
	t.Parallel()
	words := i18n.New("en")
	for _, reason := range append(reasons(t), "", audit.HandedOver) {
		for _, status := range []audit.Status{audit.OK, audit.Denied, audit.Error, audit.Pending} {
			for _, decision := range []string{"", "silent", "window", "person", "timeout", "script", "rule"} {
				if ends := status == audit.Denied || status == audit.Error; ends != (reason != "") && reason != audit.HandedOver {
					continue // no such row
				}
				e := Row(audit.Row{Status: status, Reason: reason, Decision: decision, Sensitivity: "low"})
				for _, text := range []i18n.Text{e.Outcome, e.Decision, e.Sensitivity, e.Remedy} {
					if said := words.Text(text.Key, text.Args); said == text.Key && said != "" || strings.Contains(said, "reason.") {
						t.Errorf("%s %s %s: no words for %q", status, reason, decision, said)
					}
				}
			}
		}
	}
}

// reasons returns those that the packages name.
func reasons(t *testing.T) (all []string) {
	t.Helper()
	named := regexp.MustCompile(`\bReason\s+= "([a-z_]+)"`)
	for _, file := range []string{"../../executors/error.go", "../../consent/ask/decision.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range named.FindAllStringSubmatch(string(source), -1) {
			all = append(all, match[1])
		}
	}
	if len(all) < 30 {
		t.Fatalf("found only %v", all)
	}
	return all
}
