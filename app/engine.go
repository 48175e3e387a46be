package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"assent/app/fault"
	"assent/app/folder"
	"assent/app/recording"
	"assent/app/wire"
	"assent/audit"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
	"assent/executors"
	"assent/executors/mcp"
	"assent/i18n"
)

// Version is this Assent's.
const Version = "0.1.0"

// Options say what an engine is made of. Asker and Reviewer are the window, or an
// answers file; without them there is no one to ask.
type Options struct {
	Places   folder.Places
	Program  string // who holds the data folder, for a second one to name
	Home     string // the user's home folder; empty: as the system says
	Asker    ask.Asker
	Reviewer consent.Reviewer
	Clock    clock.Clock // nil: the machine's
	Fakes    Fakes
	Faults   *fault.Faults // what goes wrong on order; nil: nothing

	// KeepClock keeps the time of Clock, which then is virtual, in the data folder. A folder in
	// real use is refused. ClockByControl lets assentctl move it.
	KeepClock, ClockByControl bool

	// FollowSettings takes up what other programs write into the settings file. Tests in a
	// bubble of synctest, which waits for no file, are without.
	FollowSettings bool

	// Show brings the window to the front when a second app starts; nil: there is
	// none. Notice tells the user what happened, and Ended how a call
	// ended; nil: nobody listens. All are called from any goroutine and return at
	// once.
	Show   func()
	Notice func(Notice)
	Ended  func(Ended)
}

// Engine is the one running Assent on a data folder. Its methods are safe for
// concurrent use.
type Engine struct {
	options     Options
	basis       atomic.Pointer[basis] // what calls that come now are judged by
	settling    sync.Mutex            // held over changing it
	unfollow    func()                // nil: the settings file is not followed
	machine     *machine
	home        string
	clock       clock.Clock
	lock        *folder.Lock
	log         *audit.Log
	keeper      *consent.Keeper
	servers     *mcp.Executor // of imported agents
	imports     imports
	importing   sync.Mutex // held over putting an imported agent to review
	paths       sync.Map   // agentfile.Paths by agent
	content     *content
	headroom    [headroomMiB][]byte // never touched, so not in memory: see headroomMiB
	responses   *responses
	history     *history
	order       order
	sessions    sessions
	lines       lineBuffers
	subscribers subscribers
	paused      atomic.Bool
	logTrouble  atomic.Pointer[i18n.Text] // why the log cannot be written; nil: it can
	recorder    atomic.Pointer[recording.Recorder]
	opened      atomic.Bool // the keeper is there
	quit        sync.Once

	running running         // calls on their way, and what else the engine waits for
	ctx     context.Context // ends with the engine
	stop    context.CancelFunc
}

// headroomMiB counts as in use for the garbage collector, which therefore lets about
// as much more pile up before it looks through the little that calls leave behind: at 16
// calls in flight a fourth of the engine's time went into looking. Each MiB is taken by
// itself: where the first byte lies in memory that was used before, all of them are cleared
// and stay in memory.
const headroomMiB = 16

