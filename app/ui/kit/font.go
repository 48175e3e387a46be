package kit

import (
	"bytes"
	"encoding/binary"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"golang.org/x/image/font/gofont/gomonobold"
)

// roomyLine is how high a line of fixed-width text is, in parts of the letters' size. The
// toolkit moves a line with Chinese characters down by as much as their font rises above
// this one, but gives it no more room: underscores would be cut off, and a path be read
// as another. Chinese fonts rise 1.16 of their size, and letters reach 0.24 below the line.
const roomyLine = 1.404

// monospace is the toolkit's fixed-width font with room for other scripts.
var monospace = sync.OnceValue(func() fyne.Resource { return roomy(theme.DefaultTextMonospaceFont()) })

// monospaceBold is the fixed-width font of what is strong, which the toolkit lacks.
var monospaceBold = sync.OnceValue(func() fyne.Resource {
	return roomy(fyne.NewStaticResource("GoMonoBold.ttf", gomonobold.TTF))
})

// roomy returns a fixed-width font with room for other scripts.
func roomy(original fyne.Resource) fyne.Resource {
	font := bytes.Clone(original.Content())
	if !widenLines(font) {
		return original
	}
	return fyne.NewStaticResource("fixed-width-"+original.Name(), font)
}

// Where the tables of a TrueType font begin in its directory, and where what is read here
// lies in them.
const (
	fontTables, fontTable = 12, 16 // the directory's start, and the size of an entry
	unitsPerEm            = 18     // in "head"
	ascender, descender   = 4, 6   // in "hhea"
	lineGap               = 8      // in "hhea"
	typoLineGap           = 72     // in "OS/2"
)

// widenLines puts the gap into a TrueType font. It reports whether the font is one.
func widenLines(font []byte) bool {
	em, up, down := fontPart(font, "head", unitsPerEm), fontPart(font, "hhea", ascender), fontPart(font, "hhea", descender)
	hhea, os2 := fontPart(font, "hhea", lineGap), fontPart(font, "OS/2", typoLineGap)
	if em == nil || up == nil || down == nil || hhea == nil || os2 == nil {
		return false
	}
	signed := func(part []byte) float64 { return float64(int16(binary.BigEndian.Uint16(part))) }
	gap := uint16(max(0, roomyLine*signed(em)-signed(up)+signed(down)))
	binary.BigEndian.PutUint16(hhea, gap)
	binary.BigEndian.PutUint16(os2, gap)
	return true
}

// fontPart returns two bytes of a table, nil where there are none.
func fontPart(font []byte, table string, offset int) []byte {
	for at := fontTables; at+fontTable <= len(font); at += fontTable {
		if string(font[at:at+4]) != table {
			continue
		}
		begin := int(binary.BigEndian.Uint32(font[at+8:])) + offset
		if begin+2 > len(font) {
			return nil
		}
		return font[begin : begin+2]
	}
	return nil
}
