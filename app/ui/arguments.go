package ui

import "assent/consent/visible"

const (
	shortValue   = 300  // characters of a long value that are shown at once
	pageLength   = 1500 // characters on one page of a long value
	membersShown = 20   // arguments listed before the person asks for more
)

// shortened returns a value fit for a glance, and how many characters it leaves
// out of its middle.
func shortened(value string) (text string, left int) {
	text, left = visible.Short(value, shortValue)
	return visible.EscapeLines(text), left
}

// page returns the nth page of a value, from 0, and how many pages there are.
func page(value []rune, n int) (text string, pages int) {
	pages = max(1, (len(value)+pageLength-1)/pageLength)
	n = min(max(n, 0), pages-1)
	return visible.EscapeLines(string(value[n*pageLength : min(len(value), (n+1)*pageLength)])), pages
}
