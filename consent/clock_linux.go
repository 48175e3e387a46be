package consent

import (
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// bootTime returns the time since the machine started, suspend included, and
// the kernel's id of that start; ok is false where the kernel tells neither.
func bootTime() (since time.Duration, id string, ok bool) {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &at); err != nil {
		return 0, "", false
	}
	data, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return 0, "", false
	}
	return time.Duration(at.Nano()), strings.TrimSpace(string(data)), true
}
