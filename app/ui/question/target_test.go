package question

import (
	"strings"
	"testing"
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
