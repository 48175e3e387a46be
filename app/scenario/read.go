package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"assent/app"
	"assent/app/handwritten"
	"assent/app/script"
	"assent/consent/misspelt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/rogpeppe/go-internal/txtar"
)

// Sections of a scenario's file, beside those that a step names.
const (
	answersSection  = "answers.json"
	settingsSection = "settings.json"
	exchangeSection = "exchange"
	homeSection     = "home/" // and a file's path
	siteSection     = "site/"
)

// Ending is how the name of a scenario's file ends.
const Ending = ".txtar"

// heads are the words that begin a line above the sections.
var heads = []string{"en", "zh", "needs"}

// Read reads a scenario's file, in the language of docs/scenarios.md. What is wrong in it
// is a *handwritten.Slip, found before anything is played.
func Read(name string, data []byte) (Scenario, error) {
	s := Scenario{Name: name, archive: txtar.Parse(data)}
	r := reader{scenario: &s, above: map[string]int{}}
	for _, part := range []func() error{r.head, r.sections, r.exchange, r.files, r.answers, r.settings} {
		if err := part(); err != nil {
			return s, err
		}
	}
	return s, nil
}

// reader looks at one part of a file after the other.
type reader struct {
	scenario *Scenario
	above    map[string]int // by section: how many lines of the file stand above its content
	named    []string       // sections that a step names
}

func slip(line int, format string, args ...any) error {
	return &handwritten.Slip{Line: line, Text: fmt.Sprintf(format, args...)}
}

// moved says of what is wrong in a section in which line of the file it is.
func (r *reader) moved(section string, err error) error {
	var at *handwritten.Slip
	if errors.As(err, &at) {
		at.Line += r.above[section]
	}
	return err
}

func (r *reader) section(name string) (content []byte, ok bool) {
	for _, file := range r.scenario.archive.Files {
		if file.Name == name {
			return file.Data, true
		}
	}
	return nil, false
}

// head reads what the scenario says of itself.
func (r *reader) head() error {
	number := 0
	for line := range strings.Lines(string(r.scenario.archive.Comment)) {
		number++
		head, text, _ := strings.Cut(strings.TrimSpace(line), ":")
		text = strings.TrimSpace(text)
		switch {
		case head == "en":
			r.scenario.English = text
		case head == "zh":
			r.scenario.Chinese = text
		case head == "needs":
			r.scenario.Needs = strings.Fields(text)
		case head == "" || strings.HasPrefix(head, "#"):
		default:
			return slip(number, "%q %s, a colon after each, and lines that begin with #", head, misspelt.Unknown(head, heads))
		}
	}
	return nil
}

// sections looks at which there are, and where.
func (r *reader) sections() error {
	line := bytes.Count(r.scenario.archive.Comment, []byte("\n"))
	for _, file := range r.scenario.archive.Files {
		line++ // the section's name
		if _, twice := r.above[file.Name]; twice {
			return slip(line, "the section %q is there twice", file.Name)
		}
		for _, place := range []string{homeSection, siteSection} {
			if below, ok := strings.CutPrefix(file.Name, place); ok && (!filepath.IsLocal(below) || path.Clean(below) != below) {
				return slip(line, "the section %q must name a file below %s", file.Name, place)
			}
		}
		r.above[file.Name] = line
		line += bytes.Count(file.Data, []byte("\n"))
	}
	if _, ok := r.above[exchangeSection]; !ok {
		return slip(max(line, 1), "the section exchange is missing, which holds the steps: -- exchange --")
	}
	return nil
}

// exchange reads the steps.
func (r *reader) exchange() error {
	content, _ := r.section(exchangeSection)
	r.scenario.steps = readSteps(string(content), r.above[exchangeSection])
	for _, step := range r.scenario.steps {
		if strings.TrimSpace(step.Line) == "" {
			continue
		}
		if isExpected(step.Line) {
			return slip(step.At, "what is expected stands below a step, and there is none")
		}
		w, arguments, err := parse(step.Line)
		if err != nil {
			return slip(step.At, "%v", err)
		}
		for i, name := range strings.Fields(w.usage) {
			if strings.Trim(name, "[]") != "FILE" || i >= len(arguments) {
				continue
			}
			if _, ok := r.above[arguments[i]]; !ok {
				return slip(step.At, "FILE %q is no section of this file: -- %s --", arguments[i], arguments[i])
			}
			r.named = append(r.named, arguments[i])
		}
		if step.begins("link") && !(filepath.IsLocal(arguments[0]) && filepath.IsLocal(arguments[1])) {
			return slip(step.At, "a link and its target are in the home folder")
		}
	}
	return nil
}

// files looks for sections that mean nothing, and at those that steps name.
func (r *reader) files() error {
	known := []string{answersSection, settingsSection, exchangeSection, homeSection, siteSection}
	for _, file := range r.scenario.archive.Files {
		switch {
		case slices.Contains(r.named, file.Name):
			var content jsontext.Value
			if err := handwritten.Read(file.Data, &content); err != nil {
				return r.moved(file.Name, err)
			}
		case slices.Contains(known, file.Name) || strings.HasPrefix(file.Name, homeSection) || strings.HasPrefix(file.Name, siteSection):
		default:
			return slip(r.above[file.Name], "the section %q %s, and files that a step names", file.Name, misspelt.Unknown(file.Name, known))
		}
	}
	return nil
}

func (r *reader) answers() error {
	content, ok := r.section(answersSection)
	if !ok {
		return nil
	}
	_, err := script.Read(content)
	return r.moved(answersSection, err)
}

// settings looks at the settings, and for the programs that they have Assent start.
func (r *reader) settings() error {
	for _, section := range []string{settingsSection, homeSection + dataFolder + "/" + settingsSection} {
		content, ok := r.section(section)
		if !ok {
			continue
		}
		content = bytes.ReplaceAll(content, []byte("$HOME"), []byte("/home"))
		if err := app.CheckSettings(content); err != nil {
			return r.moved(section, err)
		}
		var settings app.Settings
		if err := json.Unmarshal(content, &settings); err != nil {
			return err
		}
		for _, cli := range settings.ProjectCLIs {
			r.scenario.Programs = append(r.scenario.Programs, strings.Join(cli.Command, " "))
			if cli.Credential != nil {
				r.scenario.Programs = append(r.scenario.Programs, strings.Join(cli.Credential.Command, " "))
			}
		}
	}
	return nil
}
