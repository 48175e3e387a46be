package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"assent/app"
	"assent/app/fault"
	"assent/app/folder"
	"assent/app/ingress"
	"assent/app/script"
	"assent/consent/clock"
	"assent/consent/visible"
	"assent/i18n"

	"github.com/spf13/cobra"
)

// serving are the flags of serve.
type serving struct {
	stdio, virtual  bool
	log             bool
	answers, events string
	record, play    string
	arguments       bool
	fake, fault     []string
	fakes           app.Fakes     // what fake orders
	faults          *fault.Faults // what fault orders
}

func newServe(f *flags) *cobra.Command {
	var s serving
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the engine without a window",
		Long: `Run the engine without a window. Without --answers there is no one to ask: a review
grants nothing, and a call that needs a person is answered no_one_to_ask.

An answers file stands in for the person, through the very same engine:

  {"review":{"agent-1":["filesystem:read"],"mcp.*":"none","*":"all"},
   "answers":[{"tool":"read_file","target":"~/notes/**","answer":"allow","breadth":"scope","times":2},
              {"scope":"location:read","answer":"deny","after_ms":1500,"message":"not now"},
              {"sensitivity":"high","answer":"none"}],
   "unanswered":"wait"}

The first entry that fits a question and was used less than times times answers it; what
fits are agent, tool, scope, sensitivity, conversation and target, as far as they are
there. Answers are allow, allow_once, deny, always_deny, close (the window) and none
(nobody answers); breadth is scope or target, message goes with a no. Keys of review and
agent are globs (the longest key wins), target is one over what the question is about: *
stops at /, ** does not, ~/ is home. A review gets scopes, {"scopes":[…],
"allowed_tools":[…]}, "all", or "none", which leaves it open. A question that no entry fits
is said on standard error, and then unanswered: wait (nobody answers), deny, or fail (there
is no one to ask, and serve exits 1 in the end).

--log says on standard error what became of each call: when, whose, the tool, the outcome and
how long it took. No argument is in it.

--events writes what a person would have seen and what was said, one JSON object a line:
question, answer, withdrawn, review, end. Targets and arguments are in it.

--play answers from what --record with --record-arguments wrote, in place of an engine: on
any machine, the same every time. A call is the recorded one when agent, tool and arguments
are the same; a path in the home folder is one in whoever's. Each connection begins at the
beginning, and each recorded call is answered once. Any other call is an error, said on
standard error too, and serve exits 1 in the end.

--fake NAME=VALUE[,NAME=VALUE…] makes up what is beyond the engine, for tests where there is no
desktop and no network; what is judged, shown and asked is the same:

  clipboard=FILE      the file is the clipboard's content, as it is at each call
  notification=FILE   each notification is added to the file, a JSON object a line
  location=LAT,LON    the computer is there, in degrees north and east
  http=FOLDER         what is fetched comes from FOLDER/HOST/PATH

It needs --data, with a folder of its own: one that was used without fakes is refused, and one of
fakes is refused later without them. hello, doctor and the window say what is faked.

--fault KIND=CALLS has calls go wrong, for tests of what an agent makes of that; KIND is

  slow-person:45s     the person takes so much longer (with --answers)
  paused              as if the person had paused Assent
  too_many_questions  where it is to be asked about, too many wait
  kill-before         the process is killed once the call may run, before it does
  kill-after          the process is killed once it ran, before that is recorded
  disk-full           its row cannot be written, so that nothing runs
  clock-jump:-2d      when it comes the wall clock is set, forwards or back

and CALLS are TOOL, TOOL#3 (its third call), * (of any tool), *#1 or @CALL_ID. It needs --data;
hello and doctor say what was ordered.` + serveReference(),
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			places, err := f.places()
			if err != nil {
				return err
			}
			if s.stdio && f.socket == "" {
				places.Socket = ""
			}
			if s.fakes, err = readFakes(s.fake, f.data); err != nil {
				return err
			}
			if s.faults, err = readFaults(s.fault, f.data, s.answers != ""); err != nil {
				return err
			}
			if s.play != "" {
				return s.playRecording(cmd, places)
			}
			return s.run(cmd, places)
		},
	}
	cmd.Flags().BoolVar(&s.stdio, "stdio", false, "speak on standard input and output, and end with them; on a socket only with --socket")
	cmd.Flags().StringVar(&s.answers, "answers", "", "`file` whose answers stand in for the person")
	cmd.Flags().StringVar(&s.events, "events", "", "`file` to write what a person would have seen, and what was said, to")
	cmd.Flags().BoolVar(&s.log, "log", false, "say on standard error what became of each call, a line each")
	cmd.Flags().StringVar(&s.record, "record", "", "new `file` to record the session to, with digests for arguments and results")
	cmd.Flags().StringVar(&s.play, "play", "", "`file` of a recording to answer from, in place of an engine")
	cmd.Flags().BoolVar(&s.arguments, "record-arguments", false, "record arguments and results as they are, for --play and assentctl scenario replay")
	cmd.Flags().BoolVar(&s.virtual, "virtual-clock", false, "let time pass only by assentctl clock advance")
	cmd.Flags().StringArrayVar(&s.fake, "fake", nil, "make up what `NAME=VALUE` says, with --data: "+app.FakeNames)
	cmd.Flags().StringArrayVar(&s.fault, "fault", nil, "have calls go wrong as `KIND=CALLS` says, with --data; kinds are "+fault.Kinds)
	for _, engines := range []string{"answers", "events", "log", "record", "virtual-clock", "fake", "fault"} {
		cmd.MarkFlagsMutuallyExclusive("play", engines)
	}
	return cmd
}

