//go:build !linux

package clock

import "time"

// bootID is not known here: each start of Assent counts as one of the machine.
func bootID() (id string, ok bool) { return "", false }

func sinceBoot() time.Duration { return 0 }
