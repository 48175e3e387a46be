package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// colours says whether what is written may be coloured. Nothing is said by a colour alone.
type colours bool

// coloursOf reports whether out is a terminal whose user wants colours: NO_COLOR is empty.
func coloursOf(out io.Writer) colours {
	file, ok := out.(*os.File)
	return colours(ok && term.IsTerminal(int(file.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb")
}

func (c colours) red(text string) string    { return c.paint("31", text) }
func (c colours) green(text string) string  { return c.paint("32", text) }
func (c colours) yellow(text string) string { return c.paint("33", text) }
func (c colours) bold(text string) string   { return c.paint("1", text) }

func (c colours) paint(code, text string) string {
	if !c || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
