package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assent/app/folder"
	"assent/consent/ask"
	"assent/executors/filesystem"
	"assent/executors/location"
	"assent/executors/projectcli"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Settings are what the user chose, kept in <data>/settings.json (contract §11).
type Settings struct {
	Folders           []string           `json:"folders"`                // absolute or ~/…; files outside are asked about every time; empty: the home folder
	Care              []string           `json:"care,omitzero"`          // patterns of files asked about every time; not there: filesystem.DefaultCare
	AllowedHosts      []string           `json:"allowed_hosts"`          // hosts that may have a special address
	ManualPosition    *location.Position `json:"manual_position"`        // used instead of the location service
	RetentionDays     int                `json:"retention_days"`         // 1 or more
	WindowCapDays     int                `json:"window_cap_days"`        // 0: no cap
	RepeatDenialS     int                `json:"repeat_denial_s"`        // the same is denied without asking for so long after a deny; 0: it is asked again
	QuestionsPerAgent int                `json:"questions_per_agent"`    // which may wait at once, 1 or more
	Language          string             `json:"language"`               // "", "en" or "zh-Hans"; empty follows the system
	Theme             string             `json:"theme"`                  // "", "light" or "dark"; empty follows the system
	Notify            bool               `json:"notify"`                 // a desktop notification says that someone is asking
	ProjectCLIs       []projectcli.CLI   `json:"project_clis,omitempty"` // programs that agents may have called; their executor says what is wrong with them

	// Unknown keeps what a newer version wrote.
	//lint:ignore SA5008 embed is what the library calls it; the linter knows an older name
	Unknown jsontext.Value `json:",embed"`
}

// DefaultSettings are the settings of a new data folder.
func DefaultSettings() Settings {
	limits := ask.DefaultLimits()
	return Settings{
		Folders:           []string{},
		Care:              filesystem.DefaultCare(),
		AllowedHosts:      []string{},
		RetentionDays:     30,
		WindowCapDays:     7,
		RepeatDenialS:     int(limits.RepeatDenial.Seconds()),
		QuestionsPerAgent: limits.QuestionsPerAgent,
		Notify:            true,
	}
}

// SettingsLimit is more bytes than settings have.
const SettingsLimit = 1 << 20

// loadSettings reads the settings of a data folder. A missing file is the
// defaults. A file that cannot be used is set aside, with the time now in its
// name, and setAside names it; the defaults then hold.
func loadSettings(places folder.Places, now time.Time) (s Settings, setAside string, err error) {
	s, err = ReadSettings(places)
	var unreadable *fs.PathError
	if err == nil || errors.As(err, &unreadable) && !errors.Is(err, folder.ErrTooLarge) {
		return s, "", err
	}
	path := places.Settings()
	setAside = fmt.Sprintf("%s.broken-%s", path, now.UTC().Format("20060102T150405Z"))
	if err := os.Rename(path, setAside); err != nil {
		return s, "", fmt.Errorf("setting broken settings aside: %w", err)
	}
	return DefaultSettings(), setAside, nil
}

// ReadSettings reads the settings of a data folder, the defaults where there are
// none, and changes nothing.
func ReadSettings(places folder.Places) (Settings, error) {
	s := DefaultSettings()
	data, err := folder.ReadFile(places.Settings(), SettingsLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("reading the settings: %w", err)
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("settings.json: %w", err)
	}
	return s, s.Check()
}

// WrongSetting is the error of settings of which one has a value that it cannot have.
type WrongSetting struct {
	Name string // its name in the file
	Want string // what it can have
}

func (e *WrongSetting) Error() string { return e.Name + " must be " + e.Want }

// Check returns what is wrong with the settings, a *WrongSetting, or nil.
func (s Settings) Check() error {
	for _, rule := range []struct {
		name, want string
		kept       bool
	}{
		{"retention_days", "1 to 3650", s.RetentionDays >= 1 && s.RetentionDays <= 3650},
		{"window_cap_days", "0 to 3650", s.WindowCapDays >= 0 && s.WindowCapDays <= 3650},
		{"repeat_denial_s", "0 to 3600", s.RepeatDenialS >= 0 && s.RepeatDenialS <= 3600},
		{"questions_per_agent", "1 to 1024", s.QuestionsPerAgent >= 1 && s.QuestionsPerAgent <= 1024},
		{"language", "en or zh-Hans, or empty to follow the system", slices.Contains([]string{"", "en", "zh-Hans"}, s.Language)},
		{"theme", "light or dark, or empty to follow the system", slices.Contains([]string{"", "light", "dark"}, s.Theme)},
		{"folders", "absolute paths or begin with ~/", !slices.ContainsFunc(s.Folders, relative)},
		{"manual_position", "a latitude, a longitude and an accuracy in metres", s.ManualPosition == nil || s.ManualPosition.Valid()},
	} {
		if !rule.kept {
			return &WrongSetting{rule.name, rule.want}
		}
	}
	return nil
}

// relative reports whether a folder of the settings is named by where something else is.
func relative(path string) bool {
	return !filepath.IsAbs(path) && path != "~" && !strings.HasPrefix(path, "~/")
}

// limits are those of questions.
func (s Settings) limits() ask.Limits {
	return ask.Limits{RepeatDenial: time.Duration(s.RepeatDenialS) * time.Second, QuestionsPerAgent: s.QuestionsPerAgent}
}

// Save writes the settings so that a crash leaves the old ones or the new ones.
func (s Settings) Save(places folder.Places) error {
	if err := s.Check(); err != nil {
		return err
	}
	if slices.Equal(s.Care, filesystem.DefaultCare()) {
		s.Care = nil // what a later version adds to the list will hold too
	}
	data, err := json.Marshal(s, jsontext.WithIndent("  "))
	if err != nil {
		return fmt.Errorf("encoding the settings: %w", err)
	}
	if err := folder.WriteFile(places.Settings(), append(data, '\n')); err != nil {
		return fmt.Errorf("saving the settings: %w", err)
	}
	return nil
}
