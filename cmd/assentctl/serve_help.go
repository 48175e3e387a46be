package main

import (
	"fmt"
	"strings"

	"assent/consent/ask"
)

// meaning is a word and what it says.
type meaning struct{ word, says string }

// settingMeanings are the members of settings.json.
var settingMeanings = []meaning{
	{"folders", "below which files are medium, outside high: absolute or ~/; [] is the home folder"},
	{"care", "patterns of files that are asked about every time"},
	{"allowed_hosts", "hosts with a private address that may be reached"},
	{"manual_position", `{"latitude","longitude","accuracy_m"}, in place of the location service`},
	{"retention_days", "how long the log keeps a row, 1 to 3650 (30)"},
	{"window_cap_days", "how long a silent window lasts at most, 0 for no cap (7)"},
	{"repeat_denial_s", "how long the same is denied unasked after a no, 0 to 3600 (30)"},
	{"questions_per_agent", "how many may wait, 1 to 1024 (64)"},
	{"language", "en or zh-Hans; empty follows the system"},
	{"theme", "light or dark; empty follows the system"},
	{"notify", "whether a desktop notification says that someone asks (true)"},
	{"project_clis", "programs for project:cli: name, command, schemas, folders, credential"},
}

// decisionMeanings are who may have decided a call, as a row of the log says it.
var decisionMeanings = []meaning{
	{string(ask.BySilence), "nobody was asked: low"},
	{string(ask.ByWindow), "a silent window that was open"},
	{string(ask.ByPerson), "the person"},
	{string(ask.ByScript), "the answers file"},
	{string(ask.ByTimeout), "nobody, in time"},
	{string(ask.ByRule), "the chain itself, a standing rule, a hang-up"},
}

// exitMeanings are the exit codes, and what of serve they are.
var exitMeanings = []meaning{
	{fmt.Sprint(exitOK), "ended as asked, by a signal or with standard input"},
	{fmt.Sprint(exitFinding), `a question met "unanswered":"fail", or a call was not in the recording`},
	{fmt.Sprint(exitUsage), "wrong usage, a file that is not understood, or the data folder is in use"},
	{fmt.Sprint(exitDenied), "(assentctl call: denied; agent add: nobody was there to agree)"},
	{fmt.Sprint(exitError), "(assentctl call: error)"},
}

// serveReference is what serve says of the files and words that it goes by.
func serveReference() string {
	var b strings.Builder
	for _, table := range []struct {
		head string
		rows []meaning
	}{
		{"settings.json in the data folder has:", settingMeanings},
		{"The decision of a row of the log (assentctl audit list --json) is:", decisionMeanings},
		{"Exit codes:", exitMeanings},
	} {
		fmt.Fprintf(&b, "\n\n%s\n", table.head)
		for _, row := range table.rows {
			fmt.Fprintf(&b, "\n  %-20s %s", row.word, row.says)
		}
	}
	return b.String()
}
