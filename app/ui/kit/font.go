package kit

import (
	"bytes"
	"encoding/binary"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"golang.org/x/image/font/gofont/gomonobold"
)

// How far letters rise above the line and reach below it, in parts of their size, as
// Chinese fonts have it. The toolkit moves a line with Chinese characters down by as much
// as their font rises above the one of the Latin letters, but gives it no more room:
// underscores would be cut off, and a path be read as another; and beside a line without
// them it stands lower. So the letters of fixed width have that much room always, and
// where the words are Chinese all letters rise as far.
const rise, reach = 1.16, 0.244

// monospace is the toolkit's fixed-width font with room for other scripts.
var monospace = sync.OnceValue(func() fyne.Resource { return changed(theme.DefaultTextMonospaceFont(), widen) })

// monospaceBold is the fixed-width font of what is strong, which the toolkit lacks.
var monospaceBold = sync.OnceValue(func() fyne.Resource {
	return changed(fyne.NewStaticResource("GoMonoBold.ttf", gomonobold.TTF), widen)
})

// The fonts beside Chinese characters, by style.
var leveled = map[fyne.TextStyle]func() fyne.Resource{
	{}:                            sync.OnceValue(func() fyne.Resource { return changed(theme.DefaultTextFont(), level) }),
	{Bold: true}:                  sync.OnceValue(func() fyne.Resource { return changed(theme.DefaultTextBoldFont(), level) }),
	{Monospace: true}:             sync.OnceValue(func() fyne.Resource { return changed(monospace(), level) }),
	{Monospace: true, Bold: true}: sync.OnceValue(func() fyne.Resource { return changed(monospaceBold(), level) }),
}

// changed returns a font with other measures, or as it is where it is none that is known.
func changed(original fyne.Resource, change func(font []byte) bool) fyne.Resource {
	font := bytes.Clone(original.Content())
	if !change(font) {
		return original
	}
	return fyne.NewStaticResource("assent-"+original.Name(), font)
}

// Where the tables of a TrueType font begin in its directory, and where what is read here
// lies in them.
const (
	fontTables, fontTable = 12, 16 // the directory's start, and the size of an entry
	unitsPerEm            = 18     // in "head"
	hheaMeasures          = 4      // in "hhea"
	typoMeasures          = 68     // in "OS/2"
)

// In both tables the ascender, the descender and the gap between lines follow each other.
const ascender, descender, lineGap = 0, 2, 4

// widen gives lines the room that Chinese characters need, below. It reports whether the
// font is a TrueType font.
func widen(font []byte) bool {
	return measures(font, func(up, down, em float64) (float64, float64, float64) {
		return up, down, max(0, (rise+reach)*em-up+down)
	})
}

// level has letters rise as far as Chinese characters. It reports whether the font is a
// TrueType font.
func level(font []byte) bool {
	return measures(font, func(_, _, em float64) (float64, float64, float64) { return rise * em, -reach * em, 0 })
}

// measures changes a font's ascender, descender and gap, which are told with the size of
// its letters.
func measures(font []byte, change func(up, down, em float64) (newUp, newDown, gap float64)) bool {
	em := fontPart(font, "head", unitsPerEm)
	hhea, os2 := fontPart(font, "hhea", hheaMeasures), fontPart(font, "OS/2", typoMeasures)
	if em == nil || hhea == nil || os2 == nil {
		return false
	}
	signed := func(part []byte) float64 { return float64(int16(binary.BigEndian.Uint16(part))) }
	up, down, gap := change(signed(hhea[ascender:]), signed(hhea[descender:]), signed(em))
	for _, table := range [][]byte{hhea, os2} {
		binary.BigEndian.PutUint16(table[ascender:], uint16(int16(up)))
		binary.BigEndian.PutUint16(table[descender:], uint16(int16(down)))
		binary.BigEndian.PutUint16(table[lineGap:], uint16(int16(gap)))
	}
	return true
}

// fontPart returns a table from an offset on, nil where there is too little of it.
func fontPart(font []byte, table string, offset int) []byte {
	for at := fontTables; at+fontTable <= len(font); at += fontTable {
		if string(font[at:at+4]) != table {
			continue
		}
		begin := int(binary.BigEndian.Uint32(font[at+8:])) + offset
		if begin < 0 || begin+lineGap+2 > len(font) {
			return nil
		}
		return font[begin:]
	}
	return nil
}
