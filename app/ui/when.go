package ui

import "time"

// day names the day of t as seen from now.
func (w *words) day(t, now time.Time) string {
	switch days := daysBetween(t, now); days {
	case 0:
		return w.say("when.today")
	case 1:
		return w.say("when.yesterday")
	}
	if w.chinese() {
		return t.Format("2006年1月2日")
	}
	return t.Format("2 January 2006")
}

func daysBetween(t, now time.Time) int {
	midnight := func(t time.Time) time.Time {
		year, month, day := t.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return int(midnight(now).Sub(midnight(t)) / (24 * time.Hour))
}

// exact returns a moment to the second.
func exact(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// span returns how long d is in its two largest units.
func (w *words) span(d time.Duration) string {
	switch {
	case d >= 24*time.Hour:
		return w.say("when.days_hours", "Days", int(d.Hours())/24, "Hours", int(d.Hours())%24)
	case d >= time.Hour:
		return w.say("when.hours_minutes", "Hours", int(d.Hours()), "Minutes", int(d.Minutes())%60)
	case d >= time.Minute:
		return w.say("when.minutes", "Minutes", int(d.Minutes()))
	}
	return w.say("when.seconds", "Seconds", max(0, int(d.Seconds())))
}

// ago returns how long before now t was.
func (w *words) ago(t, now time.Time) string {
	if now.Sub(t) < time.Minute {
		return w.say("when.now")
	}
	return w.say("when.ago", "Span", w.span(now.Sub(t)))
}
