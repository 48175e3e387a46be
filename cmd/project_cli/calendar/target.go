package calendar

import (
	"slices"
	"strings"

	"assent/cmd/project_cli/router"

	"github.com/emersion/go-ical"
)

// target is the event that a call changes, as lines: an event, a whole series, or one
// occurrence of it, which gets an event of its own when it has none yet.
type target struct {
	occurrence
	sheet   *sheet
	added   bool // the occurrence has no event of its own yet
	changes []replacement
}

type targetInput struct {
	ID   string `json:"id"`
	File string `json:"file"`
}

// aim finds what a call changes.
func (in targetInput) aim(f folder, call router.Call) (*target, error) {
	o, err := find(f, in.ID, in.File, call.Now.Location())
	if err != nil {
		return nil, err
	}
	t := &target{occurrence: o, sheet: newSheet(o.file.bytes(o.block), o.file.lineEnd())}
	if o.series == "" || o.changed() {
		return t, nil
	}
	t.added = true
	for _, name := range []string{"RRULE", "RDATE", "EXDATE", "EXRULE"} {
		t.sheet.set(name)
	}
	t.sheet.set("DTSTART", o.start.property("DTSTART"))
	if t.sheet.has("DTEND") {
		t.sheet.set("DTEND", o.end.property("DTEND"))
	}
	t.sheet.add("DTSTART", o.start.property("RECURRENCE-ID"))
	return t, nil
}

// stampNow says when the event was changed.
func (t *target) stampNow(call router.Call) {
	now := call.Now.UTC().Format(clockForm) + "Z"
	t.sheet.set("DTSTAMP", "DTSTAMP:"+now)
	t.sheet.set("LAST-MODIFIED", "LAST-MODIFIED:"+now)
}

// change replaces an event of the target's file by lines.
func (t *target) change(b block, by []byte) {
	t.changes = append(t.changes, replacement{b.start, b.end, by})
}

// write puts the target's lines where they belong, behind what the file needs to
// understand them.
func (t *target) write(described string) {
	by := append([]byte(described), t.sheet.bytes()...)
	if !t.added {
		t.change(t.block, by)
		return
	}
	at := t.file.series(t.block.event.uid)
	last := t.file.blocks[at[len(at)-1]]
	t.changes = append(t.changes, replacement{last.end, last.end, by})
}

// draft is the change of the file, which keeps the target's id.
func (t *target) draft() draft {
	return draft{name: t.file.name, old: t.file.data, new: replaceAll(t.file.data, t.changes), before: t.id, after: t.id}
}

// others returns the other events of the target's series.
func (t *target) others() (others []block) {
	for _, i := range t.file.series(t.block.event.uid) {
		if b := t.file.blocks[i]; b.start != t.block.start {
			others = append(others, b)
		}
	}
	return others
}

// master returns the event of the series that an occurrence is of; false where the file
// has none.
func (t *target) master() (*event, bool) {
	s, _ := readSeries(t.file, t.block.event.uid, t.file.series(t.block.event.uid), t.file.zones(&zoneNames{}))
	if len(s.masters) != 1 {
		return nil, false
	}
	return s.masters[0], true
}

// attendees returns the addresses of those invited, in lower case.
func (t *target) attendees() (emails []string) {
	for _, p := range t.component.Props.Values(ical.PropAttendee) {
		emails = append(emails, strings.ToLower(email(p.Value)))
	}
	return emails
}

// invites reports whether somebody with one of these addresses is invited.
func (t *target) invites(emails []string) bool {
	return slices.ContainsFunc(t.attendees(), func(e string) bool { return slices.Contains(emails, e) })
}
