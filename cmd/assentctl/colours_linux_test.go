package main

import (
	"os"
	"testing"
)

// A terminal is coloured, unless its user says no.
func TestColoursOfATerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there is no terminal to be had: %v", err)
	}
	defer terminal.Close()
	for _, test := range []struct {
		noColor, term string
		want          colours
	}{{"", "xterm", true}, {"1", "xterm", false}, {"", "dumb", false}} {
		t.Setenv("NO_COLOR", test.noColor)
		t.Setenv("TERM", test.term)
		if got := coloursOf(terminal); got != test.want {
			t.Errorf("NO_COLOR=%s TERM=%s: coloured %v", test.noColor, test.term, got)
		}
	}
}
