package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"assent/executors/clipboard"
	"assent/executors/location"
	"assent/executors/network"
	"assent/executors/notification"
)

// Fakes stand in for what executors reach, for tests of agents: plans, facts and questions
// are the same, results come from files. An engine with fakes opens only a data folder of
// its own. The zero value fakes nothing.
type Fakes struct {
	Clipboard    string             // file that is the clipboard's content, as it is at each call
	Notification string             // file to which each notification is added, a JSON object a line
	Location     *location.Position // where the computer is
	Pages        string             // folder that answers network:http: HOST/PATH
}

// FakeNames are the names that ParseFakes knows, each with what it takes.
const FakeNames = "clipboard=FILE, notification=FILE, location=LAT,LON and http=FOLDER"

// fakeName begins a fake in an order: at its beginning, or behind a comma.
var fakeName = regexp.MustCompile(`(?:^|,)([A-Za-z_]+)=`)

// ParseFakes reads orders such as "clipboard=FILE,location=LAT,LON": a comma ends a value
// where NAME= follows it. data is the data folder that was asked for: who fakes names one. The
// error says what an order should be, or what is not there.
func ParseFakes(orders []string, data string) (f Fakes, err error) {
	if len(orders) > 0 && data == "" {
		return Fakes{}, errors.New("needs --data: what was faked does not belong into your own log")
	}
	seen := map[string]bool{}
	for _, order := range orders {
		names := fakeName.FindAllStringSubmatchIndex(order, -1)
		if len(names) == 0 || names[0][0] != 0 {
			return Fakes{}, fmt.Errorf("%q begins with no name; there are %s", order, FakeNames)
		}
		for i, at := range names {
			end := len(order)
			if i+1 < len(names) {
				end = names[i+1][0]
			}
			name, value := order[at[2]:at[3]], order[at[1]:end]
			if seen[name] {
				return Fakes{}, fmt.Errorf("%s is given twice", name)
			}
			seen[name] = true
			if err := f.set(name, value); err != nil {
				return Fakes{}, fmt.Errorf("%s=%s: %w", name, value, err)
			}
		}
	}
	return f, nil
}

func (f *Fakes) set(name, value string) (err error) {
	switch name {
	case "clipboard":
		f.Clipboard = value
		info, err := os.Stat(value)
		if err == nil && !info.Mode().IsRegular() {
			err = errors.New("is no file")
		}
		return err
	case "notification":
		f.Notification = value
		info, err := os.Stat(filepath.Dir(value))
		if value == "" || err == nil && !info.IsDir() {
			err = errors.New("names no file that could be written")
		}
		return err
	case "location":
		f.Location, err = parsePosition(value)
		return err
	case "http":
		f.Pages = value
		if info, err := os.Stat(value); err != nil || !info.IsDir() {
			return errors.New("is no folder")
		}
		return nil
	}
	return fmt.Errorf("is not known; there are %s", FakeNames)
}

// fakeAccuracy is how exactly a faked position is known, in metres, as a good receiver
// would say.
const fakeAccuracy = 10

func parsePosition(text string) (*location.Position, error) {
	latitude, longitude, _ := strings.Cut(text, ",")
	p := location.Position{AccuracyM: fakeAccuracy}
	var north, east error
	p.Latitude, north = strconv.ParseFloat(strings.TrimSpace(latitude), 64)
	p.Longitude, east = strconv.ParseFloat(strings.TrimSpace(longitude), 64)
	if north != nil || east != nil || !p.Valid() {
		return nil, errors.New("is no place on Earth: it takes degrees north and east, such as 39.9042,116.4074")
	}
	return &p, nil
}

// clipboard returns how to reach the clipboard.
func (f Fakes) clipboard() clipboard.Options { return clipboard.Options{File: f.Clipboard} }

// notifications returns what shows them.
func (f Fakes) notifications() notification.Service {
	if f.Notification != "" {
		return notification.NewFile(f.Notification)
	}
	return notification.NewSender(ID)
}

// network returns what is reached for hosts that may be anywhere.
func (f Fakes) network(allowedHosts []string) network.Options {
	return network.Options{AllowedHosts: allowedHosts, Pages: f.pages()}
}

func (f Fakes) pages() fs.FS {
	if f.Pages == "" {
		return nil
	}
	return os.DirFS(f.Pages)
}

// scopes names those that are faked, sorted.
func (f Fakes) scopes() (faked []string) {
	for _, fake := range []struct {
		scope string
		is    bool
	}{
		{"clipboard:read", f.Clipboard != ""}, {"location:read", f.Location != nil},
		{"network:http", f.Pages != ""}, {"notification:send", f.Notification != ""},
	} {
		if fake.is {
			faked = append(faked, fake.scope)
		}
	}
	return faked
}
