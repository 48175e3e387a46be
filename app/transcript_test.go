package app

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"assent/consent"
	"assent/consent/canonical"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the transcripts as they are now")

// TestTranscripts plays the golden exchanges against a real engine. A transcript
// is a txtar file: answers.json stands in for the person, files below home/ are on
// the disk, and exchange holds the lines. What an exchange line means:
//
//	> {…}          the host sends this line
//	< {…}          what Assent answered before the next line, sorted
//	advance 31s    time passes
//	hang up        the host goes away both ways; a new one connects
//	restart        the engine ends and a new one opens the data folder
//	pause, resume  the person pauses Assent, and goes on
//	revoke AGENT SCOPE, remove AGENT
//	               the person takes back a grant, forgets an agent
//
// $HOME in a line is the home folder, and $HASH the digest of the line's manifest.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { playFile(t, file) })
	}
}

func playFile(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, unset := range []string{"DISPLAY", "WAYLAND_DISPLAY"} {
		t.Setenv(unset, "")
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(home, "none"))
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+filepath.Join(home, "none"))

	var exchange *txtar.File
	p := &player{t: t, home: home, data: filepath.Join(home, ".local", "share", "assent")}
	for i, f := range archive.Files {
		switch {
		case f.Name == "answers.json":
			p.answers = f.Data
		case f.Name == "exchange":
			exchange = &archive.Files[i]
		case strings.HasPrefix(f.Name, "home/"):
			writeUnder(t, home, strings.TrimPrefix(f.Name, "home/"), f.Data)
		}
	}
	if exchange == nil {
		t.Fatal("the transcript has no exchange")
	}
	var got []byte
	synctest.Test(t, func(t *testing.T) { got = p.play(exchange.Data) })
	if *update {
		exchange.Data = got
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(got, exchange.Data) {
		t.Errorf("the exchange is now:\n%s\nwant:\n%s", got, exchange.Data)
	}
}

func writeUnder(t *testing.T, home, name string, data []byte) {
	t.Helper()
	path := filepath.Join(home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// player plays one exchange.
type player struct {
	t          *testing.T
	home, data string
	answers    []byte
	clock      *consent.VirtualClock
	engine     *Engine
	session    *Session

	mu  sync.Mutex
	out []string
}

// play returns the exchange with the answers as they are.
func (p *player) play(exchange []byte) []byte {
	p.clock = consent.NewVirtualClock(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	p.open()
	defer func() { p.engine.Close() }()
	var got bytes.Buffer
	for line := range strings.Lines(string(exchange)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "< ") {
			continue
		}
		fmt.Fprintln(&got, line)
		p.do(line)
		synctest.Wait()
		for _, answer := range p.taken() {
			fmt.Fprintln(&got, "< "+p.portable(answer))
		}
	}
	return got.Bytes()
}

func (p *player) open() {
	options := Options{Places: Places{Data: p.data, Socket: filepath.Join(p.data, "run", "s")}, Program: "test", Clock: p.clock}
	if p.answers != nil {
		answers, err := ReadAnswers(p.answers)
		if err != nil {
			p.t.Fatal(err)
		}
		person := &Script{Answers: answers, Clock: p.clock}
		options.Asker, options.Reviewer = person, person
	}
	engine, err := Open(options)
	if err != nil {
		p.t.Fatal(err)
	}
	p.engine = engine
	p.connect()
}

func (p *player) connect() {
	p.session = p.engine.Connect(func(line []byte) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.out = append(p.out, string(line))
	})
}

func (p *player) do(line string) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0 || words[0] == "#":
	case words[0] == ">":
		p.session.Receive(p.concrete(strings.TrimPrefix(line, "> ")), func() {})
	case words[0] == "advance":
		d, err := time.ParseDuration(words[1])
		if err != nil {
			p.t.Fatal(err)
		}
		p.clock.Advance(d)
	case line == "hang up":
		p.session.HangUp()
		p.connect()
	case line == "restart":
		if err := p.engine.Close(); err != nil {
			p.t.Fatal(err)
		}
		p.open()
	case line == "pause":
		p.engine.Pause(true)
	case line == "resume":
		p.engine.Pause(false)
	case words[0] == "revoke":
		p.must(p.engine.Revoke(p.t.Context(), words[1], words[2]))
	case words[0] == "remove":
		p.must(p.engine.RemoveAgent(p.t.Context(), words[1]))
	default:
		p.t.Fatalf("what does %q mean?", line)
	}
}

func (p *player) must(err error) {
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *player) taken() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.out
	p.out = nil
	slices.Sort(out) // what comes at one moment has no order of its own
	return out
}

// manifestMember finds the manifest at the end of a manifest line.
var manifestMember = regexp.MustCompile(`"manifest":(\{.*\})\}$`)

func (p *player) concrete(line string) []byte {
	line = strings.ReplaceAll(line, "$HOME", p.home)
	if m := manifestMember.FindStringSubmatch(line); m != nil {
		line = strings.ReplaceAll(line, "$HASH", canonical.Digest([]byte(m[1])))
	}
	return []byte(line)
}

// portable takes out of an answer what differs between runs.
func (p *player) portable(line string) string { return strings.ReplaceAll(line, p.home, "$HOME") }
