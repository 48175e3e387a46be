package calendar

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/emersion/go-ical"
)

const (
	maxObservances = 400  // of one VTIMEZONE
	maxOnsets      = 4000 // of all of them
)

// rulesUntil is until when the rules of a VTIMEZONE are worked out.
var rulesUntil = time.Date(2101, 1, 1, 0, 0, 0, 0, time.UTC)

// onset is an instant from which on a zone has an offset.
type onset struct {
	at       int64 // seconds since 1970
	from, to int32 // offsets in seconds
	daylight bool
}

// byRules makes a location from what a VTIMEZONE says.
func byRules(c *ical.Component) (*time.Location, error) {
	if len(c.Children) > maxObservances {
		return nil, errors.New("the time zone has too many rules")
	}
	var onsets []onset
	for _, child := range c.Children {
		if child.Name != ical.CompTimezoneStandard && child.Name != ical.CompTimezoneDaylight {
			continue
		}
		found, err := observance(child)
		if err != nil {
			return nil, err
		}
		if onsets = append(onsets, found...); len(onsets) > maxOnsets {
			return nil, errors.New("the time zone changes too often")
		}
	}
	if len(onsets) == 0 {
		return nil, errors.New("the time zone has no rules")
	}
	slices.SortStableFunc(onsets, func(a, b onset) int { return cmp.Compare(a.at, b.at) })
	return time.LoadLocationFromTZData(c.Props.Get(ical.PropTimezoneID).Value, compileZone(onsets))
}

// observance works out when a STANDARD or DAYLIGHT begins.
func observance(c *ical.Component) (onsets []onset, err error) {
	from, err := utcOffset(c.Props.Get(ical.PropTimezoneOffsetFrom))
	if err != nil {
		return nil, err
	}
	to, err := utcOffset(c.Props.Get(ical.PropTimezoneOffsetTo))
	if err != nil {
		return nil, err
	}
	start := c.Props.Get(ical.PropDateTimeStart)
	if start == nil {
		return nil, errors.New("a rule of the time zone has no start")
	}
	begin, err := time.Parse(clockForm, start.Value)
	if err != nil {
		return nil, errors.New("a rule of the time zone has no start")
	}
	// Its times are local ones at the offset of before.
	zone := time.FixedZone("", int(from))
	r, err := readRecurrence(c.Props, stamp{wall: begin, zone: zone}, zones{})
	if err != nil {
		return nil, err
	}
	walls, err := r.walls(time.Time{}, rulesUntil)
	if err != nil {
		return nil, err
	}
	for _, wall := range walls {
		onsets = append(onsets, onset{wall.Unix() - int64(from), from, to, c.Name == ical.CompTimezoneDaylight})
	}
	return onsets, nil
}

// utcOffset reads ±HHMM or ±HHMMSS as seconds.
func utcOffset(p *ical.Prop) (int32, error) {
	wrong := errors.New("a rule of the time zone has no offset")
	if p == nil || len(p.Value) != 5 && len(p.Value) != 7 || p.Value[0] != '+' && p.Value[0] != '-' {
		return 0, wrong
	}
	n, err := strconv.ParseUint((p.Value[1:] + "00")[:6], 10, 32)
	if err != nil {
		return 0, wrong
	}
	seconds := int32(n/10000*3600 + n/100%100*60 + n%100)
	if seconds >= 24*3600 {
		return 0, fmt.Errorf("%w below a day", wrong)
	}
	if p.Value[0] == '-' {
		seconds = -seconds
	}
	return seconds, nil
}

// compileZone writes sorted onsets in the form of the zone database (RFC 9636), which
// package time reads.
func compileZone(onsets []onset) []byte {
	type kind struct {
		offset   int32
		daylight bool
	}
	kinds := []kind{{onsets[0].from, false}} // before the first onset
	var times, which, described []byte
	for _, o := range onsets {
		k := kind{o.to, o.daylight}
		at := slices.Index(kinds, k)
		if at < 0 {
			at = len(kinds)
			kinds = append(kinds, k)
		}
		times = binary.BigEndian.AppendUint64(times, uint64(o.at))
		which = append(which, byte(at))
	}
	for _, k := range kinds[:min(len(kinds), math.MaxUint8)] {
		described = binary.BigEndian.AppendUint32(described, uint32(k.offset))
		described = append(described, 0, 0)
		if k.daylight {
			described[len(described)-2] = 1
		}
	}
	header := func(times, kinds, letters int) []byte {
		h := append([]byte("TZif2"), make([]byte, 15+3*4)...)
		for _, n := range []int{times, kinds, letters} {
			h = binary.BigEndian.AppendUint32(h, uint32(n))
		}
		return h
	}
	return slices.Concat(header(0, 0, 0), header(len(onsets), len(described)/6, 1), times, which, described, []byte{0}, []byte("\n\n"))
}
