package filesystem

import (
	"slices"
	"strings"
	"sync"
	"time"

	"assent/i18n"
)

// ground is what a path is judged against, as it is on the disk.
type ground struct {
	folders [][]string // the user's, by their names
	home    []string   // its names in small letters, nil when there is none
	list    *careList
	data    string   // "" when there is none
	ours    []string // the names of data
	mark    mark
	known   *sync.Map // of folder paths: the mount id (see findAgain)
}

// surveyed is a ground, and when it was seen.
type surveyed struct {
	ground
	at time.Time
}

// surveyKept is how long a survey is good for: folders of the settings hardly ever move.
const surveyKept = 100 * time.Millisecond

// survey returns the ground as it is, or was a moment ago. It may hang in the kernel.
func (f *Executor) survey() ground {
	if g, ok := f.lastSurvey(); ok {
		return g
	}
	now := time.Now()
	g := f.look()
	f.surveyed.Store(&surveyed{g, now})
	return g
}

// lastSurvey returns the ground as it was a moment ago, false where nobody looked.
func (f *Executor) lastSurvey() (g ground, ok bool) {
	last := f.surveyed.Load()
	if last == nil || time.Since(last.at) >= surveyKept {
		return ground{}, false
	}
	return last.ground, true
}

func (f *Executor) look() ground {
	g := ground{list: f.care, data: f.dataFolder, mark: f.mark, known: &sync.Map{}}
	for _, folder := range f.folders {
		if real, ok := realFolder(folder, f.home); ok {
			g.folders = append(g.folders, names(real))
		}
	}
	home := f.home
	if real, ok := realFolder(f.home, ""); ok {
		home = real
	}
	if real, ok := realFolder(f.dataFolder, ""); ok {
		g.data = real
	}
	if home != "" {
		g.home = names(strings.ToLower(home))
	}
	g.ours = names(g.data)
	return g
}

// realFolder returns where a folder of the settings really is, and false when it
// is not there or not absolute.
func realFolder(folder, home string) (string, bool) {
	if folder == "~" {
		folder = home
	}
	path, err := expand(folder, home)
	if err != nil {
		return "", false
	}
	file, real, err := hold(path)
	if err != nil {
		return "", false
	}
	file.Close()
	return real, true
}

// care returns why real must be asked about every time, each reason once: outside
// the user's folders first, then in the order of the care list.
func (g ground) care(real string) (care []i18n.Text) {
	where := names(real)
	if !slices.ContainsFunc(g.folders, func(folder []string) bool { return within(where, folder) }) {
		care = append(care, i18n.Text{Key: "care.outside_folders"})
	}
	return append(care, g.list.reasons(names(strings.ToLower(real)), g.home)...)
}
