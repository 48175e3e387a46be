//go:build !linux

package consent

import "time"

// bootTime is not known here: each start of Assent counts as one of the machine.
func bootTime() (since time.Duration, id string, ok bool) { return 0, "", false }
