package ui

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"assent/app"
	"assent/app/recording"
	"assent/app/scenario"
	"assent/app/ui/chooser"
	"assent/app/ui/kit"
	"assent/app/ui/question"
	"assent/assets"
	"assent/consent"
	"assent/consent/ask"
	"assent/executors/notification"
	"assent/i18n"
)

// Options are what the program tells the windows.
type Options struct {
	Languages []string         // the system's, the most wanted first; see i18n.New
	Language  string           // the person's choice; empty: the system's
	Theme     string           // "light", "dark", or empty to follow the system
	Notify    bool             // a desktop notification says that someone is asking
	Now       func() time.Time // the engine's clock
	Demo      *Demo            // nil but for --demo
	Home      string           // the person's home folder, which is written ~; may be empty
	Speak     bool             // a question is also spoken
	Hidden    bool             // the main window waits in the tray, where there is one
}

// Demo is what the banner of --demo offers.
type Demo struct {
	Advance   func(time.Duration) // moves the clock
	StartOver func()              // empties the data folder and begins again
}

// UI is every window of the app. It is made before the engine, which needs its
// Asker and Reviewer, and runs with it.
type UI struct {
	app      fyne.App
	options  Options
	words    *kit.Words
	loop     loop
	later    func(func()) // has the toolkit's goroutine do something: loop.do
	asker    *question.Asker
	chooser  *chooser.Chooser
	engine   Engine
	main     *mainWindow
	tray     *tray
	notifier notifier
	quit     sync.Once
	closing  func()                    // see Run
	queued   atomic.Bool               // a refresh is on its way
	drawn    atomic.Pointer[time.Time] // when the last one was, nil before the first
	reviews  reviews
	adding   addDraft
	playing  *playDraft // nil: nothing was written yet
	sent     sentCalls
	notices  []i18n.Text
	undo     *undoOffer // nil: nothing to undo
	pause    pause
	trial    trial
	copied   map[string]bool // the ways to connect an agent whose command was copied
	system   bool            // the desktop says whether it wants light or dark
	painted  kit.Palette
	played   map[string]scenario.Result // scenarios, by name, and those of own files by path
	own      []ownScenario              // the newest first
	recorded *recording.File            // the last one that ended
}

var _ consent.Reviewer = (*UI)(nil)

// New makes the windows of a, hidden. Call it on the main goroutine.
func New(a fyne.App, o Options) *UI {
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon))
	u := &UI{app: a, options: o, words: kit.NewWords(languages(o)...), copied: map[string]bool{}}
	u.later = u.loop.do
	u.notifier.sender = notification.NewSender(app.ID)
	u.chooser = &chooser.Chooser{Words: u.words, Later: func(f func()) { u.later(f) }, Window: u.mainShown}
	u.asker = question.New(a, question.Options{
		Words: u.words, Now: o.Now, Later: func(f func()) { u.later(f) }, Home: o.Home, Main: u.mainShown, Opened: u.opened, Found: u.found,
		Speak: u.speak, Untaught: func() bool { return !a.Preferences().Bool(KeysShown) }, Taught: func() { a.Preferences().SetBool(KeysShown, true) },
		Undo: func(q ask.Question) error { return u.engine.UndoAnswer(q) },
		Mute: u.mute, DenyAll: u.denyAll, Waiting: u.waiting, CapDays: u.capDays, Notify: u.notify, Unnotify: u.notifier.withdraw, TimedOut: u.timedOut,
	})
	u.paint()
	a.Settings().AddListener(u.repaint)
	return u
}

// KeysShown is the preference that remembers that the keys of a question were shown once.
const KeysShown = "keys_shown"

// languages are those wanted, the most wanted first.
func languages(o Options) []string {
	if o.Language != "" {
		return []string{o.Language}
	}
	return o.Languages
}

// Asker returns who puts questions to the person.
func (u *UI) Asker() *question.Asker { return u.asker }

