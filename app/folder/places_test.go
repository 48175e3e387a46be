package folder

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/consent/clock"
)

func TestOwn(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	made := filepath.Join(base, "a", "b")
	if err := Own(made); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(made); info.Mode().Perm() != 0o700 {
		t.Errorf("made with mode %v", info.Mode())
	}
	for name, test := range map[string]struct {
		prepare func(path string) error
		want    string
	}{
		"ours":           {func(path string) error { return os.Mkdir(path, 0o700) }, ""},
		"open to group":  {func(path string) error { return errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, 0o750)) }, "open to other users"},
		"open to others": {func(path string) error { return errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, 0o701)) }, "open to other users"},
		"a file":         {func(path string) error { return os.WriteFile(path, nil, 0o600) }, "not a folder"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "folder")
			if err := test.prepare(path); err != nil {
				t.Fatal(err)
			}
			err := Own(path)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestFindPlaces(t *testing.T) {
	t.Setenv("HOME", "/home/a")
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("XDG_RUNTIME_DIR", "")
	want := func(data, socket string, places Places) {
		t.Helper()
		got, err := FindPlaces(data, socket)
		if err != nil || got != places {
			t.Errorf("FindPlaces(%q, %q) = %+v, %v", data, socket, got, err)
		}
	}
	want("", "", Places{"/home/a/.local/share/assent", "/home/a/.local/share/assent/run/assent.sock"})
	t.Setenv("XDG_DATA_HOME", "/data")
	want("", "", Places{"/data/assent", "/data/assent/run/assent.sock"})
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/1")
	want("", "", Places{"/data/assent", "/run/user/1/assent/assent.sock"})
	want("/d", "/s", Places{"/d", "/s"})
	want("", "/s", Places{"/data/assent", "/s"})
	want("/d", "", Places{"/d", "/d/run/assent.sock"})
	t.Chdir("/usr")
	want("d", "s", Places{"/usr/d", "/usr/s"})
}

func TestOneEngineAFolder(t *testing.T) {
	t.Parallel()
	places := Places{Data: t.TempDir(), Socket: "/run/s"}
	lock, err := Acquire(places, "assent")
	if err != nil {
		t.Fatal(err)
	}
	other := Places{Data: places.Data, Socket: "/run/t"}
	var locked *Locked
	if _, err := Acquire(other, "other"); !errors.As(err, &locked) || locked.Socket != "/run/s" || !strings.HasPrefix(locked.Holder, "assent, process ") {
		t.Fatalf("the second one got %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := Acquire(other, "other")
	if err != nil {
		t.Fatal(err)
	}
	again.Release()
}

// What happened today is told by the clock's own time zone.
func TestVirtualClockKeepsTheTimeZone(t *testing.T) {
	t.Parallel()
	places := Places{Data: filepath.Join(t.TempDir(), "data")}
	shanghai := time.FixedZone("CST", 8*60*60)
	wall := time.Date(2026, 11, 21, 1, 0, 0, 0, shanghai)
	for range 2 {
		virtual, err := OpenVirtualClock(places, wall)
		if err != nil {
			t.Fatal(err)
		}
		if now := virtual.Now(); now.Location() != shanghai || now.Day() != 21 {
			t.Errorf("it is %v", now)
		}
	}
}

func TestVirtualClockIsKept(t *testing.T) {
	t.Parallel()
	places := Places{Data: filepath.Join(t.TempDir(), "data")}
	wall := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	virtual, err := OpenVirtualClock(places, wall)
	if err != nil || !virtual.Now().Equal(wall) {
		t.Fatalf("%v, %v", virtual, err)
	}
	virtual.Advance(25 * time.Hour)
	if err := KeepClock(places, virtual); err != nil {
		t.Fatal(err)
	}
	resumed, err := OpenVirtualClock(places, wall.Add(time.Minute))
	if err != nil || !resumed.Now().Equal(wall.Add(25*time.Hour)) {
		t.Errorf("resumes at %v, %v", resumed.Now(), err)
	}
}

// TestAVirtualClockKeepsOffRealData: neither a demo nor a clock that is moved, also where
// the folder came into use after the clock was opened. A folder once virtual stays so.
func TestAVirtualClockKeepsOffRealData(t *testing.T) {
	t.Parallel()
	wall := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for name, open := range map[string]func(Places, time.Time) (*clock.Virtual, error){"demo": OpenDemoClock, "serve": OpenVirtualClock} {
		places := Places{Data: filepath.Join(t.TempDir(), "data")}
		virtual, err := open(places, wall)
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := exists(places.clock()); kept || err != nil {
			t.Errorf("%s: the clock is kept before the folder was claimed: %v", name, err)
		}
		if err := os.WriteFile(places.Database(), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		_, again := open(places, wall)
		for _, err := range []error{KeepClock(places, virtual), again} {
			if err == nil || !strings.Contains(err.Error(), "real use") {
				t.Errorf("%s: got %v", name, err)
			}
		}
		if kept, err := exists(places.clock()); kept || err != nil {
			t.Errorf("%s: a clock is kept in a folder in real use: %v", name, err)
		}
		if err := os.Remove(places.Database()); err != nil {
			t.Fatal(err)
		}
		if err := KeepClock(places, virtual); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.WriteFile(places.Database(), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := open(places, wall); err != nil {
			t.Errorf("%s: its own folder: %v", name, err)
		}
	}
}

// TestClaim: the data folder and those in it bear one mark, which stays.
func TestClaim(t *testing.T) {
	t.Parallel()
	places := Places{Data: filepath.Join(t.TempDir(), "data")}
	marks := func() (marks [2]string) {
		t.Helper()
		for i, path := range []string{places.Data, places.Recordings()} {
			if err := places.Claim(path); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(path, Mark))
			if err != nil {
				t.Fatal(err)
			}
			marks[i] = string(text)
		}
		return marks
	}
	first := marks()
	if again := marks(); len(first[0]) < 20 || first[0] != first[1] || again != first {
		t.Errorf("marks %q, then %q", first, again)
	}
	other := Places{Data: filepath.Join(t.TempDir(), "data")}
	if err := other.Claim(other.Data); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(other.Data, Mark)); err != nil || string(text) == first[0] {
		t.Errorf("another folder has the same mark: %v", err)
	}
	if err := os.Truncate(filepath.Join(places.Data, Mark), 0); err != nil {
		t.Fatal(err)
	}
	if again := marks(); len(again[0]) < 20 || again[0] != again[1] {
		t.Errorf("after it was emptied: %q", again)
	}
}

// TestForgetDemo: nothing that the demo was told is left.
func TestForgetDemo(t *testing.T) {
	t.Parallel()
	places := Places{Data: t.TempDir()}
	database := places.Database()
	for _, path := range []string{database, database + "-wal", database + "-shm", database + "-taken", places.clock()} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(ForgetDemo(places), ForgetDemo(places)); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(places.Data); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
