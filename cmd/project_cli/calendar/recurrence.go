package calendar

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"
	"github.com/teambition/rrule-go"
)

// maxOccurrences bounds how many occurrences of one series are worked out for an answer.
const maxOccurrences = 100_000

// recurrence is when a series begins anew. All of it is worked out on the wall's clock:
// what happens at nine does so in summer and in winter.
type recurrence struct {
	start stamp
	rules []rrule.ROption
	dates []stamp // besides the rules'
	gone  []stamp // of all of them
}

// readRecurrence reads the rules of a component that starts at start.
func readRecurrence(props ical.Props, start stamp, zones zones) (r recurrence, err error) {
	r.start = start
	for _, p := range props.Values(ical.PropRecurrenceRule) {
		rule, err := readRule(p.Value, start)
		if err != nil {
			return r, err
		}
		r.rules = append(r.rules, rule)
	}
	if r.dates, err = readStamps(props.Values(ical.PropRecurrenceDates), zones); err != nil {
		return r, err
	}
	r.gone, err = readStamps(props.Values(ical.PropExceptionDates), zones)
	return r, err
}

// readStamps reads the lists of RDATE and EXDATE; of a period its start.
func readStamps(props []ical.Prop, zones zones) (stamps []stamp, err error) {
	for _, p := range props {
		for _, value := range strings.Split(p.Value, ",") {
			begin, _, _ := strings.Cut(strings.TrimSpace(value), "/")
			if begin == "" {
				continue
			}
			s, err := readStamp(&p, begin, zones)
			if err != nil && !errors.Is(err, errUnknownZone) {
				return nil, err
			}
			stamps = append(stamps, s)
		}
	}
	return stamps, nil
}

// readRule reads an RRULE of a component that starts at start, and refuses what the
// library would never end with.
func readRule(value string, start stamp) (rrule.ROption, error) {
	if strings.ContainsAny(value, "\r\n") { // the library would take the first line for a start
		return rrule.ROption{}, errors.New("its recurrence is no rule: it is of several lines")
	}
	option, err := rrule.StrToROption(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(value)), ";"))
	if err != nil {
		return rrule.ROption{}, fmt.Errorf("its recurrence is no rule: %w", err)
	}
	option.Dtstart = start.wall
	if strings.Contains(strings.ToUpper(value), "UNTIL=") {
		option.Until = untilWall(option.Until, strings.ToUpper(value), start)
	}
	switch {
	case option.Count < 0 || option.Interval < 0 || option.Interval > 10_000:
		return *option, errors.New("its recurrence is no rule: a number is out of range")
	case len(option.Byeaster) > 0:
		return *option, errors.New("its recurrence is no rule: BYEASTER is not of RFC 5545")
	case option.Freq >= rrule.HOURLY && len(option.Bysetpos) > 0:
		return *option, errors.New("its recurrence is not worked out: BYSETPOS within less than a day")
	case !reachable(option):
		return *option, errors.New("its recurrence never happens")
	}
	return *option, tryRule(*option)
}

// untilWall returns a rule's UNTIL on the wall's clock of start. A date means all of it.
func untilWall(until time.Time, value string, start stamp) time.Time {
	_, written, _ := strings.Cut(value, "UNTIL=")
	written, _, _ = strings.Cut(written, ";")
	switch {
	case len(written) == len(dateForm):
		return until.Add(24*time.Hour - time.Second)
	case strings.HasSuffix(written, "Z") && !start.date && start.zone != nil:
		return wallOf(until, start.zone)
	}
	return until
}

