package consent

import (
	"errors"
	"sync"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
)

// Options say what a Keeper works with. The zero value asks nobody, and so denies
// what needs a person.
type Options struct {
	Clock    clock.Clock // nil: the machine's
	Asker    ask.Asker   // nil: there is no one to ask
	Reviewer Reviewer    // nil: a review grants nothing

	// Serves reports whether this client can do a scope; nil: every one.
	Serves func(scope string) bool
	// ServesAgent reports whether it can do a scope for one agent alone; nil: none.
	ServesAgent func(agentID, scope string) bool
	// Related is told of every change of a grant, in order, outside every lock.
	// It must not wait for the Keeper.
	Related func(Relation)
	// Changed is called, as Related is, after anything that the Keeper can be asked
	// for changed.
	Changed func()
}

// Keeper holds what the user agreed to and asks where that does not suffice. What
// it knows is in memory and written through to the database: what is taken from an
// agent holds at once, and by the journal beside the database for good, what is given
// only once it is written. Its methods are safe
// for concurrent use; those that are only ever called by the user's hand say so.
type Keeper struct {
	options       Options
	queue         *ask.Queue
	announcements announcements
	schemas       manifest.Schemas

	reading        sync.Mutex // held over reading a manifest: many at once take the memory of one
	changing       sync.Mutex // held over a change and its writing, and for what follows; before mu
	store          *store
	journal        *journal
	unwritten      map[string]bool // agents from whom was taken what the database still gives
	mutesUnwritten bool
	undos          map[string]*undo // by agent

	mu        sync.RWMutex
	agents    map[string]*agent
	removed   map[string]*agent // what stays of those that were removed
	windows   windows
	reviews   uint64      // counts what is put to review
	unflush   func() bool // keeps the next flush from happening; nil when none is due
	behind    bool        // what was taken away could not be written
	forgetful bool        // the journal could not be written either
	closed    bool
}

// Open opens the database at path, making its tables where they are missing, and
// puts the reviews that wait to the Reviewer.
func Open(path string, o Options) (*Keeper, error) {
	o.complete()
	store, err := openStore(path)
	if err != nil {
		return nil, err
	}
	k := &Keeper{
		options: o, store: store, queue: ask.NewQueue(o.Asker, o.Clock), unwritten: map[string]bool{}, undos: map[string]*undo{},
		schemas: manifest.Schemas{AfterFunc: o.Clock.AfterFunc},
	}
	k.queue.Changed = o.Changed
	if err := k.load(path + journalEnd); err != nil {
		return nil, errors.Join(err, k.release())
	}
	for _, a := range k.undecided() {
		k.present(a)
	}
	k.announcements.tell()
	return k, nil
}

func (o *Options) complete() {
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.Reviewer == nil {
		o.Reviewer = noOne{}
	}
	if o.Serves == nil {
		o.Serves = func(string) bool { return true }
	}
	if o.ServesAgent == nil {
		o.ServesAgent = func(string, string) bool { return false }
	}
	if o.Related == nil {
		o.Related = func(Relation) {}
	}
	if o.Changed == nil {
		o.Changed = func() {}
	}
}

// load reads what is kept, takes away again what only the journal has, and ends the
// windows that the clocks have overtaken.
func (k *Keeper) load(journal string) (err error) {
	now := clock.Read(k.options.Clock)
	if k.agents, k.removed, err = k.store.agents(); err != nil {
		return err
	}
	if k.windows, err = k.store.windows(now.Wall.Add(-windowMemory)); err != nil {
		return err
	}
	mutes, err := k.store.mutes()
	if err != nil {
		return err
	}
	k.goOnMuting(mutes)
	if err := k.loadJournal(journal, now); err != nil {
		return err
	}
	for _, a := range k.agents {
		k.reviews++
		a.review = k.reviews
	}
	k.windows.at(now)
	k.windows.rebase(now)
	return k.save(nil)
}

func (k *Keeper) loadJournal(path string, now clock.Reading) error {
	written, err := k.store.journaled()
	if err != nil {
		return err
	}
	var last entry
	if k.journal, last, err = openJournal(path); err != nil {
		return err
	}
	if k.journal.number > written {
		k.catchUp(last, now)
	}
	k.journal.number = max(k.journal.number, written)
	return nil
}

// Close ends what is open, interrupted, and everything from now on, and closes the
// database, once more trying to write what is not written. It may be called twice.
func (k *Keeper) Close() error {
	k.mu.Lock()
	closed := k.closed
	k.closed = true
	k.mu.Unlock()
	if closed {
		return nil
	}
	k.queue.Close()
	k.changing.Lock()
	defer k.changing.Unlock()
	return errors.Join(k.save(nil), k.release())
}

// release closes the files.
func (k *Keeper) release() error {
	err := k.store.close()
	if k.journal != nil {
		err = errors.Join(err, k.journal.close())
	}
	return err
}

// The codes of a Refusal (contract §2).
const (
	CodeBadMessage      = "BAD_MESSAGE"
	CodeInvalid         = "MANIFEST_INVALID"
	CodeTooLarge        = "MANIFEST_TOO_LARGE"
	CodeHashMismatch    = "MANIFEST_HASH_MISMATCH"
	CodeVersionRollback = "MANIFEST_VERSION_ROLLBACK"
	CodeTooManyAgents   = "TOO_MANY_AGENTS"
)

// Refusal is the error of a manifest, an event or a relation that a host sent and
// that cannot be taken. Nothing has changed, unless the method says otherwise.
type Refusal struct {
	Code    string
	Message string           // a sentence for people
	Issues  []manifest.Issue // with MANIFEST_INVALID
}

func (r *Refusal) Error() string { return r.Message }

// Errors of what the user's own hand asks for.
var (
	ErrUnknownAgent  = errors.New("there is no such agent")
	ErrUnknownScope  = errors.New("the agent's manifest declares no such scope")
	ErrNotReviewed   = errors.New("the agent's manifest is to be reviewed first")
	ErrReviewChanged = errors.New("the review has changed or ended: look at it again")
	ErrUnknownRule   = errors.New("there is no such rule")
)

func mismatch(message string) error { return &Refusal{Code: CodeHashMismatch, Message: message} }

func badMessage(message string) error { return &Refusal{Code: CodeBadMessage, Message: message} }
