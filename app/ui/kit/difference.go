package kit

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"assent/executors"
)

// DifferenceLines returns lines of a difference below each other: their numbers, what
// becomes of them, and their text with every hidden character visible. Nothing of them is
// left out: a line that is too long goes on below itself.
func DifferenceLines(lines []executors.DifferenceLine) *fyne.Container {
	box := Stack(0)
	for _, line := range lines {
		for i, part := range parted(line.Text) {
			row := line
			row.Text = part
			if i > 0 {
				row.Before, row.After = 0, 0
			}
			box.Add(differenceRow(row, i == 0))
		}
	}
	return box
}

// partLength is how long a part of a line is, in characters, and partLines how many lines
// of the window it takes at most, also where every character is shown by its number.
const (
	partLength = 120
	partLines  = 40
)

// parted splits a text into parts that are shown whole.
func parted(text string) (parts []string) {
	runes := []rune(text)
	for len(runes) > partLength {
		parts, runes = append(parts, string(runes[:partLength])), runes[partLength:]
	}
	return append(parts, string(runes))
}

// The columns of a difference.
const (
	numberWidth = 34
	signWidth   = 14
	tabColumns  = 4
	maxIndent   = 40 // columns; deeper ones are counted in the text
)

func differenceRow(line executors.DifferenceLine, first bool) fyne.CanvasObject {
	ground, sign, tone := fyne.ThemeColorName(""), "", ColorText
	switch line.Kind {
	case executors.LineAdded:
		ground, sign = ColorAdded, "+"
	case executors.LineRemoved:
		ground, sign = ColorRemoved, "-"
	case executors.LineSkipped:
		ground, tone = ColorTint, ColorMuted
		if line.Text == "" {
			line.Text = "···"
		}
	}
	if !first {
		sign = ""
	}
	column := func(text string, width float32) fyne.CanvasObject {
		t := Line(text, TextSmall, ColorMuted)
		t.TextStyle.Monospace, t.Alignment = true, fyne.TextAlignTrailing
		return container.NewStack(Gap(width, 0), t)
	}
	left := Row(0, column(number(line.Before), numberWidth), column(number(line.After), numberWidth), column(sign, signWidth), Gap(SpaceSmall, 0))
	row := container.NewBorder(nil, nil, container.NewVBox(left), nil, differenceText(line, tone))
	if ground == "" {
		return row
	}
	return container.NewStack(canvas.NewRectangle(Color(ground)), row)
}

// differenceText draws what a line begins with as it is indented, and marks what cannot
// be seen otherwise: tabs, and blanks at its end.
func differenceText(line executors.DifferenceLine, tone fyne.ThemeColorName) fyne.CanvasObject {
	body := strings.TrimLeft(line.Text, " \t")
	indent := line.Text[:len(line.Text)-len(body)]
	columns := len(indent) + (tabColumns-1)*strings.Count(indent, "\t")
	if columns > maxIndent {
		indent, body, columns = "", line.Text, 0
	}
	end := strings.TrimRight(body, " ")
	runs := []Run{{Text: end, Mono: true, Tone: tone}}
	if blanks := len(body) - len(end); blanks > 0 {
		runs = append(runs, Run{Text: strings.Repeat("·", min(blanks, partLength)), Mono: true, Tone: ColorHigh})
	}
	if line.Open {
		runs = append(runs, Run{Text: "¶", Mono: true, Tone: ColorMuted})
	}
	text := NewParagraph(TextSmall, partLines, runs...)
	if columns == 0 {
		return text
	}
	width := fyne.MeasureText("m", TextSmall, fyne.TextStyle{Monospace: true}).Width
	marks := container.NewWithoutLayout()
	at := 0
	for _, r := range indent {
		if r == '\t' {
			mark := Line("»", TextSmall, ColorMuted)
			mark.TextStyle.Monospace = true
			mark.Move(fyne.NewPos(float32(at)*width, 0))
			marks.Add(mark)
			at += tabColumns
		} else {
			at++
		}
	}
	return container.NewBorder(nil, nil, container.NewStack(Gap(float32(columns)*width, 0), marks), nil, text)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
