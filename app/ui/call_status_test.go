package ui

import (
	"testing"

	"assent/app/ui/kit"
	"assent/audit"
)

// A call that was never run is not told as one that failed.
func TestWhatWasNotRunDidNotFail(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status                 audit.Status
		reason, decision, want string
	}{
		{audit.OK, "", "person", "done"},
		{audit.Denied, "user_refused", "person", "denied"},
		{audit.Error, "path_not_found", "person", "failed"},
		{audit.Error, "interrupted", "person", "failed"},
		{audit.Error, "interrupted", "rule", "not run"},
		{audit.Error, "paused", "rule", "denied"},
		{audit.Error, "paused", "person", "denied"},
		{audit.Error, "invalid_arguments", "rule", "not run"},
		{audit.Pending, "", "", "under way"},
	} {
		row := audit.Row{Status: test.status, Reason: test.reason, Decision: test.decision}
		if got := statusOf(kit.NewWords("en"), row).word; got != test.want {
			t.Errorf("%s %s by %s is told as %q, want %q", test.status, test.reason, test.decision, got, test.want)
		}
	}
}
