package filesystem

import (
	"os"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// TestFindAgain: what lies beside a file that was found a moment ago is found without
// waiting where nothing can be different about it, and left to find otherwise.
func TestFindAgain(t *testing.T) {
	home := newHome(t)
	data := filepath.Join(home, "data")
	own := write(t, data+"/assent.db", "own")
	write(t, data+"/.mark", "a mark")
	first := write(t, home+"/notes/first.txt", "first")
	folder := filepath.Dir(first)
	again := []string{first, write(t, folder+"/second.txt", "second"), write(t, folder+"/.env", "asked about")}
	asWell := []string{
		link(t, first, folder+"/link"),
		folder + "/../notes/first.txt",
		folder + "/missing",
		folder,
		write(t, home+"/notes/deeper/file", "another folder"),
		own,
		folder + "/hard",
		folder + "/pipe",
	}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Link(own, folder+"/hard"))
	must(syscall.Mkfifo(folder+"/pipe", 0o600))
	synctest.Test(t, func(t *testing.T) { // the moment does not pass by itself
		f := New(Options{Home: home, DataFolder: data, DataMark: ".mark"})
		find := func(path string) *finding {
			found := f.find(asked{path: path})
			found.close()
			return found
		}
		findAgain := func(path string) *finding {
			found := f.findAgain(asked{path: path})
			if found != nil {
				found.close()
			}
			return found
		}
		if findAgain(first) != nil {
			t.Error("found again before it was found")
		}
		find(first)
		for _, path := range again {
			want, got := find(path), findAgain(path)
			if got == nil {
				t.Errorf("%s: not found again", path)
			} else if got.real != want.real || got.on != want.on || !reflect.DeepEqual(got.care, want.care) || !os.SameFile(got.info, want.info) {
				t.Errorf("%s: got %+v, want %+v", path, got, want)
			}
		}
		for _, path := range asWell {
			if findAgain(path) != nil {
				t.Errorf("%s: vouched for", path)
			}
		}
		if find(own).reason == nil {
			t.Error("the own data is not protected")
		}
		if findAgain(own) != nil {
			t.Error("the own data is vouched for")
		}
		time.Sleep(surveyKept)
		if findAgain(first) != nil {
			t.Error("found again after the moment")
		}
	})
}
