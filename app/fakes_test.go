package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestParseFakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clip, sites := filepath.Join(dir, "a, b"), filepath.Join(dir, "sites")
	if err := os.WriteFile(clip, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(sites, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, orders := range [][]string{
		{"clipboard=" + clip + ",notification=" + dir + "/shown,location=-33.8688,151.2093,http=" + sites},
		{"location=-33.8688,151.2093", "http=" + sites + ",clipboard=" + clip, "notification=" + dir + "/shown"},
	} {
		f, err := ParseFakes(orders, "data")
		if err != nil {
			t.Errorf("%q: %v", orders, err)
			continue
		}
		if f.Clipboard != clip || f.Notification != dir+"/shown" || f.Pages != sites || f.Location.Latitude != -33.8688 || f.Location.Longitude != 151.2093 {
			t.Errorf("%q: got %+v", orders, f)
		}
		if got := f.scopes(); !slices.Equal(got, []string{"clipboard:read", "location:read", "network:http", "notification:send"}) {
			t.Errorf("faked %v", got)
		}
	}
	if f, err := ParseFakes(nil, ""); err != nil || len(f.scopes()) > 0 {
		t.Errorf("nothing ordered: %+v, %v", f, err)
	}
	for order, says := range map[string]string{
		"":                              "begins with no name; there are clipboard=FILE",
		"sunny":                         "begins with no name",
		"weather=sunny":                 "is not known; there are clipboard=FILE",
		"location=1,2,weather=sunny":    "weather=sunny: is not known",
		"location=1,2,location=1,2":     "given twice",
		"location=1":                    "no place on Earth",
		"location=91,0":                 "no place on Earth",
		"location=0,-181":               "no place on Earth",
		"location=NaN,0":                "no place on Earth",
		"location=1,2,3":                "no place on Earth",
		"clipboard=" + dir:              "is no file",
		"clipboard=" + dir + "/nothing": "no such file",
		"notification=":                 "no file that could be written",
		"notification=" + dir + "/no/f": "no such file",
		"http=" + clip:                  "is no folder",
	} {
		if _, err := ParseFakes([]string{order}, "data"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: got %v, want %q", order, err, says)
		}
	}
}
