package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assent/app/folder"
	"assent/audit"
	"assent/consent/ask"
	"assent/executors"
	"assent/executors/filesystem"
	"assent/executors/location"
	"assent/i18n"
)

func TestSettingsSurviveSaving(t *testing.T) {
	t.Parallel()
	places := folder.Places{Data: t.TempDir()}
	s := DefaultSettings()
	s.Folders, s.AllowedHosts, s.Language, s.RetentionDays = []string{"/srv", "~/notes", "~"}, []string{"nas.local"}, "zh-Hans", 7
	s.ManualPosition = &location.Position{Latitude: 48.2, Longitude: 16.37, AccuracyM: 20}
	if err := s.Save(places); err != nil {
		t.Fatal(err)
	}
	got, setAside, err := loadSettings(places, time.Now())
	if err != nil || setAside != "" {
		t.Fatalf("%v, set aside %q", err, setAside)
	}
	if !slices.Equal(got.Folders, s.Folders) || got.Language != "zh-Hans" || got.RetentionDays != 7 || *got.ManualPosition != *s.ManualPosition {
		t.Errorf("got %+v", got)
	}
	if info, _ := os.Stat(places.Settings()); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestSettingsOfANewerVersionStay(t *testing.T) {
	t.Parallel()
	places := folder.Places{Data: t.TempDir()}
	if err := os.WriteFile(places.Settings(), []byte(`{"theme":"dark","later":{"x":[1]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, _, err := loadSettings(places, time.Now())
	if err != nil || s.Theme != "dark" || s.RetentionDays != 30 || len(s.Care) == 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	s.Theme = "light"
	if err := s.Save(places); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(places.Settings())
	if err != nil || !strings.Contains(strings.Join(strings.Fields(string(data)), ""), `"later":{"x":[1]}`) {
		t.Errorf("what a newer version wrote is gone: %s", data)
	}
}

// A list that nobody changed is not written: the one of a later version takes its place.
func TestTheDefaultCareListIsNotWritten(t *testing.T) {
	t.Parallel()
	places := folder.Places{Data: t.TempDir()}
	for _, care := range [][]string{filesystem.DefaultCare(), {"~/tax"}, {}} {
		s := DefaultSettings()
		s.Care = care
		if err := s.Save(places); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(places.Settings())
		if written := strings.Contains(string(data), `"care"`); err != nil || written != (len(care) < 2) {
			t.Errorf("%d patterns: written %v, %v", len(care), written, err)
		}
		if got, err := ReadSettings(places); err != nil || !slices.Equal(got.Care, care) {
			t.Errorf("%d patterns became %d, %v", len(care), len(got.Care), err)
		}
	}
}

func TestBrokenSettingsAreSetAside(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"no JSON":           `{"theme":`,
		"a wrong type":      `{"folders":"~/x"}`,
		"a duplicate":       `{"theme":"dark","theme":"light"}`,
		"no such theme":     `{"theme":"pink"}`,
		"no such language":  `{"language":"fr"}`,
		"no retention":      `{"retention_days":0}`,
		"a negative cap":    `{"window_cap_days":-1}`,
		"a negative rule":   `{"repeat_denial_s":-1}`,
		"no questions":      `{"questions_per_agent":0}`,
		"a relative folder": `{"folders":["notes"]}`,
		"another's home":    `{"folders":["~root/notes"]}`,
		"off the globe":     `{"manual_position":{"latitude":91,"longitude":0,"accuracy_m":1}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			places := folder.Places{Data: t.TempDir()}
			if err := os.WriteFile(places.Settings(), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			s, setAside, err := loadSettings(places, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
			if err != nil || s.RetentionDays != 30 {
				t.Fatalf("%+v, %v", s, err)
			}
			kept, err := os.ReadFile(setAside)
			if err != nil || string(kept) != content || filepath.Base(setAside) != "settings.json.broken-20261121T090000Z" {
				t.Errorf("%s holds %q, %v", setAside, kept, err)
			}
		})
	}
}

func TestUnreadableSettingsAreNotSetAside(t *testing.T) {
	t.Parallel()
	places := folder.Places{Data: t.TempDir()}
	if err := os.Mkdir(places.Settings(), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, setAside, err := loadSettings(places, time.Now()); err == nil || setAside != "" {
		t.Errorf("%v, set aside %q", err, setAside)
	}
}

func TestTooLargeSettingsAreSetAside(t *testing.T) {
	t.Parallel()
	places := folder.Places{Data: t.TempDir()}
	if err := errors.Join(os.WriteFile(places.Settings(), nil, 0o600), os.Truncate(places.Settings(), 1<<40)); err != nil {
		t.Fatal(err)
	}
	if _, setAside, err := loadSettings(places, time.Now()); err != nil || setAside == "" {
		t.Errorf("%v, set aside %q", err, setAside)
	}
}

func TestLimitsOfQuestionsAreSettings(t *testing.T) {
	t.Parallel()
	if got := DefaultSettings().limits(); got != ask.DefaultLimits() {
		t.Errorf("by default %+v", got)
	}
	places := folder.Places{Data: t.TempDir()}
	if err := os.WriteFile(places.Settings(), []byte(`{"repeat_denial_s":0,"questions_per_agent":3}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSettings(places)
	if want := (ask.Limits{QuestionsPerAgent: 3}); err != nil || s.limits() != want {
		t.Errorf("got %+v, %v", s.limits(), err)
	}
}

// The engine asks as often as its settings say.
func TestTheRepeatRuleIsASetting(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]string{`{}`: "rule", `{"repeat_denial_s":0}`: "script"} {
		places := folder.Places{Data: filepath.Join(t.TempDir(), "data")}
		if err := errors.Join(os.Mkdir(places.Data, 0o700), os.WriteFile(places.Settings(), []byte(settings), 0o600)); err != nil {
			t.Fatal(err)
		}
		e := openEngineAt(t, places.Data, `{"review":{"*":"all"},"answers":[{"answer":"deny"}]}`,
			&camera{facts: executors.Facts{Care: []i18n.Text{{Key: "k"}}}})
		run(t, e, shoot("1"))
		run(t, e, shoot("2"))
		rows, err := e.Calls(t.Context(), audit.Filter{})
		if err != nil || len(rows) != 2 || rows[1].Decision != "script" || rows[0].Decision != want {
			t.Errorf("%s: recorded %+v, %v", settings, rows, err)
		}
	}
}
