package scenario

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/script"
	"assent/consent/ask"
	"assent/consent/clock"

	"github.com/rogpeppe/go-internal/txtar"
)

// start is when every play begins, by its virtual clock.
var start = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// dataFolder is the engine's, in the home folder.
const dataFolder = ".local/share/assent"

// settleLimit is how long the engine may take for one step of a play, in real time.
const settleLimit = 30 * time.Second

// player plays one exchange against a real engine, on a virtual clock and a data
// folder of its own, as docs/scenarios.md tells.
type player struct {
	home    string
	files   map[string][]byte
	answers *script.Answers
	clock   *clock.Virtual
	engine  *app.Engine
	session *app.Session
	site    *site
	many    *regexp.Regexp // finds what $N stands for, nil when no call was sent many times

	mu        sync.Mutex
	happened  sync.Cond // anything below changed, or the engine
	out       []string
	open      int         // lines that are not answered
	undecided func() bool // the question that was asked last still waits for the clock
	asked     ask.CallKey // its call
}

// Step is one step of a play: what was done, and what came of it.
type Step struct {
	At   int      // the line of the file, counted from 1
	Line string   // as the file has it
	Sent string   // what the host sent; empty when the step is no delivery
	Got  []string // what was asked ("? …") and answered ("< …")
	Want []string // what the file expects
}

// begins reports whether the step is one of word.
func (s Step) begins(word string) bool { return s.Line == word || strings.HasPrefix(s.Line, word+" ") }

// Pass reports whether the step went as expected. Answers of one step may come in any
// order.
func (s Step) Pass() bool {
	return slices.Equal(slices.Sorted(slices.Values(s.Got)), slices.Sorted(slices.Values(s.Want)))
}

// play plays the scenario and returns its steps. home is an empty folder. An error says
// that the play could not go on; the step that it says so of, with its line, is then the last.
func play(ctx context.Context, s Scenario, home string) (steps []Step, err error) {
	home, err = filepath.EvalSymlinks(home)
	if err != nil {
		return nil, fmt.Errorf("finding the folder to play in: %w", err)
	}
	p := newPlayer(home)
	defer p.end()
	if err := p.prepare(s.archive); err != nil {
		return nil, err
	}
	if err := p.begin(); err != nil {
		return nil, err
	}
	steps = slices.Clone(s.steps)
	for i := range steps {
		if err := p.step(ctx, &steps[i]); err != nil {
			return steps[:i+1], slip(steps[i].At, "%s: %v", steps[i].Line, err)
		}
	}
	return steps, nil
}

func newPlayer(home string) *player {
	p := &player{home: home, files: map[string][]byte{}, clock: clock.NewVirtual(start)}
	p.happened.L = &p.mu
	return p
}

// prepare writes the archive's files where they belong.
func (p *player) prepare(archive *txtar.Archive) (err error) {
	for _, file := range archive.Files {
		p.files[file.Name] = file.Data
		if name, ok := strings.CutPrefix(file.Name, homeSection); ok {
			if err := p.write(name, file.Data); err != nil {
				return err
			}
		}
	}
	if data, ok := p.files[answersSection]; ok {
		if p.answers, err = script.Read(data); err != nil {
			return fmt.Errorf("%s: %w", answersSection, err)
		}
	}
	if p.site, err = openSite(p.files); err != nil {
		return err
	}
	if settings, ok := p.files[settingsSection]; ok {
		if err := folder.Own(p.places().Data); err != nil {
			return err
		}
		return folder.WriteFile(p.places().Settings(), bytes.ReplaceAll(settings, []byte("$HOME"), []byte(p.home)))
	}
	return nil
}

// write makes a file in the home folder, as old as the play.
func (p *player) write(name string, data []byte) error {
	path := filepath.Join(p.home, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("writing the files to play with: %w", err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return fmt.Errorf("writing the files to play with: %w", err)
	}
	return os.Chtimes(path, start, start)
}

// link makes name in the home folder a link to target, in place of what was there.
func (p *player) link(name, target string) error {
	path := filepath.Join(p.home, name)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("replacing the link: %w", err)
	}
	return os.Symlink(filepath.Join(p.home, target), path)
}

func (p *player) places() folder.Places {
	data := filepath.Join(p.home, filepath.FromSlash(dataFolder))
	return folder.Places{Data: data, Socket: filepath.Join(data, "run", "assent.sock")}
}

// begin opens the engine and connects a host.
func (p *player) begin() error {
	options := app.Options{Places: p.places(), Program: "a scenario", Home: p.home, Clock: p.clock}
	if p.answers != nil {
		person := &script.Person{Answers: p.answers, Clock: p.clock, Home: p.home, Asked: p.question}
		options.Asker, options.Reviewer = person, person
	}
	engine, err := app.Open(options)
	if err != nil {
		return err
	}
	engine.Subscribe(p.changed)
	p.engine = engine
	p.connect()
	return nil
}

func (p *player) connect() {
	p.session = p.engine.Connect(func(line []byte, written func()) {
		p.add("< " + string(line))
		written()
	})
}

// end closes what the play opened.
func (p *player) end() {
	if p.engine != nil {
		p.engine.Close()
	}
	p.site.close()
}

// step takes one step and waits until all that follows from it has happened.
func (p *player) step(ctx context.Context, s *Step) error {
	ctx, cancel := context.WithTimeout(ctx, settleLimit)
	defer cancel()
	if err := p.do(s); err != nil {
		return err
	}
	err := p.settle(ctx)
	s.Got = p.taken()
	return err
}

// readSteps splits an exchange into steps and what is expected of them. above is how many
// lines of the file stand above it.
func readSteps(exchange string, above int) (steps []Step) {
	for line := range strings.Lines(exchange) {
		above++
		line = strings.TrimRight(line, "\r\n")
		if isExpected(line) && len(steps) > 0 {
			last := &steps[len(steps)-1]
			last.Want = append(last.Want, line)
			continue
		}
		steps = append(steps, Step{At: above, Line: line})
	}
	return steps
}

func isExpected(line string) bool {
	return strings.HasPrefix(line, "< ") || strings.HasPrefix(line, "? ")
}
