package calendar

import (
	"strings"
	"time"

	"github.com/emersion/go-ical"
)

// Item is an event or an occurrence in an answer (004 §5).
type Item struct {
	ID       string `json:"id,omitzero"` // of a dry run's new event none
	Title    string `json:"title"`
	StartAt  string `json:"startAt"`
	EndAt    string `json:"endAt"` // of an all-day event the day after its last
	AllDay   bool   `json:"allDay,omitzero"`
	Floating bool   `json:"floating,omitzero"` // it is at this time wherever one is
	Location string `json:"location,omitzero"`
	Status   string `json:"status,omitzero"`   // confirmed, tentative, cancelled
	SeriesID string `json:"seriesId,omitzero"` // it is an occurrence of that series
	File     string `json:"file,omitzero"`
	*Details
}

// Details are what is told of an event that is asked for by itself.
type Details struct {
	TimeZone    string   `json:"timeZone,omitzero"`
	Description string   `json:"description,omitzero"`
	URL         string   `json:"url,omitzero"`
	Recurrence  []string `json:"recurrence,omitempty"`
	Organizer   *Person  `json:"organizer,omitempty"`
	Attendees   []Person `json:"attendees,omitempty"`
	Reminders   []string `json:"reminders,omitempty"` // as RFC 5545 triggers: "-PT15M"
}

// Person is somebody invited.
type Person struct {
	Email    string `json:"email"`
	Name     string `json:"name,omitzero"`
	Response string `json:"response,omitzero"` // needs-action, accepted, declined, tentative, delegated
}

// item tells an occurrence in the reader's zone.
func (o occurrence) item(local *time.Location) Item {
	c := o.component
	return Item{
		ID: o.id, Title: text(c, ical.PropSummary),
		StartAt: o.start.tell(local), EndAt: o.end.tell(local),
		AllDay: o.start.date, Floating: !o.start.date && o.start.zone == nil,
		Location: text(c, ical.PropLocation), Status: strings.ToLower(text(c, ical.PropStatus)),
		SeriesID: o.series, File: o.file.name,
	}
}

// detailed is an item with its details.
func (o occurrence) detailed(local *time.Location) Item {
	item, c := o.item(local), o.component
	d := &Details{Description: text(c, ical.PropDescription), URL: text(c, ical.PropURL)}
	if !o.start.date && o.start.zone != nil {
		d.TimeZone = o.start.zone.String()
	}
	if o.series == "" {
		for _, name := range []string{ical.PropRecurrenceRule, ical.PropRecurrenceDates, ical.PropExceptionDates} {
			for _, p := range c.Props.Values(name) {
				d.Recurrence = append(d.Recurrence, name+":"+p.Value)
			}
		}
	}
	if p := c.Props.Get(ical.PropOrganizer); p != nil {
		organizer := person(p)
		d.Organizer = &organizer
	}
	for _, p := range c.Props.Values(ical.PropAttendee) {
		d.Attendees = append(d.Attendees, person(&p))
	}
	for _, child := range c.Children {
		if p := child.Props.Get(ical.PropTrigger); child.Name == ical.CompAlarm && p != nil {
			d.Reminders = append(d.Reminders, p.Value)
		}
	}
	item.Details = d
	return item
}

// person reads an ORGANIZER or ATTENDEE.
func person(p *ical.Prop) Person {
	return Person{
		Email:    email(p.Value),
		Name:     parameterUnescaper.Replace(p.Params.Get(ical.ParamCommonName)),
		Response: strings.ToLower(p.Params.Get(ical.ParamParticipationStatus)),
	}
}

// email returns the address in a mailto: URI.
func email(uri string) string {
	if len(uri) > 7 && strings.EqualFold(uri[:7], "mailto:") {
		return uri[7:]
	}
	return uri
}
