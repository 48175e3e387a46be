package kit

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"assent/executors"
	"assent/executors/projectcli/uihint"
)

// spoken returns what an object says, top to bottom.
func spoken(o fyne.CanvasObject) string {
	var said []string
	for _, o := range test.LaidOutObjects(o) {
		switch o := o.(type) {
		case *Paragraph:
			said = append(said, strings.ReplaceAll(o.Text(), "\n", " "))
		case *canvas.Text:
			said = append(said, o.Text)
		}
	}
	return strings.Join(said, "|")
}

func TestHintsSayWhatWasFound(t *testing.T) {
	test.NewTempApp(t)
	zone := time.Local
	time.Local = time.UTC
	t.Cleanup(func() { time.Local = zone })
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for name, hint := range map[string]struct {
		hint uihint.Hint
		want []string
	}{
		"list": {uihint.Hint{Type: uihint.List, Action: "calendar.read", More: 2, Items: []uihint.Item{
			{Title: "Sync\u202e", StartAt: "2026-11-22T10:00:00Z", EndAt: "2026-11-22T11:30:00+00:00", Notes: []string{"Room 4"}},
			{Title: "Holiday", StartAt: "2026-11-23"}, {Title: "Someone"}}},
			[]string{"Calendar", "5 entries", "tomorrow", "10:00–11:30", "Sync‹U+202E›", "Room 4", "23 November 2026", "all day", "Holiday", "Someone", "and 2 more"}},
		"outcome": {uihint.Hint{Type: uihint.Outcome, Action: "calendar.create", Title: "Lunch", Fields: []uihint.Field{{Name: "title", Value: "Lunch"}, {Name: "startAt", Value: "2026-11-22T12:00:00Z"}, {Name: "x-own", Value: "1"}}},
			[]string{"Lunch", "Added to the calendar", "Begins", "tomorrow 12:00", "x-own"}},
		"diff":    {uihint.Hint{Type: uihint.Diff, Action: "calendar.update", Title: "Lunch", Fields: []uihint.Field{{Name: "location", Value: "There", Before: "Here"}}}, []string{"Place", "Here", "There"}},
		"failure": {uihint.Hint{Type: uihint.Failure, Title: "No such event.", Fields: []uihint.Field{{Name: "code", Value: "NOT_FOUND"}}}, []string{"No such event.", "NOT_FOUND"}},
		"text":    {uihint.Hint{Type: uihint.Text, Fields: []uihint.Field{{Value: `{"a":1}`}}}, []string{`{"a":1}`}},
	} {
		w := test.NewTempWindow(t, NewHint(NewWords("en"), hint.hint, now))
		w.Resize(fyne.NewSize(480, 400))
		said := spoken(w.Content())
		for _, want := range hint.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q is not in %s", name, want, said)
			}
		}
	}
}

func TestFieldsShowOldBesideNew(t *testing.T) {
	test.NewTempApp(t)
	fields := []executors.Field{{Name: "title", Before: "Same", After: "Same"}, {Name: "location", Before: "Here", After: "There"}, {Name: "url", Before: "gone"}}
	w := test.NewTempWindow(t, NewFields(NewWords("zh-Hans"), fields, true, time.Now()))
	w.Resize(fyne.NewSize(480, 400))
	said := spoken(w.Content())
	for _, want := range []string{"标题", "地点", "网址", "-", "+"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %s", want, said)
		}
	}
	if strings.Count(said, "Same") > 2 || !strings.Contains(said, "Here") || !strings.Contains(said, "There") || !strings.Contains(said, "gone") {
		t.Errorf("said %s", said)
	}
}
