package calendar

import (
	"cmp"
	"slices"
	"time"

	"assent/cmd/project_cli/router"
)

// maxItems bounds an answer.
const maxItems = 5000

type readInput struct {
	Mode     string `json:"mode"`
	Date     string `json:"date"`
	StartAt  string `json:"start_at"`
	EndAt    string `json:"end_at"`
	ID       string `json:"id"`
	File     string `json:"file"`
	TimeZone string `json:"time_zone"`
}

func read(call router.Call) (router.Answer, error) {
	in, err := router.Decode[readInput](call)
	if err != nil {
		return router.Answer{}, err
	}
	local, err := reader(call, in.TimeZone)
	if err != nil {
		return router.Answer{}, err
	}
	switch in.Mode {
	case "day":
		date, err := time.ParseInLocation(time.DateOnly, in.Date, time.UTC)
		if err != nil {
			return router.Answer{}, err
		}
		begin := stamp{wall: date, date: true}
		return list(call, begin.at(local), begin.add(24*time.Hour).at(local), local)
	case "range":
		from, to, err := readRange(in)
		if err != nil {
			return router.Answer{}, err
		}
		if in.TimeZone == "" {
			local = from.Location()
		}
		return list(call, from, to, local)
	}
	return readOne(call, in, local)
}

// reader returns the zone that an answer's times are told in.
func reader(call router.Call, name string) (*time.Location, error) {
	if name == "" {
		return call.Now.Location(), nil
	}
	zone := load(name)
	if zone == nil {
		return nil, router.Misfit("time_zone", "time_zone is no zone of the zone database: use a name like Europe/Berlin")
	}
	return zone, nil
}

func readRange(in readInput) (from, to time.Time, err error) {
	from, err = time.Parse(time.RFC3339, in.StartAt)
	if err != nil {
		return from, to, router.Misfit("start_at", "start_at is no time that is on a clock")
	}
	to, err = time.Parse(time.RFC3339, in.EndAt)
	if err != nil {
		return from, to, router.Misfit("end_at", "end_at is no time that is on a clock")
	}
	if !to.After(from) {
		return from, to, router.Misfit("end_at", "end_at must be after start_at")
	}
	return from, to, nil
}

// list answers what touches the time from from until before to, by its start.
func list(call router.Call, from, to time.Time, local *time.Location) (router.Answer, error) {
	const aside = 48 * time.Hour // days differ by zone
	first, last := date(from.UTC().Add(-aside)), date(to.UTC().Add(aside))
	var named zoneNames
	found, problems, err := each(folderOf(call), func(f *file) (found []occurrence, problems []error) {
		return f.between(from, to, first, last, local, &named)
	})
	if err != nil {
		return router.Answer{}, err
	}
	slices.SortFunc(found, func(a, b occurrence) int {
		return cmp.Or(a.start.at(local).Compare(b.start.at(local)), cmp.Compare(a.id, b.id), cmp.Compare(a.file.name, b.file.name))
	})
	truncated := len(found) > maxItems
	var items []Item
	for _, o := range found[:min(len(found), maxItems)] {
		items = append(items, o.item(local))
	}
	return router.Listing(items, problems, truncated), nil
}

// date returns the day of t as yyyymmdd.
func date(t time.Time) int { return t.Year()*10000 + int(t.Month())*100 + t.Day() }

// between returns what of the file touches the time from from until before to; the days
// first to last hold it in every zone.
func (f *file) between(from, to time.Time, first, last int, local *time.Location, named *zoneNames) (found []occurrence, problems []error) {
	var meant map[string]bool
	for _, b := range f.blocks {
		if b.name == "VEVENT" && b.event.touches(first, last) {
			if meant == nil {
				meant = map[string]bool{}
			}
			meant[b.event.uid] = true
		}
	}
	if meant == nil {
		return nil, nil
	}
	zones := f.zones(named)
	for uid, at := range f.all(meant) {
		s, wrong := readSeries(f, uid, at, zones)
		problems = append(problems, wrong...)
		some, err := s.between(from, to, local)
		if err != nil {
			problems = append(problems, err)
		}
		found = append(found, some...)
	}
	return found, problems
}

// all returns where the events with these UIDs are.
func (f *file) all(uids map[string]bool) map[string][]int {
	at := make(map[string][]int, len(uids))
	for i, b := range f.blocks {
		if b.name == "VEVENT" && uids[b.event.uid] {
			at[b.event.uid] = append(at[b.event.uid], i)
		}
	}
	return at
}

// readOne answers the event with an id.
func readOne(call router.Call, in readInput, local *time.Location) (router.Answer, error) {
	o, err := find(folderOf(call), in.ID, in.File, local)
	if err != nil {
		return router.Answer{}, err
	}
	return router.Answer{Data: o.detailed(local)}, nil
}
