package sample

import (
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// projectRead asks a project CLI for a day of the calendar.
func projectRead() ask.Question {
	return ask.Question{
		Caller: demoBot(), CallID: "call_calendar", Tool: "project_cli", Description: manifest.Words{Fallback: "Reads and changes your calendar."},
		Scope: "project:cli", ScopeLabel: manifest.Words{Fallback: "Your calendar"}, Sensitivity: manifest.Medium, Why: []i18n.Text{text("why.first")},
		Arguments: []byte(`{"module":"calendar","method":"read","input":{"mode":"day","date":"2026-11-22"}}`),
		Facts: executors.Facts{
			Target: "calendar.read", Breadth: "calendar.read", Sentence: text("ask.calendar_read"), Leaves: text("leaves.project_data", "Method", "calendar.read"),
			Details: []i18n.Text{text("fact.project_cli", "Name", "desk")},
			Fields:  []executors.Field{{Name: "mode", Kind: text("type.string"), After: "day"}, {Name: "date", Kind: text("type.date"), After: "2026-11-22"}},
		},
	}
}

// projectUpdate asks to change an event, and shows what would change.
func projectUpdate() ask.Question {
	return ask.Question{
		Caller: demoBot(), CallID: "call-p2", Tool: "project_cli", Description: manifest.Words{Fallback: "Reads and changes your calendar."},
		Scope: "project:cli", ScopeLabel: manifest.Words{Fallback: "Your calendar"}, Sensitivity: manifest.High,
		Arguments: []byte(`{"module":"calendar","method":"update","input":{"id":"weo6m3cqd7jeoajmselgutobia","start_at":"2026-11-22T12:30:00+01:00"}}`),
		Facts: executors.Facts{
			Target: "calendar.update", Breadth: "calendar.update", Sentence: text("ask.calendar_update"), Leaves: text("leaves.project_outcome"),
			Details: []i18n.Text{text("fact.project_cli", "Name", "desk"), text("fact.project_credential", "Count", 5)},
			Care:    []i18n.Text{text("care.project_update", "Module", "calendar")},
			Fields: []executors.Field{
				{Name: "title", Before: "Lunch with Ana", After: "Lunch with Ana"},
				{Name: "startAt", Before: "2026-11-22T12:00:00+01:00", After: "2026-11-22T12:30:00+01:00"},
				{Name: "location", After: "Café Central"},
				{Name: "url", Before: "https://example.com/table"},
			},
			Changes: true,
		},
	}
}