// reachable reports whether steps of a rule below a day ever meet its hours, minutes and
// seconds: the library would look for ever.
func reachable(o *rrule.ROption) bool {
	unit := map[rrule.Frequency]int{rrule.HOURLY: 3600, rrule.MINUTELY: 60, rrule.SECONDLY: 1}[o.Freq]
	if unit == 0 {
		return true
	}
	step := gcd(max(o.Interval, 1)*unit, 86400)
	h, m, s := o.Dtstart.Clock()
	for at := (h*3600 + m*60 + s) % step; at < 86400; at += step {
		meets := func(by []int, value int) bool { return len(by) == 0 || slices.Contains(by, value) }
		if meets(o.Byhour, at/3600) && (o.Freq < rrule.MINUTELY || meets(o.Byminute, at/60%60)) && (o.Freq < rrule.SECONDLY || meets(o.Bysecond, at%60)) {
			return true
		}
	}
	return false
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// tryRule returns an error where the library refuses a rule, or panics.
func tryRule(o rrule.ROption) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("its recurrence is no rule: a weekday is out of range")
		}
	}()
	for _, day := range o.Byweekday {
		if limit := map[rrule.Frequency]int{rrule.MONTHLY: 5, rrule.YEARLY: 53}[o.Freq]; day.N() > limit || -day.N() > limit {
			return errors.New("its recurrence is no rule: a weekday is out of range")
		}
	}
	if _, err = rrule.NewRRule(o); err != nil {
		return fmt.Errorf("its recurrence is no rule: %w", err)
	}
	return nil
}

// walls returns when the series begins anew, from from until before to on the wall's
// clock, sorted, each once.
func (r recurrence) walls(from, to time.Time) (walls []time.Time, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("its recurrence is no rule")
		}
	}()
	take := func(wall time.Time) {
		if !wall.Before(from) && wall.Before(to) {
			walls = append(walls, wall)
		}
	}
	take(r.start.wall)
	for _, s := range r.dates {
		take(r.wall(s))
	}
	for _, rule := range r.rules {
		if err := between(rule, from, to, take); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(walls, time.Time.Compare)
	return slices.CompactFunc(walls, time.Time.Equal), nil
}

// wall returns a stamp on the wall's clock of the series.
func (r recurrence) wall(s stamp) time.Time {
	if s.date || s.zone == nil || r.start.date || r.start.zone == nil {
		return s.wall
	}
	return wallOf(s.at(nil), r.start.zone)
}

// between calls take with what a rule makes until to; what is before from may be left out.
func between(rule rrule.ROption, from, to time.Time, take func(time.Time)) error {
	if rule.Until.IsZero() { // else the library ends after 292 years, and rules begin in 1601
		rule.Until = to
	}
	r, err := rrule.NewRRule(forward(rule, from))
	if err != nil {
		return err
	}
	next := r.Iterator()
	for n := 0; ; n++ {
		wall, ok := next()
		if !ok || !wall.Before(to) {
			return nil
		}
		if n == maxOccurrences {
			return errors.New("it recurs too often to be worked out")
		}
		take(wall)
	}
}

// forward lets a rule begin shortly before from, at a step that it takes anyway. A rule
// that counts has to be counted from its start.
func forward(o rrule.ROption, from time.Time) rrule.ROption {
	if o.Count > 0 || !from.After(o.Dtstart) {
		return o
	}
	step := max(o.Interval, 1)
	start := o.Dtstart
	clock := start.Sub(start.Truncate(24 * time.Hour))
	byDay := len(o.Byweekno)+len(o.Byyearday)+len(o.Bymonthday)+len(o.Byweekday) > 0
	switch o.Freq {
	case rrule.YEARLY:
		if !byDay {
			if len(o.Bymonth) == 0 {
				o.Bymonth = []int{int(start.Month())}
			}
			o.Bymonthday = []int{start.Day()}
		}
		if steps := (from.Year()-start.Year())/step - 1; steps > 0 {
			o.Dtstart = time.Date(start.Year()+steps*step, 1, 1, 0, 0, 0, 0, time.UTC).Add(clock)
		}
	case rrule.MONTHLY:
		if !byDay {
			o.Bymonthday = []int{start.Day()}
		}
		months := (from.Year()-start.Year())*12 + int(from.Month()) - int(start.Month())
		if steps := months/step - 1; steps > 0 {
			o.Dtstart = time.Date(start.Year(), start.Month()+time.Month(steps*step), 1, 0, 0, 0, 0, time.UTC).Add(clock)
		}
	default:
		period := time.Duration(step) * map[rrule.Frequency]time.Duration{
			rrule.WEEKLY: 7 * 24 * time.Hour, rrule.DAILY: 24 * time.Hour,
			rrule.HOURLY: time.Hour, rrule.MINUTELY: time.Minute, rrule.SECONDLY: time.Second,
		}[o.Freq]
		// A week's set begins before its start's weekday: one step more.
		if steps := from.Sub(start)/period - 1; steps > 0 {
			o.Dtstart = start.Add(steps * period)
		}
	}
	return o
}
