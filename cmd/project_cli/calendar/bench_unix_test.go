//go:build unix

package calendar

import (
	"time"

	"golang.org/x/sys/unix"
)

// spent is the processor time of this process until now, which other programs do not lengthen.
func spent() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
