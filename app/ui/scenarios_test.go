package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"assent/app/ui/sample"
)

// TestScenarioPlays plays one for real, from the button to its steps.
func TestScenarioPlays(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	u := New(test.NewTempApp(t), Options{Languages: []string{"en"}, Now: time.Now})
	todo := make(chan func())
	u.later = func(f func()) { todo <- f }
	u.engine = &sample.Engine{At: time.Now()}
	list := newScenarioList(u)
	var row *scenarioRow
	for _, r := range list.rows {
		if r.scenario.Name == "step0_group" {
			row = r
		}
	}
	if row == nil {
		t.Fatal("there is no such scenario")
	}
	test.Tap(row.run)
	for list.all.Disabled() {
		(<-todo)()
	}
	if row.outcome == nil || !row.outcome.Pass() {
		t.Fatalf("it went %+v", row.outcome)
	}
	if want := "1 of"; list.count.Text[:len(want)] != want {
		t.Errorf("counted %q", list.count.Text)
	}
	test.Tap(row.steps)
	if len(row.detail.Objects) == 0 {
		t.Error("the steps are not shown")
	}
}

// TestOwnScenario drops a file of the person's own: it is listed and plays, what it starts is
// said before, and what is wrong with another is said.
func TestOwnScenario(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) fyne.URI {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return storage.NewFileURI(path)
	}
	good := write("mine.txtar", "en: A <b>group</b>\u202e\n-- settings.json --\n{\"project_clis\":[{\"name\":\"c\",\"command\":[\"/bin/touch\",\"/tmp/x\"],\"schemas\":\"$HOME/s.json\",\"folders\":[\"$HOME\"]}]}\n"+
		"-- exchange --\npause\n")
	wrong := write("wrong.txtar", "en: x\n-- exchange --\nnonsense\n")
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		u.main.dropped(fyne.Position{}, []fyne.URI{wrong})
		drain()
		if texts := said(u); !strings.Contains(texts, "“wrong.txtar” is no scenario") || u.main.shown == "playground" {
			t.Error("what is wrong is not said:\n", texts)
		}
		u.main.dropped(fyne.Position{}, []fyne.URI{good})
		drain()
		if texts := said(u); !strings.Contains(texts, "A <b>group</b>‹U+202E›") || !strings.Contains(texts, "It starts /bin/touch /tmp/x") {
			t.Error("it is not listed:\n", texts)
		}
		if len(u.played) != 0 {
			t.Error("it was played before anybody wanted it")
		}
	})
}
