package clock

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// maxDays keeps a duration within what time.Duration holds.
const maxDays = 36500

// ParseDuration reads what time.ParseDuration does, and whole days before it: "2d",
// "1d12h". A day is 24 hours.
func ParseDuration(text string) (time.Duration, error) {
	count, rest, found := strings.Cut(text, "d")
	if !found {
		return time.ParseDuration(text)
	}
	days, err := strconv.ParseUint(count, 10, 32)
	if err != nil || days > maxDays {
		return 0, errors.New("days are a whole number, such as 2d")
	}
	day := time.Duration(days) * 24 * time.Hour
	if rest == "" {
		return day, nil
	}
	more, err := time.ParseDuration(rest)
	if err != nil || more < 0 || more > maxDays*24*time.Hour {
		return 0, errors.New("after days comes a duration, such as 1d12h")
	}
	return day + more, nil
}
