package ui

import (
	"testing"
	"time"

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
