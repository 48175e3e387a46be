package executors

import (
	"context"
	"errors"

	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
)

// Executor serves one scope. It is safe for concurrent use.
type Executor interface {
	// Available returns nil when this machine can serve the scope now, else an
	// *Error that says what is missing and how to get it.
	Available(ctx context.Context) error

	// Prepare turns a request into a plan without sending anything anywhere and
	// without reading content (contract §9). It ends when ctx does, and returns
	// an *Error when the arguments or the moment allow no plan.
	Prepare(ctx context.Context, req Request) (Plan, error)
}

// Request is what an executor may know of a call. Everything in it but the
// scope comes from the agent and is hostile.
type Request struct {
	Scope, Tool string
	CallID      string
	AgentID     string
	AgentName   string         // sanitised for display, may be empty
	Arguments   jsontext.Value // a JSON object, strict, defaults filled in
}

// Plan is a prepared call: the target held and the facts about it.
type Plan interface {
	// Facts returns what the person is shown. It does not change after Prepare,
	// but for a Holder, after Hold.
	Facts() Facts

	// Run does what Facts said. It returns within 100 ms of ctx's end. The value
	// encodes to a JSON object. The error is an *Error, or an *AskAgain when the
	// content turned out to need a second question; running again after that
	// question's yes goes through.
	Run(ctx context.Context) (any, error)

	// Close lets go of the target. It may be called twice, and before Run.
	Close() error
}

// Holder is a plan that must hold content to say what would leave (the
// clipboard). Hold is called once, when its question becomes the current one, or
// before Run when no question is asked; what it held is what Run returns.
type Holder interface {
	Hold(ctx context.Context) error
}

// Early is a plan that may run while its call's row is made durable, because nobody could
// tell that it did: nothing acts, and nothing leaves Assent (contract §10).
type Early interface {
	// RunEarly is Run, or returns ErrTrace, where it would leave a trace, and did nothing.
	RunEarly(ctx context.Context) (any, error)
}

// ErrTrace is the error of RunEarly of a plan that is to run once its call is on record.
var ErrTrace = errors.New("executors: running would leave a trace")

// Coarsener is a plan whose result can be made less precise by the person.
// Coarsen is called before Run.
type Coarsener interface{ Coarsen() }

// MaxContent is the most content that a call returns, in bytes (contract §9).
const MaxContent = 5 << 20

// Sizer is a plan that knows before it runs how much its result can hold. For others it
// is MaxContent. Who runs many plans at once makes room for so much first.
type Sizer interface {
	// Size returns at most how many bytes of content there are.
	Size() int64
}

// Facts is what a plan tells the person before anything runs.
type Facts struct {
	Target  string      // the real target: a path, an address; never markup, escape before showing
	Details []i18n.Text // about the target: size, kind, "link from …"
	Leaves  i18n.Text   // what leaves this computer when allowed
	Care    []i18n.Text // why this must be asked every time; not empty makes the call high
	Warn    []i18n.Text // what the person should know before saying yes, without raising the call
	Marks   []Mark      // parts of Target that stand out, in order, none over another
	Breadth string      // the folder or site a silent window may be narrowed to; "" when none

	// NoWindow says that no silent window covers this call nor opens from its answer
	// (contract §7: what the address warns of): an Allow is once. Said only after Hold,
	// it keeps a window from opening.
	NoWindow bool

	// Difference is what becomes of a file, nil where there is none to show.
	Difference *Difference

	// Sentence says what is done in place of the scope's own words, zero where those do.
	// The asker fills in the name of the agent, as Agent.
	Sentence i18n.Text

	// Fields are what the call hands on, or where Changes what it changes, one by one.
	Fields  []Field
	Changes bool

	// HandedOver says that Assent does not run this, but a program that it cannot look
	// into (contract §12): the person sees all arguments at once.
	HandedOver bool

	Ignored []string // argument names this executor does not know
	Coarse  bool     // the person may choose an approximate answer; the plan is a Coarsener
	Finding *Error   // what this machine already said no to; Run returns it
}

// Field is a value by its name, and what it was before. Its texts are hostile.
type Field struct {
	Name          string
	Kind          i18n.Text // of the value, zero where it is not told
	Before, After string    // as a person reads them; Before is empty where there was none
}

// Mark is a part of a Target that the person should see first: a program that a command
// runs, or what is dangerous about it.
type Mark struct {
	From, To int // bytes of the Target
	Danger   bool
}
