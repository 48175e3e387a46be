package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"assent/app/folder"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/canonical"
	"assent/consent/clock"
	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
)

// person answers questions as the test says, and grants everything.
type person func(q ask.Question) ask.Answer

func (p person) Ask(_ context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	return p(q), nil
}

func (person) Review(r consent.Review, answer func([]string)) { answer(r.Scopes) }

// settled is an engine whose agent-1 may read files and the network.
type settled struct {
	*Engine
	t     *testing.T
	home  string
	clock *clock.Virtual
	mu    sync.Mutex
	calls int
}

func openSettled(t *testing.T, p person) *settled {
	t.Helper()
	root := t.TempDir()
	s := &settled{t: t, home: filepath.Join(root, "home"), clock: clock.NewVirtual(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))}
	if err := errors.Join(os.Mkdir(s.home, 0o700), os.WriteFile(filepath.Join(s.home, "a.md"), []byte("text"), 0o600)); err != nil {
		t.Fatal(err)
	}
	var err error
	s.Engine, err = Open(Options{
		Places: folder.Places{Data: filepath.Join(root, "data"), Socket: filepath.Join(root, "s")}, Program: "test", Home: s.home, Asker: p, Reviewer: p, Clock: s.clock, FollowSettings: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.AddAgent("agent-1", "", []byte(`{"schema_version":"1.0","agent_version":"1.0.0","capability_flags":{},"tools":[`+
		`{"name":"read_file","description_i18n_key":"d","input_schema":{"type":"object"},"permission_scope":"filesystem:read"},`+
		`{"name":"fetch_url","description_i18n_key":"d","input_schema":{"type":"object"},"permission_scope":"network:http"}],`+
		`"permission_scopes":[{"id":"filesystem:read","label_i18n_key":"l","sensitivity":"medium"},{"id":"network:http","label_i18n_key":"l","sensitivity":"medium"}]}`)); err != nil {
		t.Fatal(err)
	}
	return s
}

// call has agent-1 use a tool.
func (s *settled) call(tool, name, value string) wire.Response {
	s.mu.Lock()
	s.calls++
	id := fmt.Sprint(s.calls)
	s.mu.Unlock()
	arguments := jsontext.Value(fmt.Sprintf(`{%q:%q}`, name, value))
	return run(s.t, s.Engine, wire.Call{
		CallKey: wire.CallKey{AgentID: "agent-1", ConversationID: "c-1", CallID: id},
		Tool:    tool, Arguments: arguments, Digest: canonical.Digest(arguments),
	})
}

func (s *settled) change(change func(*Settings)) {
	s.t.Helper()
	if err := s.ChangeSettings(change); err != nil {
		s.t.Error(err)
	}
}

// keys are those of texts.
func keys(texts []i18n.Text) (all []string) {
	for _, text := range texts {
		all = append(all, text.Key)
	}
	return all
}

// What a question says about a file is by the settings that hold when its call comes.
func TestAChangedSettingDecidesTheNextCall(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*Settings)
		care   []string
	}{
		"folders":        {func(s *Settings) { s.Folders = []string{"~/work"} }, []string{"care.outside_folders"}},
		"care":           {func(s *Settings) { s.Care = append(s.Care, "a.md") }, []string{"care.listed"}},
		"nothing of use": {func(s *Settings) { s.Theme = "dark" }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var last ask.Question
			s := openSettled(t, func(q ask.Question) ask.Answer { last = q; return ask.Answer{Choice: ask.AllowOnce} })
			if r := s.call("read_file", "path", "~/a.md"); r.Status != "ok" || len(last.Facts.Care) > 0 {
				t.Fatalf("before: %+v, care %v", r, last.Facts.Care)
			}
			s.change(test.change)
			if r := s.call("read_file", "path", "~/a.md"); r.Status != "ok" || !slices.Equal(keys(last.Facts.Care), test.care) {
				t.Errorf("after: %+v, care %v, want %v", r, last.Facts.Care, test.care)
			}
			if kept, err := ReadSettings(s.options.Places); err != nil || kept.Theme != s.Settings().Theme || !slices.Equal(kept.Care, s.Settings().Care) {
				t.Errorf("the file has %+v, %v", kept, err)
			}
		})
	}
}

// A question that is open keeps what it was judged by: the host that was allowed then is
// reached, and the next call is refused.
func TestAnOpenQuestionKeepsItsSettings(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") }))
	defer site.Close()
	asked, answers := make(chan ask.Question), make(chan ask.Answer)
	s := openSettled(t, func(q ask.Question) ask.Answer { asked <- q; return <-answers })
	s.change(func(s *Settings) { s.AllowedHosts = []string{"127.0.0.1"} })
	ended := make(chan wire.Response)
	go func() { ended <- s.call("fetch_url", "url", site.URL) }()
	<-asked
	s.change(func(s *Settings) { s.AllowedHosts = nil })
	answers <- ask.Answer{Choice: ask.AllowOnce}
	if r := <-ended; r.Status != "ok" {
		t.Errorf("the open one: %+v", r)
	}
	go func() { ended <- s.call("fetch_url", "url", site.URL) }()
	if q := <-asked; q.Facts.Finding == nil {
		t.Error("the next one does not say that the host is not allowed")
	}
	answers <- ask.Answer{Choice: ask.AllowOnce}
	if r := <-ended; r.Reason != "address_not_allowed" {
		t.Errorf("the next one: %+v", r)
	}
}

