package kit

import (
	"bytes"
	"encoding/binary"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// scriptGap is how much a line of fixed-width text is higher than its font says, in parts
// of the letters' size. The toolkit moves a line with Chinese characters down by as much
// as their font rises above this one, but gives it no more room: underscores would be cut
// off, and a path be read as another.
const scriptGap = 0.24

// monospace is the toolkit's fixed-width font with room for other scripts.
var monospace = sync.OnceValue(func() fyne.Resource {
	original := theme.DefaultTextMonospaceFont()
	font := bytes.Clone(original.Content())
	if !widenLines(font) {
		return original
	}
	return fyne.NewStaticResource("fixed-width-"+original.Name(), font)
})

// Where the tables of a TrueType font begin in its directory, and where what is read here
// lies in them.
const (
	fontTables, fontTable = 12, 16 // the directory's start, and the size of an entry
	unitsPerEm            = 18     // in "head"
	lineGap               = 8      // in "hhea"
	typoLineGap           = 72     // in "OS/2"
)

// widenLines puts the gap into a TrueType font. It reports whether the font is one.
func widenLines(font []byte) bool {
	head, hhea, os2 := fontPart(font, "head", unitsPerEm), fontPart(font, "hhea", lineGap), fontPart(font, "OS/2", typoLineGap)
	if head == nil || hhea == nil || os2 == nil {
		return false
	}
	gap := uint16(scriptGap * float64(binary.BigEndian.Uint16(head)))
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
