package filesystem

import (
	"io/fs"
	"path/filepath"
	"strings"
)

// maxLooked is how many files and folders CareWithin looks at.
const maxLooked = 20_000

// CareWithin returns at most this many of the places below a folder that a care list
// names (see DefaultCare), absolute. It reads names alone, and not without end.
func CareWithin(folder, home string, care []string, most int) (places []string) {
	if care == nil {
		care = DefaultCare()
	}
	list, homeNames := compile(care), names(strings.ToLower(home))
	looked := 0
	_ = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		looked++
		switch {
		case looked > maxLooked || len(places) >= most:
			return filepath.SkipAll
		case err != nil:
			return nil // what cannot be listed by the person is closed to their programs too
		case len(list.reasons(names(strings.ToLower(path)), homeNames)) == 0:
			return nil
		}
		places = append(places, path)
		return nil
	})
	return places
}
