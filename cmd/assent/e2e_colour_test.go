//go:build linux

package main_test

import (
	"image"
	"image/color"
)

// colours are those by which a person tells the buttons apart.
type colours struct{ accent, high, low, tint, warned, text color.NRGBA }

// The theme's colours in light and dark.
var (
	light = colours{accent: rgb(0x1F5FD6), high: rgb(0xB3261E), low: rgb(0x1F6F5C), tint: rgb(0xEFEDE8), warned: rgb(0xFBEEDC), text: rgb(0x1B1B1D)}
	dark  = colours{accent: rgb(0x7FAAFF), high: rgb(0xFF8F86), low: rgb(0x6FCFB3), tint: rgb(0x26262A), warned: rgb(0x352911), text: rgb(0xECEBE8)}
)

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// A button is at least so large, in pixels. Lines, icons and text are smaller.
const buttonWidth, buttonHeight = 40, 20

// buttons returns the areas of one colour that may be buttons, from top to bottom.
func buttons(picture *image.NRGBA, c color.NRGBA) (found []image.Rectangle) {
	seen := make([]bool, picture.Bounds().Dx()*picture.Bounds().Dy())
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			area := flood(picture, c, seen, image.Pt(x, y))
			if area.Dx() >= buttonWidth && area.Dy() >= buttonHeight {
				found = append(found, area)
			}
		}
	}
	return found
}

// flood returns the bounds of what has the colour and is connected with start.
func flood(picture *image.NRGBA, c color.NRGBA, seen []bool, start image.Point) (area image.Rectangle) {
	width := picture.Bounds().Dx()
	next := []image.Point{start}
	for len(next) > 0 {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		if !p.In(picture.Bounds()) || seen[p.Y*width+p.X] || picture.NRGBAAt(p.X, p.Y) != c {
			continue
		}
		seen[p.Y*width+p.X] = true
		area = area.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))})
		next = append(next, p.Add(image.Pt(1, 0)), p.Add(image.Pt(-1, 0)), p.Add(image.Pt(0, 1)), p.Add(image.Pt(0, -1)))
	}
	return area
}

// has reports whether a part of the picture has pixels of the colour.
func has(picture *image.NRGBA, part image.Rectangle, c color.NRGBA) bool {
	part = part.Intersect(picture.Bounds())
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if picture.NRGBAAt(x, y) == c {
				return true
			}
		}
	}
	return false
}

// lines counts the lines of about a colour in a part of the picture: what is apart
// from the next by some pixels.
func lines(picture *image.NRGBA, part image.Rectangle, c color.NRGBA) (n int) {
	const apart = 8
	last := -apart
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if !near(picture.NRGBAAt(x, y), c) {
				continue
			}
			if y-last >= apart {
				n++
			}
			last = y
		}
	}
	return n
}

// near reports whether a pixel may be the edge of something in a colour.
func near(a, b color.NRGBA) bool {
	const most = 24
	apart := func(a, b uint8) bool { return max(a, b)-min(a, b) > most }
	return !apart(a.R, b.R) && !apart(a.G, b.G) && !apart(a.B, b.B)
}
