package ui

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSpeech: a line goes to the speech service's program through a pipe, in the person's
// language.
func TestSpeech(t *testing.T) {
	folder := t.TempDir()
	spoken := filepath.Join(folder, "spoken")
	program := "#!/bin/sh\n{ echo \"$@\"; cat; } >\"$SPOKEN\"\n"
	if err := os.WriteFile(filepath.Join(folder, speechProgram), []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":/usr/bin:/bin")
	t.Setenv("SPOKEN", spoken)
	if err := speak("zh", "DemoBot 想读取一个文件"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(spoken)
	if want := "--pipe-mode --language zh --application-name assent\nDemoBot 想读取一个文件\n"; err != nil || string(got) != want {
		t.Errorf("spoken %q, %v, want %q", got, err, want)
	}
}

// TestSpeechlessness is told, once, to who wants to hear.
func TestSpeechlessness(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, wanted := range []bool{true, false} {
		open(t, "en", false, func(u *UI, _ *desk, drain func()) {
			u.options.Speak = wanted
			for range 2 {
				u.findSpeech()
				drain()
			}
			if told := len(u.notices); told > 1 || (told == 1) != wanted {
				t.Errorf("wanted %v: told %d times", wanted, told)
			}
		})
	}
}
