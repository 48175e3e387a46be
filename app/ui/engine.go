package ui

import (
	"context"
	"time"

	"assent/app"
	"assent/app/recording"
	"assent/app/wire"
	"assent/audit"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/executors/projectcli/uihint"
	"assent/i18n"
)

// Engine is what the pages show and change. Its methods are safe for concurrent use.
// Those with a context, and those that return an error, may take their time; the others
// answer from memory, at once.
type Engine interface {
	// Calls returns the recorded calls that fit, newest first.
	Calls(ctx context.Context, f audit.Filter) ([]audit.Row, error)
	// Count counts the newest calls that fit, the filter's Limit of them.
	Count(ctx context.Context, f audit.Filter) (map[audit.Kind]int, error)
	// Days counts the calls of the last n days, today last.
	Days(ctx context.Context, n int) ([]audit.Day, error)
	// Steps returns the way of a call through the chain, one sentence a step, and
	// its target, while both are still in memory.
	Steps(row audit.Row) (steps []i18n.Text, target string)
	// Hint returns what the result of a project CLI's call looks like, while it is in memory.
	Hint(call ask.CallKey) (hint uihint.Hint, ok bool)

	Agents() []consent.Agent
	AddAgent(id, name string, manifest []byte) error
	// ImportAgent takes an agent's file, with warnings; told is called from any goroutine when
	// its tools are put to review, or why they are not. The error says what is wrong with it.
	ImportAgent(f app.AgentFile, told func(agentID string, err error)) (warnings []manifest.Issue, err error)
	RemoveAgent(id string) error

	// Faked returns the scopes whose results are made up, for tests; none of most engines.
	Faked() []string
	// Serves reports whether this machine's Assent can do a scope at all, for an agent.
	Serves(agentID, scope string) bool

	// Grant and Revoke change one scope of one agent.
	Grant(agentID, scope string) error
	Revoke(agentID, scope string) error
	// Lower has a tool of consent.Lowerable asked about as medium until it changes; Raise
	// takes that back.
	Lower(agentID, tool string) error
	Raise(agentID, tool string) error
	// Untick has a tool asked about again that was ticked in a review.
	Untick(agentID, tool string) error

	Windows() []consent.Window
	EndWindow(id int64) error
	Rules() []consent.Rule
	Lift(r consent.Rule) error

	// Undo takes back the last thing that the person did with an agent; UndoAnswer what
	// their answer to a question made beside its call.
	Undo(agentID string) error
	UndoAnswer(q ask.Question) error

	// Waiting returns the questions without an answer, in order of arrival.
	Waiting() []ask.Waiting
	// DenyAll answers every waiting question of an agent with no.
	DenyAll(agentID string)
	// Mute denies an agent for d.
	Mute(agentID string, d time.Duration)

	// Play sends a call as an agent's host would and waits for its answer, which may
	// take as long as the person does. The end of ctx is a hang-up.
	Play(ctx context.Context, r wire.Request) (sent, received []byte, err error)

	// Record begins to record the session, see app.Engine; Recording returns nil when
	// nothing is recorded.
	Record(path string, arguments bool) error
	StopRecording() error
	Recording() *recording.File

	Pause(on bool)
	Paused() bool
	// Listening returns the socket's path, or the reason why there is none.
	Listening() (path string, err error)
	// Troubles returns what the person must know while it lasts (the log cannot be written).
	Troubles() []i18n.Text

	// Settings returns those that hold for the calls to come, not to be changed;
	// ChangeSettings changes, checks and saves them, and its error is a sentence for people
	// (*app.WrongSetting where one is wrong). Folder is the data folder's path.
	Settings() app.Settings
	ChangeSettings(change func(*app.Settings)) error
	// WouldAsk judges a path as a call to read that file would be judged now; an error says
	// that it is none.
	WouldAsk(path string) (executors.Facts, error)
	// Availability says of every scope what is missing for it here, nil where nothing is.
	Availability(ctx context.Context) map[string]error
	Folder() string

	// Subscribe has f called, from any goroutine, after something changed that a
	// page may show. f returns at once.
	Subscribe(f func())
}
