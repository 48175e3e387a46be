package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/ingress"
	"assent/app/ui"
	"assent/consent/clock"

	fyneapp "fyne.io/fyne/v2/app"
	locale "github.com/jeandeaual/go-locale"
)

// options are what the flags say.
type options struct {
	demo   bool
	hidden bool // no window at first, where there is a tray
	speak  bool
	fakes  app.Fakes
}

// start makes the windows and the engine, and serves until the person quits.
func start(places folder.Places, o options) error {
	var from clock.Clock = clock.System()
	var offer *ui.Demo
	startOver := false
	if o.demo {
		flowing, err := folder.OpenDemoClock(places, time.Now())
		if err != nil {
			return err
		}
		from, offer = flowing, &ui.Demo{Advance: flowing.Advance}
		if err := layDesk(places, from.Now()); err != nil {
			fmt.Fprintln(os.Stderr, "assent: the demo has no calendar: "+err.Error())
		}
	}
	settings, err := app.ReadSettings(places)
	if err != nil {
		settings = app.DefaultSettings() // the engine sets a broken file aside and says so
	}
	home, _ := os.UserHomeDir() // without one, paths are written in full
	windows := ui.New(fyneapp.NewWithID(app.ID), ui.Options{
		Languages: languages(), Language: settings.Language, Theme: settings.Theme, Notify: settings.Notify, Now: from.Now, Demo: offer, Home: home, Hidden: o.hidden, Speak: o.speak,
	})
	engine, err := app.Open(app.Options{
		Places: places, Program: "assent", Clock: from, KeepClock: o.demo, Fakes: o.fakes, FollowSettings: true, Asker: windows.Asker(), Reviewer: windows,
		Show: windows.ShowMain, Notice: windows.Notice, Ended: func(e app.Ended) { windows.Asker().Ended(e.CallKey, e.Status, e.Reason) },
	})
	if err != nil {
		return err
	}
	if o.demo {
		offer.StartOver = func() {
			startOver = true
			windows.Quit()
		}
	}
	err = serve(engine, windows, places)
	if startOver {
		return again(places)
	}
	return err
}

// desk is the engine as the windows see it: with the socket it listens on.
type desk struct {
	*app.Engine
	path      string
	listenErr error
}

// Listening returns the socket's path, or why there is none.
func (d *desk) Listening() (path string, err error) { return d.path, d.listenErr }

// serve runs the windows, and the socket where it can be opened: without it the
// person still sees what was agreed to and what happened.
func serve(engine *app.Engine, windows *ui.UI, places folder.Places) error {
	defer engine.Close()
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan struct{})
	d := &desk{Engine: engine, path: places.Socket}
	listener, err := ingress.Listen(places.Socket)
	if d.listenErr = err; err == nil {
		fmt.Fprintln(os.Stderr, "listening on "+places.Socket)
		defer nameOnBus(app.ID)()
		go func() {
			defer close(served)
			ingress.Serve(ctx, listener, engine)
		}()
	} else {
		fmt.Fprintln(os.Stderr, "assent: "+err.Error())
		close(served)
	}
	windows.Run(d, func() { quitOnSignal(ctx, windows) }, func() {
		time.AfterFunc(quitLimit, abandon)
		engine.Quit()
	})
	stop()
	<-served
	return nil
}

// quitLimit is how long quitting may take, with what still runs and the last answers.
const quitLimit = 10 * time.Second

// abandon ends the program where it would not end: the toolkit sometimes does not come
// back from its last event. Everything that was answered is recorded by then, and the
// log takes an end at any moment.
func abandon() {
	fmt.Fprintln(os.Stderr, "assent: quitting took too long; ended at once")
	os.Exit(exitOK)
}

// again empties a demo's data folder and starts the program anew.
func again(places folder.Places) error {
	if err := errors.Join(folder.ForgetDemo(places), forgetDesk(places)); err != nil {
		return fmt.Errorf("starting over: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("starting over: %w", err)
	}
	return syscall.Exec(self, os.Args, os.Environ())
}

// findPlaces returns where this app lives: a demo has a folder and a socket of its own.
func findPlaces(data, socket string, demo bool) (folder.Places, error) {
	places, err := folder.FindPlaces(data, socket)
	if err != nil || !demo {
		return places, err
	}
	if data == "" {
		places.Data += "-demo"
	}
	if socket == "" {
		places.Socket = filepath.Join(places.Data, "run", "assent.sock")
	}
	return places, nil
}

// languages are those of the system, the most wanted first.
func languages() []string {
	system, err := locale.GetLocales()
	if err != nil {
		return nil // English
	}
	return system
}
