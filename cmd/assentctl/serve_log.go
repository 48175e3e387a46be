package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"assent/app"
	"assent/app/wire"
	"assent/consent/clock"
	"assent/consent/visible"
	"assent/executors"
	"assent/i18n"
)

// calls writes a line for people about each call that ended:
//
//	2026-11-21 09:00:31 agent-1 read_file denied in 31s: No answer in time
//
// No argument is in it, and no name takes more than one word. Ended may be called from any
// goroutine.
type calls struct {
	out     io.Writer
	clock   clock.Clock
	colours colours
	words   *i18n.Catalog
}

func newCalls(out io.Writer, clock clock.Clock) *calls {
	return &calls{out, clock, coloursOf(out), i18n.New("en")}
}

// Ended writes the call's line, at once and whole.
func (c *calls) Ended(e app.Ended) {
	io.WriteString(c.out, c.line(e)+"\n")
}

func (c *calls) line(e app.Ended) string {
	if e.Reason == string(executors.Paused) {
		e.Status = wire.StatusDenied // for people it is a no (audit/explain)
	}
	status := map[string]func(string) string{wire.StatusOK: c.colours.green, wire.StatusDenied: c.colours.yellow}[e.Status]
	if status == nil {
		status = c.colours.red
	}
	line := fmt.Sprintf("%s %s %s %s in %s", c.clock.Now().Local().Format(time.DateTime), oneWord(e.AgentID), oneWord(e.Tool), status(e.Status), roughly(e.Took))
	if why := c.words.Text("reason."+e.Reason, nil); e.Reason != "" && !strings.EqualFold(why, e.Status) {
		line += ": " + why
	}
	return line
}

// nameShown is how many characters of a name are shown.
const nameShown = 64

// oneWord is a name of the agent's as a single word that hides nothing.
func oneWord(name string) string {
	name, _ = visible.Short(name, nameShown)
	name = visible.Escape(name)
	if name == "" || strings.ContainsAny(name, " \"") {
		return strconv.Quote(name)
	}
	return name
}

// roughly is a duration to two or three figures.
func roughly(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
