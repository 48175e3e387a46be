package clock

import (
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// bootID returns the kernel's id of this start of the machine; ok is false where
// the kernel does not tell it, or has no boot clock.
func bootID() (id string, ok bool) {
	if sinceBoot() <= 0 {
		return "", false
	}
	data, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(data)), err == nil
}

// sinceBoot returns the time since the machine started, suspend included.
func sinceBoot() time.Duration {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &at); err != nil {
		return 0
	}
	return time.Duration(at.Nano())
}
