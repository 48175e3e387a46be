package calendar

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"assent/cmd/project_cli/router"

	"github.com/emersion/go-ical"
)

type updateInput struct {
	targetInput
	fields
}

func update(call router.Call) (router.Answer, error) {
	in, err := router.Decode[updateInput](call)
	if err != nil {
		return router.Answer{}, err
	}
	return commit(call, func(f folder) (draft, error) { return in.draft(f, call) })
}

func (in updateInput) draft(f folder, call router.Call) (draft, error) {
	t, err := in.aim(f, call)
	if err != nil {
		return draft{}, err
	}
	if in.Recurrence != nil && t.series != "" {
		return draft{}, router.Misfit("recurrence", "One occurrence has no recurrence: update the series, by its seriesId.")
	}
	if in.fields.none() {
		return draft{}, router.Misfit("id", "There is nothing to change: name what is to be another, e.g. title or start_at.")
	}
	start, end, err := in.move(t, call.Now.Location())
	if err != nil {
		return draft{}, err
	}
	if in.Recurrence != nil && *in.Recurrence != "" {
		if _, err := readRule(*in.Recurrence, start); err != nil {
			return draft{}, router.Misfit("recurrence", "The recurrence cannot be used: "+err.Error()+".")
		}
	}
	moved := !start.equal(t.start)
	switch {
	case in.Recurrence != nil && *in.Recurrence == "":
		t.single()
	case moved && t.series == "" && t.recurs():
		if err := in.mayMove(t, start); err != nil {
			return draft{}, err
		}
		t.shift(start.wall.Sub(t.start.wall))
	}
	in.apply(t, start, end)
	if moved || !end.equal(t.end) {
		t.sheet.set("SEQUENCE", fmt.Sprintf("SEQUENCE:%d", sequence(t.component)+1))
	}
	t.stampNow(call)
	t.write(t.file.describe(start))
	d := t.draft()
	d.compared = true
	return d, nil
}

// sequence returns an event's revision.
func sequence(c *ical.Component) int {
	n, err := strconv.Atoi(text(c, ical.PropSequence))
	if err != nil || n < 0 || n > 1<<30 {
		return 0
	}
	return n
}

// move returns when the event starts and ends after the update. What only starts at
// another time lasts as long as before.
func (in updateInput) move(t *target, local *time.Location) (start, end stamp, err error) {
	start, end = t.start, t.end
	if in.TimeZone != nil {
		zone := load(*in.TimeZone)
		if zone == nil {
			return start, end, router.Misfit("time_zone", "time_zone is no zone of the zone database: use a name like Europe/Berlin")
		}
		start, end = start.in(zone, local), end.in(zone, local)
	}
	if in.StartAt != nil {
		length := end.at(local).Sub(start.at(local))
		if start.date {
			length = end.wall.Sub(start.wall)
		}
		was := start
		if start, err = was.like("start_at", *in.StartAt, local); err != nil {
			return start, end, err
		}
		switch {
		case start.date == was.date && start.date:
			end = start.add(length)
		case start.date == was.date:
			end = end.retold(start.at(local).Add(length), local)
		case in.EndAt == nil:
			return start, end, router.Misfit("end_at", "An event that becomes all-day, or is it no more, needs end_at too.")
		default:
			end = start
		}
	}
	if in.EndAt != nil {
		if end, err = end.like("end_at", *in.EndAt, local); err != nil {
			return start, end, err
		}
	}
	return start, end, ordered(start, end)
}

// in tells the same instant by another zone's clock.
func (s stamp) in(zone, local *time.Location) stamp {
	if s.date {
		return s
	}
	return stamp{wall: wallOf(s.at(local), zone), zone: zone}
}

// retold is an instant told by the clock that the stamp is told by.
func (s stamp) retold(at time.Time, local *time.Location) stamp {
	zone := s.zone
	if zone == nil {
		zone = local
	}
	s.wall = wallOf(at, zone)
	return s
}

