package calendar

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"assent/cmd/project_cli/router"
)

// maxTold bounds how many files that have an id are named.
const maxTold = 10

// find returns the event, series or occurrence with an id, in the named file where one is
// named. The error is a *router.Failure.
func find(f folder, id, name string, local *time.Location) (occurrence, error) {
	series, _, _ := cutID(id)
	found, problems, err := each(f, func(candidate *file) ([]*file, []error) {
		if name != "" && candidate.name != name || len(candidate.series(id))+len(candidate.series(series)) == 0 {
			return nil, nil
		}
		return []*file{candidate}, nil
	})
	if exact := holding(found, id); len(exact) > 0 {
		found = exact // an id may have a "#" of its own
	}
	switch {
	case err != nil:
		return occurrence{}, err
	case len(found) > 1:
		return occurrence{}, ambiguous(found)
	case len(found) == 0 && len(problems) > 0:
		return occurrence{}, router.Fail(router.NotFound, fmt.Sprintf("No event has this id; %d files could not be read, the first is %s.", len(problems), problems[0].File))
	case len(found) == 0:
		return occurrence{}, noneSuch()
	}
	return found[0].locate(id, local)
}

// holding returns the files that have events with that UID.
func holding(files []*file, uid string) (found []*file) {
	for _, f := range files {
		if len(f.series(uid)) > 0 {
			found = append(found, f)
		}
	}
	return found
}

// cutID parts an occurrence's id into the series' id and the occurrence's key.
func cutID(id string) (series, key string, ok bool) {
	i := strings.LastIndexByte(id, '#')
	if i < 0 {
		return id, "", false
	}
	return id[:i], id[i+1:], true
}

// locate returns the file's event, series or occurrence with an id.
func (f *file) locate(id string, local *time.Location) (occurrence, error) {
	if series, key, ok := cutID(id); ok && len(f.series(id)) == 0 {
		return f.pick(series, key, local)
	}
	return f.pick(id, "", local)
}

func noneSuch() error {
	return router.Fail(router.NotFound, "No event has this id: read a day or a range, its items have the ids.")
}

func ambiguous(found []*file) error {
	failure := router.Fail(router.Ambiguous, fmt.Sprintf("%d files have an event with this id: say which with file.", len(found)))
	slices.SortFunc(found, func(a, b *file) int { return strings.Compare(a.name, b.name) })
	for _, file := range found[:min(len(found), maxTold)] {
		failure.Details = append(failure.Details, router.Detail{Path: "/file", Message: file.name})
	}
	return failure
}

// pick returns the file's event or series with that UID, or the occurrence of it with that
// key.
func (f *file) pick(uid, key string, local *time.Location) (occurrence, error) {
	s, problems := readSeries(f, uid, f.series(uid), f.zones(&zoneNames{}))
	switch {
	case key != "":
		if o, ok := s.find(key, local); ok {
			return o, nil
		}
		return occurrence{}, router.Fail(router.NotFound, "The series has no such occurrence: read a day or a range, its items have the ids.")
	case len(s.masters) > 1:
		return occurrence{}, router.Fail(router.Ambiguous, fmt.Sprintf("%s has several events with this id: only the program that made them can tell them apart.", f.name))
	case len(s.masters) == 1:
		m := s.masters[0]
		return occurrence{event: m, start: m.start, end: m.end, id: uid}, nil
	case len(s.changes) > 0: // an invitation to one occurrence of a series
		return occurrence{}, router.Fail(router.NotFound, fmt.Sprintf("%s has only single occurrences of this series: the first is %s.", f.name, s.change(s.changes[0]).id))
	case len(problems) > 0:
		return occurrence{}, router.Fail(router.Unreadable, fmt.Sprintf("In %s, %v.", f.name, problems[0]))
	}
	return occurrence{}, noneSuch()
}
