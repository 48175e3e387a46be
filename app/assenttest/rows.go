package assenttest

import (
	"slices"
	"strings"

	"assent/app"
	"assent/audit"
	"assent/consent/clock"
)

// At has the engine go by a clock, a virtual one for example, which the test then advances.
func At(c clock.Clock) func(*app.Options) {
	return func(o *app.Options) { o.Clock = c }
}

// Faking has the engine make up what executors reach beyond it, as serve --fake does: a
// clipboard, notifications and a position where there is no desktop, and pages.
func Faking(f app.Fakes) func(*app.Options) {
	return func(o *app.Options) { o.Fakes = f }
}

// Rows returns what the log says of every call, oldest first.
func (d *Desk) Rows() []audit.Row {
	d.t.Helper()
	rows, err := d.Engine.Calls(d.t.Context(), audit.Filter{Limit: -1})
	must(d.t, err)
	slices.Reverse(rows)
	return rows
}

// Logged fails the test unless the log has exactly these rows, oldest first. A row is
// written as its tool, its status, its reason if it has one, and who decided:
// "read_file denied user_refused person".
func (d *Desk) Logged(want ...string) {
	d.t.Helper()
	got := []string{}
	for _, row := range d.Rows() {
		words := slices.DeleteFunc([]string{row.Tool, string(row.Status), row.Reason, row.Decision}, func(word string) bool { return word == "" })
		got = append(got, strings.Join(words, " "))
	}
	if !slices.Equal(got, want) {
		d.t.Errorf("the log has\n  %s\nnot\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
