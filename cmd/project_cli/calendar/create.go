package calendar

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"assent/cmd/project_cli/router"
)

// product names this program in the files that it makes (RFC 5545 §3.7.3).
const product = "-//Assent//project_cli//EN"

type createInput struct {
	fields
	File string `json:"file"`
}

// fields are what can be said of an event; nil: it is not said.
type fields struct {
	Title           *string   `json:"title"`
	StartAt         *string   `json:"start_at"`
	EndAt           *string   `json:"end_at"`
	TimeZone        *string   `json:"time_zone"`
	Location        *string   `json:"location"`
	Description     *string   `json:"description"`
	URL             *string   `json:"url"`
	Recurrence      *string   `json:"recurrence"`
	ReminderMinutes *int      `json:"reminder_minutes"`
	Attendees       []invited `json:"attendees"`
}

type invited struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

// none reports whether nothing is said.
func (in fields) none() bool {
	return len(in.texts()) == 0 && in.StartAt == nil && in.EndAt == nil && in.TimeZone == nil
}

// unnamed is the id of an event that a dry run creates.
const unnamed = "new"

func create(call router.Call) (router.Answer, error) {
	in, err := router.Decode[createInput](call)
	if err != nil {
		return router.Answer{}, err
	}
	start, end, err := in.times()
	if err != nil {
		return router.Answer{}, err
	}
	if in.Recurrence != nil {
		if !start.date && in.TimeZone == nil {
			return router.Answer{}, router.Misfit("time_zone", "A recurring event needs time_zone: the zone whose clock it follows in summer and winter, e.g. Europe/Berlin.")
		}
		if _, err := readRule(*in.Recurrence, start); err != nil {
			return router.Answer{}, router.Misfit("recurrence", "The recurrence cannot be used: "+err.Error()+".")
		}
	}
	uid := unnamed
	if !call.DryRun {
		uid = strings.ToLower(rand.Text())
	}
	return commit(call, func(f folder) (draft, error) { return in.draft(f, call, uid, start, end) })
}

// draft adds the event to a file of its own, or to the one that the input names.
func (in createInput) draft(f folder, call router.Call, uid string, start, end stamp) (draft, error) {
	if in.File == "" {
		const lineEnd = "\r\n"
		var b strings.Builder
		for _, text := range []string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:" + product} {
			b.WriteString(fold(text, lineEnd))
		}
		if start.named() {
			b.WriteString(join(zoneLines(start.zone, start.at(nil)), lineEnd))
		}
		b.WriteString(join(in.lines(call, uid, start, end), lineEnd))
		b.WriteString(fold("END:VCALENDAR", lineEnd))
		return draft{name: uid + ".ics", new: []byte(b.String()), after: uid}, nil
	}
	file, err := f.readNamed(in.File)
	if err != nil {
		return draft{}, err
	}
	added := file.describe(start) + join(in.lines(call, uid, start, end), file.lineEnd())
	at := file.headers[len(file.headers)-1].end
	return draft{name: file.name, old: file.data, new: replaceAll(file.data, []replacement{{at, at, []byte(added)}}), after: uid}, nil
}

// readNamed reads the file that an input names.
func (f folder) readNamed(name string) (*file, error) {
	entries, err := f.entries()
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(entries, func(e entry) bool { return e.name == name }) {
		file, err := f.read(name)
		if err != nil {
			return nil, router.Fail(router.Unreadable, fmt.Sprintf("%s cannot be read: %v.", name, err))
		}
		return file, nil
	}
	return nil, router.Misfit("file", "The calendar has no such file: file is an item's file, or left out.")
}

// named reports whether the stamp follows a zone that has to be described.
func (s stamp) named() bool { return !s.date && s.zone != nil && s.zone != time.UTC }

// describe returns the lines of a zone that the file does not have yet, or none.
func (f *file) describe(s stamp) string {
	if !s.named() || f.timezone(s.id()) != nil {
		return ""
	}
	return join(zoneLines(s.zone, s.at(nil)), f.lineEnd())
}

