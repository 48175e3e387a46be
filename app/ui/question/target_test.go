package question

import (
	"strings"
	"testing"

	"assent/app/ui/kit"
	"assent/executors"
)

// TestTargetShowsWhatDecides: the strong part is the file's name or the registered domain.
func TestTargetShowsWhatDecides(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"/home/alice/Documents/plan.md":          "~/Documents/|*plan.md",
		"/home/alice":                            "/home/|*alice",
		"/home/alice/":                           "/home/|*alice/",
		"/home/alicea/x":                         "/home/alicea/|*x",
		"/":                                      "|*/",
		"/etc/passwd":                            "/etc/|*passwd",
		`C:\Users\alice\plan.md`:                 `C:\Users\alice\|*plan.md`,
		"https://example.com":                    "https://|*example.com",
		"https://login.example.co.uk:8443/a?b=c": "https://login.|*example.co.uk|*:8443|/a?b=c",
		"http://192.168.1.1/x":                   "http://|*192.168.1.1|/x",
		"http://[::1]:80/x":                      "http://|*[::1]|*:80|/x",
		"https://paypal.com.evil.example/":       "https://paypal.com.|*evil.example|/",
		"https://com/":                           "https://|*com|/",
		"Hello":                                  "*Hello",
	} {
		var got []string
		for i, r := range targetRuns(target, "/home/alice") {
			if r.Text == "" && i > 0 {
				continue
			}
			if r.Keep {
				r.Text = "*" + r.Text
			}
			got = append(got, r.Text)
		}
		if joined := strings.Join(got, "|"); joined != want {
			t.Errorf("%s: %s, want %s", target, joined, want)
		}
	}
}

// A command is shown whole, whatever the marks say; what is dangerous is red and kept.
func TestCommandShowsWhatIsDangerous(t *testing.T) {
	t.Parallel()
	const command = "cd /tmp && rm -rf x"
	for name, test := range map[string]struct {
		marks []executors.Mark
		want  string
	}{
		"none":      {nil, command},
		"programs":  {[]executors.Mark{{From: 0, To: 2}, {From: 11, To: 13}}, "(cd)| /tmp && |(rm)| -rf x"},
		"danger":    {[]executors.Mark{{From: 11, To: 13, Danger: true}, {From: 14, To: 17, Danger: true}}, "cd /tmp && |!rm!| |!-rf!| x"},
		"to no end": {[]executors.Mark{{From: 3, To: 2}, {From: 11, To: 99}}, command},
	} {
		var got []string
		for _, r := range commandRuns(command, test.marks) {
			switch {
			case r.Tone == kit.ColorHigh && r.Keep && r.Bold:
				r.Text = "!" + r.Text + "!"
			case r.Bold:
				r.Text = "(" + r.Text + ")"
			}
			got = append(got, r.Text)
		}
		if joined := strings.Join(got, "|"); joined != test.want {
			t.Errorf("%s: %s, want %s", name, joined, test.want)
		}
	}
}