// Open takes the data folder's lock and opens what is in it. It returns a *folder.Locked
// when another engine has it.
func Open(o Options) (*Engine, error) {
	o.complete()
	e := &Engine{options: o, clock: o.Clock}
	for i := range e.headroom {
		e.headroom[i] = make([]byte, 1<<20)
	}
	e.ctx, e.stop = context.WithCancel(context.Background())
	e.content, e.responses, e.history = newContent(), newResponses(e.clock), newHistory(e.clock)
	if err := e.open(); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// complete puts what does nothing where the options say nothing.
func (o *Options) complete() {
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.Notice == nil {
		o.Notice = func(Notice) {}
	}
	if o.Ended == nil {
		o.Ended = func(Ended) {}
	}
}

func (e *Engine) open() (err error) {
	places := e.options.Places
	if err := folder.Own(places.Data); err != nil {
		return err
	}
	if e.lock, err = folder.Acquire(places, e.options.Program); err != nil {
		return err
	}
	if err := places.Part(len(e.Faked()) > 0); err != nil {
		return err
	}
	if err := places.Claim(places.Data); err != nil {
		return err
	}
	if virtual, ok := e.clock.(*clock.Virtual); ok && e.options.KeepClock {
		if err := folder.KeepClock(places, virtual); err != nil {
			return err
		}
	}
	settings, setAside, err := loadSettings(places, e.clock.Now())
	if err != nil {
		return err
	}
	if setAside != "" {
		e.options.Notice(Notice{Key: "notice.settings_set_aside", Args: map[string]any{"File": filepath.Base(setAside)}})
	}
	home := e.options.Home
	if home == "" {
		if home, err = findHome(); err != nil {
			return err
		}
	}
	e.home = home
	e.imports = imports{places}
	e.servers = mcp.New(mcp.Options{Version: Version, Home: home, Data: places.Data, Changed: e.serverChanged})
	e.machine = newMachine(places, home, e.placesOf, e.options.Fakes)
	e.machine.own = append(e.machine.own, e.servers)
	e.hold(settings)
	if e.log, err = audit.Open(places.Database(), audit.Options{
		Now:    e.clock.Now,
		Notice: e.logNotice,
	}); err != nil {
		return fmt.Errorf("opening the log: %w", err)
	}
	asker, reviewer := recording.Observe(e.options.Asker, e.options.Reviewer, e.recorder.Load)
	if e.keeper, err = consent.Open(places.Database(), consent.Options{
		Clock:       e.clock,
		Asker:       asker,
		Reviewer:    reviewer,
		Serves:      func(scope string) bool { return e.basis.Load().registry.Serves(scope) },
		ServesAgent: e.Serves,
		Related:     e.sessions.related,
		Changed:     e.subscribers.changed,
	}); err != nil {
		return fmt.Errorf("opening what was agreed to: %w", err)
	}
	e.useImported()
	e.opened.Store(true)
	if e.options.FollowSettings {
		e.follow()
	}
	e.prune()
	return nil
}

// quitLimit is how long calls that run may go on after Quit.
const quitLimit = 3 * time.Second

// Quit ends what is asked, interrupted, and everything from now on, so that every host has its
// answers before the engine closes. What still runs after quitLimit is stopped. Close
// does it too; the second time it waits for the first.
func (e *Engine) Quit() {
	e.quit.Do(func() {
		if e.keeper == nil {
			return
		}
		e.did("quit")
		e.keeper.Close()
		time.AfterFunc(quitLimit, e.stop) // real time, whatever the clock: what runs is real
	})
}

// Close denies what is open, ends what runs and closes the data folder. It may be
// called on an engine that Open failed to open.
func (e *Engine) Close() error {
	e.Quit()
	e.stop()
	if e.unfollow != nil {
		e.unfollow()
	}
	e.running.end()
	var err error
	if last := e.basis.Load(); last != nil {
		err = last.registry.Close()
	}
	if e.log != nil {
		err = errors.Join(err, e.log.Close())
	}
	if e.lock != nil {
		err = errors.Join(err, e.lock.Release())
	}
	err = errors.Join(err, e.StopRecording())
	return err
}

// hello says what this engine speaks and which scopes work on this machine.
func (e *Engine) hello() []byte {
	scopes := map[string]string{}
	for scope, err := range e.Availability(e.ctx) {
		scopes[scope] = "available"
		if err != nil {
			scopes[scope] = "unavailable: " + executors.AsError(err).Message
		}
	}
	greeting := wire.NewGreeting(Version, scopes)
	greeting.Fake, greeting.Fault = e.Faked(), e.options.Faults.Ordered()
	return greeting.Line()
}

// pruneEvery is how often old rows are removed, beside at start (contract §10).
const pruneEvery = 24 * time.Hour

// prune removes rows that are too old, now and daily, beside the calls. A failure is
// the log's own to tell.
func (e *Engine) prune() {
	if e.ctx.Err() != nil {
		return
	}
	e.running.start(func() { _, _ = e.log.Prune(e.ctx, e.Settings().retention()) })
	e.clock.AfterFunc(pruneEvery, e.prune)
}