// times reads the start and the end of a new event.
func (in fields) times() (start, end stamp, err error) {
	zone := time.UTC
	if in.TimeZone != nil {
		if zone = load(*in.TimeZone); zone == nil {
			return start, end, router.Misfit("time_zone", "time_zone is no zone of the zone database: use a name like Europe/Berlin")
		}
	}
	if start, err = said("start_at", *in.StartAt, zone); err != nil {
		return start, end, err
	}
	if end, err = said("end_at", *in.EndAt, zone); err != nil {
		return start, end, err
	}
	return start, end, ordered(start, end)
}

// said reads a time or a date of an input, and tells it by the clock of zone.
func said(member, value string, zone *time.Location) (stamp, error) {
	if day, err := time.Parse(time.DateOnly, value); err == nil {
		return stamp{wall: day, date: true}, nil
	}
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return stamp{}, router.Misfit(member, member+" is no time that is on a clock")
	}
	return stamp{wall: wallOf(at, zone), zone: zone}, nil
}

// ordered refuses an event that ends before it starts.
func ordered(start, end stamp) error {
	switch {
	case start.date != end.date:
		return router.Misfit("end_at", "start_at and end_at must both be dates (an all-day event) or both be date-times")
	case start.date && !end.wall.After(start.wall):
		return router.Misfit("end_at", "end_at of an all-day event is the day after its last: it must be after start_at")
	case end.at(time.UTC).Before(start.at(time.UTC)):
		return router.Misfit("end_at", "end_at must not be before start_at")
	}
	return nil
}

// lines are those of the new event.
func (in fields) lines(call router.Call, uid string, start, end stamp) []string {
	lines := []string{
		"BEGIN:VEVENT", property("UID", escape(uid)), "DTSTAMP:" + call.Now.UTC().Format(clockForm) + "Z",
		start.property("DTSTART"), end.property("DTEND"),
	}
	for _, p := range in.texts() {
		if *p.value != "" {
			lines = append(lines, property(p.name, p.written()))
		}
	}
	for _, person := range in.Attendees {
		lines = append(lines, person.property())
	}
	if in.ReminderMinutes != nil {
		lines = append(lines, alarmLines(*in.ReminderMinutes, *in.Title)...)
	}
	return append(lines, "END:VEVENT")
}

// textField is a property that an input says.
type textField struct {
	name  string
	value *string
	plain bool // it is not of the type TEXT
}

func (t textField) written() string {
	if t.plain {
		return *t.value
	}
	return escape(*t.value)
}

// texts are the properties that are said.
func (in fields) texts() (said []textField) {
	for _, p := range []textField{
		{"SUMMARY", in.Title, false}, {"LOCATION", in.Location, false}, {"DESCRIPTION", in.Description, false},
		{"URL", in.URL, true}, {"RRULE", in.Recurrence, true},
	} {
		if p.value != nil {
			said = append(said, p)
		}
	}
	return said
}

// property is the line of somebody who is invited.
func (p invited) property() string {
	parameters := []string{"PARTSTAT", "NEEDS-ACTION", "RSVP", "TRUE"}
	if p.Name != "" {
		parameters = append([]string{"CN", p.Name}, parameters...)
	}
	return property("ATTENDEE", "mailto:"+p.Email, parameters...)
}

func alarmLines(minutes int, title string) []string {
	return []string{
		"BEGIN:VALARM", "ACTION:DISPLAY", property("DESCRIPTION", escape(title)),
		fmt.Sprintf("TRIGGER:-PT%dM", minutes), "END:VALARM",
	}
}

// join folds the lines.
func join(lines []string, lineEnd string) string {
	var b strings.Builder
	for _, text := range lines {
		b.WriteString(fold(text, lineEnd))
	}
	return b.String()
}