// run makes the engine that the flags ask for and serves it.
func (s serving) run(cmd *cobra.Command, places folder.Places) error {
	options := app.Options{Places: places, Program: "assentctl serve", Clock: clock.System(), Fakes: s.fakes, Faults: s.faults, FollowSettings: true}
	if s.faults.Orders(fault.ClockJump) {
		options.Clock = &clock.Jumping{Clock: options.Clock}
	}
	if s.virtual {
		virtual, err := folder.OpenVirtualClock(places, time.Now())
		if err != nil {
			return err
		}
		options.Clock, options.KeepClock, options.ClockByControl = virtual, true, true
	}
	options.Notice = func(n app.Notice) { tell(cmd, n) }
	tellSettings(cmd, places)
	options.Ended = func(app.Ended) {}
	if s.log {
		options.Ended = newCalls(cmd.ErrOrStderr(), options.Clock).Ended
	}
	var person *script.Person
	if s.answers != "" {
		answers, err := readAnswers(s.answers)
		if err != nil {
			return err
		}
		person = newPerson(cmd, answers, options.Clock)
		person.Slow = s.faults.Slow
		options.Asker, options.Reviewer = person, person
	}
	if s.events != "" {
		events, err := openEvents(s.events, options.Clock, options.Notice)
		if err != nil {
			return err
		}
		defer events.End()
		options.Asker, options.Reviewer = events.Watch(options.Asker, options.Reviewer)
		logged := options.Ended
		options.Ended = func(e app.Ended) {
			logged(e)
			events.Ended(e.CallKey, e.Status, e.Reason)
		}
	}
	err := s.serve(cmd, options)
	if err == nil && person != nil && person.Failed() > 0 {
		return exit{exitFinding, fmt.Sprintf("the answers file has no answer for %d questions", person.Failed())}
	}
	return err
}

// tell says on standard error what happened, in English.
func tell(cmd *cobra.Command, text i18n.Text) {
	fmt.Fprintln(cmd.ErrOrStderr(), "assentctl: "+visible.Escape(i18n.New("en").Text(text.Key, text.Args)))
}

// tellTroubles returns what tells of each trouble that the engine did not have before.
func tellTroubles(cmd *cobra.Command, engine *app.Engine) func() {
	var mu sync.Mutex
	var told []string
	return func() {
		mu.Lock()
		defer mu.Unlock()
		before := told
		told = nil
		for _, trouble := range engine.Troubles() {
			if told = append(told, trouble.Key); !slices.Contains(before, trouble.Key) {
				tell(cmd, trouble)
			}
		}
	}
}

// serve runs the engine until its host is done, or a signal ends it.
func (s serving) serve(cmd *cobra.Command, options app.Options) error {
	engine, err := app.Open(options)
	var locked *folder.Locked
	if errors.As(err, &locked) {
		return exit{exitUsage, locked.Error()}
	}
	if err != nil {
		return err
	}
	defer engine.Close()
	engine.Subscribe(tellTroubles(cmd, engine))
	if s.record != "" {
		if err := engine.Record(s.record, s.arguments); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()

	stop := context.AfterFunc(ctx, engine.Quit)
	defer stop()
	var listener *net.UnixListener
	if options.Places.Socket != "" {
		if listener, err = ingress.Listen(options.Places.Socket); err != nil {
			return err
		}
	}
	if s.stdio {
		go func() { // a signal ends this, too: standard input may stay open for ever
			defer cancel()
			ingress.ServeStdio(cmd.InOrStdin(), cmd.OutOrStdout(), engine)
		}()
	}
	if listener == nil {
		<-ctx.Done()
		return nil
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "listening on "+options.Places.Socket)
	return ingress.Serve(ctx, listener, engine)
}