// Run shows the main window, unless it is to be hidden, and serves the person until they
// quit. It blocks, on the main goroutine. started is called once the windows are there,
// and closing at their end, once, from any goroutine; by then the open question is
// answered with no.
func (u *UI) Run(e Engine, started, closing func()) {
	u.engine = e
	u.chooser.Desktop = chooser.Portal
	go u.askDesktop()
	u.findSpeech()
	u.main = newMainWindow(u)
	e.Subscribe(u.changed)
	u.app.Lifecycle().SetOnStarted(func() {
		u.loop.begin()
		started()
		if u.options.Demo != nil {
			go u.tellStory()
		}
		time.AfterFunc(warmAfter, func() {
			u.later(func() {
				u.asker.Warm()
				u.main.fit(u.asker.Room())
			})
		})
		time.AfterFunc(startedAfter, debug.FreeOSMemory)
	})
	u.closing = sync.OnceFunc(closing)
	if !u.options.Hidden || !trayShown() {
		u.main.window.Show()
	}
	u.tray = newTray(u)
	u.app.Run()
	u.loop.end()
	u.asker.Close()
	u.notifier.close()
	u.closing() // the toolkit may end by itself, as when a signal comes while it begins
}

const (
	// warmAfter leaves the first moments to the main window.
	warmAfter = 250 * time.Millisecond

	// startedAfter is when the memory goes back that only starting took.
	startedAfter = time.Second
)

// ShowMain brings the main window to the front. It may be called from any goroutine.
func (u *UI) ShowMain() { u.later(u.showMain) }

func (u *UI) showMain() {
	u.main.window.Show()
	u.main.window.RequestFocus()
}

// Quit denies what is open and ends Run. It may be called from any goroutine.
func (u *UI) Quit() {
	u.quit.Do(func() {
		u.later(func() {
			u.asker.Close()
			u.loop.end()
			go u.closing()
			u.app.Quit()
		})
	})
}

// changed is called by the engine, from any goroutine, also hundreds of times a
// second; the pages are drawn again once for all that came meanwhile.
func (u *UI) changed() {
	if u.queued.Swap(true) {
		return
	}
	after := refreshAfter
	if last := u.drawn.Load(); last != nil {
		after = max(after, refreshEvery-time.Since(*last))
	}
	time.AfterFunc(after, func() {
		now := time.Now()
		u.drawn.Store(&now)
		u.queued.Store(false)
		u.later(u.refresh)
	})
}

const (
	// refreshAfter gathers changes: short enough to feel live.
	refreshAfter = 60 * time.Millisecond

	// refreshEvery is how often the pages are drawn again while changes do not end: faster
	// nobody reads, and a drawing takes a processor many times as long as a call does.
	refreshEvery = 250 * time.Millisecond
)

func (u *UI) mute(agentID string, d time.Duration) { u.engine.Mute(agentID, d) }

// opened returns until when the silent window holds that an answer opened.
func (u *UI) opened(q ask.Question, a ask.Answer) (until time.Time, ok bool) {
	breadth := ""
	if a.Breadth == ask.ThisTarget {
		breadth = q.Facts.Breadth
	}
	for _, w := range u.engine.Windows() {
		if w.AgentID == q.Caller.AgentID && w.ConversationID == q.Caller.ConversationID && w.Scope == q.Scope && w.Breadth == breadth {
			return w.Expires, true
		}
	}
	return time.Time{}, false
}

// mainShown returns the main window, nil before there is one.
func (u *UI) mainShown() fyne.Window {
	if u.main == nil {
		return nil
	}
	return u.main.window
}

func (u *UI) capDays() int { return u.engine.Settings().WindowCapDays }

func (u *UI) denyAll(agentID string) { u.engine.DenyAll(agentID) }

// waiting counts the questions of an agent that have no answer.
func (u *UI) waiting(agentID string) (n int) {
	for _, w := range u.engine.Waiting() {
		if w.Question.Caller.AgentID == agentID {
			n++
		}
	}
	return n
}

func (u *UI) timedOut(what string) {
	u.Notice(i18n.Text{Key: "notice.timed_out", Args: map[string]any{"What": what}})
}

// notify shows a desktop notification, where the person wants them.
func (u *UI) notify(title, body string) {
	if u.options.Notify {
		u.notifier.show(title, body)
	}
}

// ShowPage opens a page of the main window, by the key the rail names it with, and
// one thing on it: an agent by its id, Adding, a call by its place in the list. It may
// be called from any goroutine.
func (u *UI) ShowPage(key, inner string) {
	u.later(func() {
		if u.main.shown != key || inner == "" {
			u.main.show(key)
		}
		if opener, ok := u.main.page.(interface{ open(string) }); ok && inner != "" {
			opener.open(inner)
		}
	})
}