// like reads a time or a date of an input, told as the stamp is where it can be.
func (s stamp) like(member, value string, local *time.Location) (stamp, error) {
	read, err := said(member, value, time.UTC)
	if err != nil || read.date || s.date {
		return read, err
	}
	return s.retold(read.at(time.UTC), local), nil
}

// mayMove refuses a move of a series that its rule or its exceptions would not follow.
func (in updateInput) mayMove(t *target, start stamp) error {
	sameClock := start.date == t.start.date && start.zone == t.start.zone
	s, _ := readSeries(t.file, t.id, t.file.series(t.id), t.file.zones(&zoneNames{}))
	if !sameClock && len(t.recurrence.gone)+len(t.recurrence.dates)+len(s.changes) > 0 {
		return router.Fail(router.Unsupported, "Some occurrences of this series were moved, added or deleted one by one; they would be lost in another zone or as all-day events. Create a new series and delete this one.")
	}
	day := func(s stamp) time.Time { return s.wall.Truncate(24 * time.Hour) }
	if in.Recurrence != nil || day(start).Equal(day(t.start)) {
		return nil
	}
	for _, rule := range t.recurrence.rules {
		if len(rule.Byweekday)+len(rule.Bymonthday)+len(rule.Byyearday)+len(rule.Byweekno)+len(rule.Bymonth) > 0 {
			return router.Misfit("recurrence", "This series recurs on days that its rule names: say recurrence too, for the new day.")
		}
	}
	return nil
}

// apply writes what the input says into the target's lines.
func (in updateInput) apply(t *target, start, end stamp) {
	for _, p := range in.texts() {
		lines := []string{property(p.name, p.written())}
		if *p.value == "" {
			lines = nil
		}
		t.sheet.set(p.name, lines...)
	}
	if !start.equal(t.start) {
		t.sheet.set("DTSTART", start.property("DTSTART"))
	}
	switch {
	case end.equal(t.end):
	case t.sheet.has("DURATION") && in.EndAt == nil:
	case !t.sheet.has("DTEND") && !t.sheet.has("DURATION") && in.EndAt == nil:
	default:
		t.sheet.set("DURATION")
		t.sheet.set("DTEND", end.property("DTEND"))
	}
}

// single leaves of a series its first occurrence alone.
func (t *target) single() {
	t.sheet.set("RDATE")
	t.sheet.set("EXDATE")
	for _, b := range t.others() {
		t.change(b, nil)
	}
}

// shift moves the exceptions of a series along with its start, so that each still means
// the occurrence that it meant.
func (t *target) shift(by time.Duration) {
	for _, name := range []string{"EXDATE", "RDATE"} {
		t.sheet.change(name, func(l line) string { return t.shifted(l, by) })
	}
	for _, b := range t.others() {
		sheet := newSheet(t.file.bytes(b), t.file.lineEnd())
		sheet.change("RECURRENCE-ID", func(l line) string { return t.shifted(l, by) })
		t.change(b, sheet.bytes())
	}
}

// shifted returns the text of a line of dates and times with each moved on the clock of
// the series.
func (t *target) shifted(l line, by time.Duration) string {
	value := string(l.value())
	dates := strings.Split(value, ",")
	for i, written := range dates {
		begin, rest, period := strings.Cut(written, "/")
		if period {
			rest = "/" + rest
		}
		if at, err := time.Parse(clockForm+"Z", begin); err == nil && t.start.named() {
			moved := t.start
			moved.wall = wallOf(at, t.start.zone).Add(by)
			dates[i] = moved.key() + rest
			continue
		}
		for _, form := range []string{dateForm, clockForm, clockForm + "Z"} {
			if at, err := time.Parse(form, begin); err == nil {
				dates[i] = at.Add(by).Format(form) + rest
			}
		}
	}
	return strings.TrimSuffix(string(l.text), value) + strings.Join(dates, ",")
}
