package scenario

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/app"
	"assent/app/recording"
	"assent/consent/clock"

	"github.com/rogpeppe/go-internal/txtar"
)

// recorded plays the file with everything recorded, and returns the transcript and the
// home folder it was played in.
func recorded(t *testing.T, file string, arguments bool) (transcript []byte, home string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	home = t.TempDir()
	p := newPlayer(home)
	if err := p.prepare(archive); err != nil {
		t.Fatal(err)
	}
	defer p.end()
	if err := p.begin(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "transcript.jsonl")
	if err := p.engine.Record(path, arguments); err != nil {
		t.Fatal(err)
	}
	if err := p.engine.Record(path+"2", arguments); err == nil || *p.engine.Recording() != (recording.File{Path: path, Arguments: arguments}) {
		t.Errorf("recorded twice at once: %v", err)
	}
	for _, step := range readSteps(string(p.files["exchange"]), 0) {
		if err := p.step(t.Context(), &step); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.engine.StopRecording(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the transcript is open to others: %v, %v", info.Mode(), err)
	}
	if transcript, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return transcript, home
}

// What was recorded comes again, byte for byte.
func TestReplaysDoNotDiffer(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	scenarios, err := filepath.Glob("../../assets/scenarios/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	withoutDesktop(t)
	for _, file := range append(files, scenarios...) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if leavesTheSession(string(data)) {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			transcript, home := recorded(t, file, true)
			differences, err := replayAt(t.Context(), transcript, home)
			if err != nil || len(differences) > 0 {
				t.Errorf("%v\n%s", err, strings.Join(differences, "\n"))
			}
		})
	}
}

// leavesTheSession reports whether a play does what a recorded session does not hold:
// it starts anew, sets clocks, changes files, has settings or a site, or reads the
// data folder, which is another one.
func leavesTheSession(play string) bool {
	for _, word := range []string{"\nrestart", "\nreboot ", "\nclock ", "\nsuspend ", "\nlink ", "-- settings.json --", "-- site/", "/share/assent"} {
		if strings.Contains(play, word) {
			return true
		}
	}
	return false
}

func TestRecordingHidesArgumentsAndResults(t *testing.T) {
	withoutDesktop(t)
	transcript, _ := recorded(t, "../../assets/scenarios/attack_arguments_changed.txtar", false)
	for _, secret := range []string{"notes.md", "diary", "Remember the milk"} {
		if bytes.Contains(transcript, []byte(secret)) {
			t.Errorf("%q is in the transcript", secret)
		}
	}
	if !bytes.Contains(transcript, []byte(`\"arguments\":\"sha256:`)) || !bytes.Contains(transcript, []byte(`\"result\":\"sha256:`)) {
		t.Errorf("no digests are in the transcript: %s", transcript)
	}
	if _, err := Replay(t.Context(), transcript); err == nil || !strings.Contains(err.Error(), "without arguments") {
		t.Errorf("it is played: %v", err)
	}
}

func TestReplayTellsWhatDiffers(t *testing.T) {
	withoutDesktop(t)
	transcript, home := recorded(t, "../../assets/scenarios/step5_medium.txtar", true)
	changed := bytes.Replace(transcript, []byte(`"answer":"allow"`), []byte(`"answer":"deny"`), 1)
	differences, err := replayAt(t.Context(), changed, home)
	if err != nil || len(differences) == 0 || !strings.Contains(differences[0], "did not come again: to host 1: ") {
		t.Errorf("got %q, %v", differences, err)
	}
	for _, broken := range []string{"", "x", `{"event":"in"}`, `{"event":"begin","arguments":true,"more":1}`,
		`{"event":"begin","arguments":true}` + "\n" + `{"event":"person"}`} {
		if _, err := replayAt(t.Context(), []byte(broken), home); err == nil {
			t.Errorf("%q is played", broken)
		}
	}
}

// disk has room for a few lines.
type disk struct{ room int }

func (d *disk) Close() error { return nil }

func (d *disk) Write(data []byte) (int, error) {
	if d.room--; d.room < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(data), nil
}

func TestRecordingThatFailsIsTold(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	var told []string
	engine, err := app.Open(app.Options{Places: newPlayer(home).places(), Program: "test", Home: home, Notice: func(n app.Notice) { told = append(told, n.Key) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.RecordTo(&disk{}, recording.File{}); err == nil || engine.Recording() != nil {
		t.Errorf("recording begins on a full disk: %v", err)
	}
	told = nil
	if err := engine.RecordTo(&disk{room: 1}, recording.File{}); err != nil {
		t.Fatal(err)
	}
	engine.Pause(true)
	engine.Pause(false)
	if engine.Recording() != nil {
		t.Error("a recording that failed goes on")
	}
	if err := engine.StopRecording(); err == nil {
		t.Error("a recording that is not whole is not told of")
	}
	if len(told) != 1 || told[0] != "notice.recording_failed" {
		t.Errorf("told %q", told)
	}
}

// Who is told that a recording failed may look at it.
func TestAFailedRecordingCanBeLookedAt(t *testing.T) {
	t.Parallel()
	var engine *app.Engine
	seen := make(chan *recording.File, 1)
	notice := func(app.Notice) { seen <- engine.Recording() }
	engine, err := app.Open(app.Options{Places: newPlayer(t.TempDir()).places(), Program: "test", Home: t.TempDir(), Notice: notice})
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.RecordTo(&disk{room: 1}, recording.File{}); err != nil {
		t.Fatal(err)
	}
	go engine.Pause(true)
	select {
	case r := <-seen:
		if r != nil {
			t.Errorf("%v is still being recorded", r)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("who is told waits for the recording")
	}
	engine.Close()
}

// A recording without a path of its own lies in the data folder, and one can follow
// another, also one that failed.
func TestRecordingsInTheDataFolder(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	virtual := clock.NewVirtual(time.Date(2026, 11, 21, 14, 2, 5, 0, time.UTC))
	engine, err := app.Open(app.Options{Places: newPlayer(home).places(), Program: "test", Home: home, Clock: virtual, Notice: func(app.Notice) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	if err := engine.RecordTo(&disk{room: 1}, recording.File{}); err != nil {
		t.Fatal(err)
	}
	engine.Pause(true)
	if err := engine.Record("", false); err != nil {
		t.Fatal(err)
	}
	path := engine.Recording().Path
	if filepath.Base(path) != "2026-11-21_14-02-05.jsonl" {
		t.Errorf("it is named %s", path)
	}
	if err := engine.StopRecording(); err != nil || engine.Recording() != nil {
		t.Errorf("it goes on: %v", err)
	}
	engine.Pause(false)
	for name, mode := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): os.ModeDir | 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}