// The cap and the repeat rule hold for the next call, and a cap that ended a window has
// ended it for good.
func TestTermsOfTheNextCall(t *testing.T) {
	t.Parallel()
	answer := ask.Answer{Choice: ask.Allow}
	asked := 0
	s := openSettled(t, func(ask.Question) ask.Answer { asked++; return answer })
	read := func(want int, when string) {
		t.Helper()
		asked = 0
		if s.call("read_file", "path", "~/a.md"); asked != want {
			t.Errorf("%s: asked %d times, want %d", when, asked, want)
		}
	}
	read(1, "first")
	s.clock.Advance(23 * time.Hour)
	read(0, "in the window")
	s.clock.Advance(23 * time.Hour)
	s.change(func(s *Settings) { s.WindowCapDays = 1 })
	answer = ask.Answer{Choice: ask.AllowOnce}
	read(1, "past the shorter cap")
	s.change(func(s *Settings) { s.WindowCapDays = 0 })
	answer = ask.Answer{}
	read(1, "past what had ended")
	read(0, "repeated")
	s.change(func(s *Settings) { s.RepeatDenialS = 0 })
	read(1, "without the rule")
	s.clock.Advance(31 * time.Second) // what was denied with it is forgotten
	read(1, "without the rule, again")
	s.change(func(s *Settings) { s.RepeatDenialS = 30 })
	read(1, "what was denied without the rule")
	read(0, "with the rule again")
}

// Each call is judged by one value, whatever changes meanwhile.
func TestACallIsJudgedByOneValue(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	mixed := map[string]int{}
	s := openSettled(t, func(q ask.Question) ask.Answer {
		mu.Lock()
		defer mu.Unlock()
		mixed[fmt.Sprint(keys(q.Facts.Care))]++
		return ask.Answer{Choice: ask.AllowOnce}
	})
	wide := func(s *Settings) { s.Folders, s.Care = []string{"~"}, []string{"b.md"} }
	tight := func(s *Settings) { s.Folders, s.Care = []string{"~/work"}, []string{"a.md"} }
	s.change(wide)
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for range 25 {
				s.call("read_file", "path", "~/a.md")
			}
		})
	}
	work.Go(func() {
		for range 25 {
			s.change(tight)
			s.change(wide)
		}
	})
	work.Wait()
	delete(mixed, "[]")
	delete(mixed, "[care.outside_folders care.listed]")
	if len(mixed) > 0 {
		t.Errorf("judged by two: %v", mixed)
	}
}

// What another program writes into the file holds, and what cannot be used does not.
func TestTheSettingsFileIsFollowed(t *testing.T) {
	t.Parallel()
	s := openSettled(t, func(ask.Question) ask.Answer { return ask.Answer{} })
	if s.unfollow == nil {
		t.Skip("this system does not tell of files that change")
	}
	changed := make(chan struct{}, 1)
	s.Subscribe(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	write := func(data string) {
		if err := folder.WriteFile(s.options.Places.Settings(), []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"retention_days":0}`)
	write(`{"retention_days":9}`)
	for s.Settings().RetentionDays != 9 {
		select {
		case <-changed:
		case <-time.After(30 * time.Second):
			t.Fatalf("%d days hold", s.Settings().RetentionDays)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Settings that cannot be are refused and change nothing; what another program wrote to
// the file meanwhile stays, and holds with the next change.
func TestChangingSettings(t *testing.T) {
	t.Parallel()
	s := openSettled(t, func(ask.Question) ask.Answer { return ask.Answer{} })
	var wrong *WrongSetting
	if err := s.ChangeSettings(func(s *Settings) { s.Folders = []string{"notes"} }); !errors.As(err, &wrong) || wrong.Name != "folders" || len(s.Settings().Folders) > 0 {
		t.Errorf("%v, folders %v", err, s.Settings().Folders)
	}
	path := s.options.Places.Settings()
	if err := os.WriteFile(path, []byte(`{"theme":"dark","later":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s.change(func(s *Settings) { s.RetentionDays = 7 })
	if got := s.Settings(); got.Theme != "dark" || got.RetentionDays != 7 {
		t.Errorf("hold: %+v", got)
	}
	if err := os.WriteFile(path, []byte(`{"theme":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.ChangeSettings(func(s *Settings) { s.RetentionDays = 8 }); err == nil || s.Settings().RetentionDays != 7 {
		t.Errorf("%v, kept %d days", err, s.Settings().RetentionDays)
	}
	if kept, _ := os.ReadFile(path); string(kept) != `{"theme":` {
		t.Errorf("the broken file became %s", kept)
	}
}

// What a path would be asked about is what a call for it is asked about.
func TestWouldAskIsWhatACallIsAsked(t *testing.T) {
	t.Parallel()
	var last ask.Question
	s := openSettled(t, func(q ask.Question) ask.Answer { last = q; return ask.Answer{} })
	s.change(func(s *Settings) { s.Folders, s.Care = []string{"~"}, append(s.Care, "b.md") })
	for _, path := range []string{"~/a.md", "~/b.md", "~/.ssh/id_ed25519", "/etc/hostname", s.home, "~/none/x.pem", s.options.Places.Data + "/assent.db"} {
		s.call("read_file", "path", path)
		facts, err := s.WouldAsk(path)
		if err != nil || facts.Target != last.Facts.Target || !slices.Equal(keys(facts.Care), keys(last.Facts.Care)) || (facts.Finding == nil) != (last.Facts.Finding == nil) {
			t.Errorf("%s: %+v, %v, the call's %+v", path, facts, err, last.Facts)
		}
	}
	for _, path := range []string{"", "a.md", "~root/x"} {
		if _, err := s.WouldAsk(path); err == nil {
			t.Errorf("%q is no path", path)
		}
	}
}
