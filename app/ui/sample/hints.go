package sample

import (
	"time"

	"assent/executors/projectcli/uihint"
)

// Hints are a project CLI's results, one of each kind.
func Hints(now time.Time) []uihint.Hint {
	at := func(days, hour, minute int) string {
		year, month, day := now.Local().Date()
		return time.Date(year, month, day+days, hour, minute, 0, 0, time.Local).Format(time.RFC3339)
	}
	return []uihint.Hint{
		{Type: uihint.List, Action: "calendar.read", More: 3, Items: []uihint.Item{
			{ID: "1", Title: "Ana’s birthday", StartAt: now.AddDate(0, 0, 1).Format(time.DateOnly)},
			{ID: "2", Title: "Project sync", StartAt: at(1, 10, 0), EndAt: at(1, 10, 45), Notes: []string{"Room 4", "confirmed"}},
			{ID: "3", Title: "牙医 — Zahnarzt\u202e\u200b", StartAt: at(1, 16, 30), EndAt: at(1, 17, 0), Notes: []string{"Hauptstraße 7"}},
			{ID: "4", Title: "Flight to Lisbon", StartAt: at(2, 8, 40), EndAt: at(2, 11, 5)},
		}},
		{Type: uihint.Outcome, Action: "calendar.create", Title: "Lunch with Ana", Fields: []uihint.Field{
			{Name: "startAt", Value: at(1, 12, 0)}, {Name: "endAt", Value: at(1, 13, 0)}, {Name: "location", Value: "Café Central"}, {Name: "id", Value: "weo6m3cqd7jeoajmselgutobia"}}},
		{Type: uihint.Diff, Action: "calendar.update", Title: "Lunch with Ana", Fields: []uihint.Field{
			{Name: "title", Value: "Lunch with Ana", Before: "Lunch with Ana"}, {Name: "startAt", Value: at(1, 12, 30), Before: at(1, 12, 0)}, {Name: "location", Value: "Café Central"}, {Name: "url", Before: "https://example.com/table"}}},
		{Type: uihint.Failure, Title: "There is no event with that id.", Fields: []uihint.Field{{Name: "code", Value: "NOT_FOUND"}}},
		{Type: uihint.Text, Action: "notes.read", Fields: []uihint.Field{{Value: `{"module":"notes","method":"read","data":{"pages":7}}`}}},
	}
}
