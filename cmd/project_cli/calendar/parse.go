package calendar

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-ical"
)

// parse parses the lines of one component.
func parse(lines []byte) (c *ical.Component, err error) {
	defer func() {
		if p := recover(); p != nil { // the library panics where it is surprised
			err = fmt.Errorf("it is no component: %v", p)
		}
	}()
	wrapped := io.MultiReader(strings.NewReader("BEGIN:VCALENDAR\r\n"), bytes.NewReader(lines), strings.NewReader("\r\nEND:VCALENDAR\r\n"))
	calendar, err := ical.NewDecoder(wrapped).Decode()
	if err != nil {
		return nil, err
	}
	if len(calendar.Children) != 1 {
		return nil, fmt.Errorf("it is %d components", len(calendar.Children))
	}
	return calendar.Children[0], nil
}

// text returns the text of a component's property, "" when it has none.
func text(c *ical.Component, name string) string {
	if p := c.Props.Get(name); p != nil {
		return unescape(p.Value)
	}
	return ""
}
