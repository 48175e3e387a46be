package kit

import "time"

// Day names the day of t as seen from now.
func (w *Words) Day(t, now time.Time) string {
	switch days := daysBetween(t, now); days {
	case 0:
		return w.Say("when.today")
	case 1:
		return w.Say("when.yesterday")
	case -1:
		return w.Say("when.tomorrow")
	}
	if w.Chinese() {
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

// Moment names a day and the time of it, as seen from now.
func (w *Words) Moment(t, now time.Time) string {
	t = t.Local()
	return w.Say("when.moment", "Day", w.Day(t, now.Local()), "Time", t.Format("15:04"))
}

// Exact returns a moment to the second.
func Exact(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// Span returns how long d is in its two largest units.
func (w *Words) Span(d time.Duration) string {
	switch {
	case d >= 24*time.Hour:
		return w.Say("when.days_hours", "Days", int(d.Hours())/24, "Hours", int(d.Hours())%24)
	case d >= time.Hour:
		return w.Say("when.hours_minutes", "Hours", int(d.Hours()), "Minutes", int(d.Minutes())%60)
	case d >= time.Minute:
		return w.Say("when.minutes", "Minutes", int(d.Minutes()))
	}
	return w.Say("when.seconds", "Seconds", max(0, int(d.Seconds())))
}

// Ago returns how long before now t was.
func (w *Words) Ago(t, now time.Time) string {
	if now.Sub(t) < time.Minute {
		return w.Say("when.now")
	}
	return w.Say("when.ago", "Span", w.Span(now.Sub(t)))
}
