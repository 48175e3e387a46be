package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/ingress"
	"assent/app/script"
	"assent/consent/clock"
	"assent/consent/visible"
	"assent/i18n"

	"github.com/spf13/cobra"
)

func newServe(f *flags) *cobra.Command {
	var stdio, virtual, arguments bool
	var answersFile, record string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the engine without a window",
		Long: "Run the engine without a window. Without --answers there is no one to ask: a review\n" +
			"grants nothing, and a call that needs a person is answered no_one_to_ask.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			places, err := f.places()
			if err != nil {
				return err
			}
			options := app.Options{Places: places, Program: "assentctl serve", Clock: clock.System()}
			if virtual {
				clock, err := folder.OpenVirtualClock(places, time.Now())
				if err != nil {
					return err
				}
				options.Clock, options.ClockByControl = clock, true
			}
			if answersFile != "" {
				answers, err := readAnswers(answersFile)
				if err != nil {
					return err
				}
				person := &script.Person{Answers: answers, Clock: options.Clock}
				options.Asker, options.Reviewer = person, person
			}
			options.Notice = func(n app.Notice) { tell(cmd, n) }
			return serve(cmd, options, recordTo{record, arguments}, stdio)
		},
	}
	cmd.Flags().BoolVar(&stdio, "stdio", false, "speak on standard input and output, too, and end with them")
	cmd.Flags().StringVar(&answersFile, "answers", "", "`file` whose answers stand in for the person")
	cmd.Flags().StringVar(&record, "record", "", "new `file` to record the session to, with digests for arguments and results")
	cmd.Flags().BoolVar(&arguments, "record-arguments", false, "record arguments and results as they are, for assentctl scenario replay")
	cmd.Flags().BoolVar(&virtual, "virtual-clock", false, "let time pass only by assentctl clock advance")
	return cmd
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

// recordTo says where to record the session; an empty file: nowhere.
type recordTo struct {
	file      string
	arguments bool
}

// serve runs the engine until its host is done, or a signal ends it.
func serve(cmd *cobra.Command, options app.Options, record recordTo, stdio bool) error {
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
	if record.file != "" {
		if err := engine.Record(record.file, record.arguments); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()

	stop := context.AfterFunc(ctx, engine.Quit)
	defer stop()
	listener, err := ingress.Listen(options.Places.Socket)
	if err != nil && !stdio {
		return err
	}
	if stdio {
		go func() { // a signal ends this, too: standard input may stay open for ever
			defer cancel()
			ingress.ServeStdio(cmd.InOrStdin(), cmd.OutOrStdout(), engine)
		}()
	}
	if err != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "assentctl: "+err.Error())
		<-ctx.Done()
		return nil
	}
	if !stdio {
		fmt.Fprintln(cmd.ErrOrStderr(), "listening on "+options.Places.Socket)
	}
	return ingress.Serve(ctx, listener, engine)
}

func readAnswers(file string) (*script.Answers, error) {
	data, err := folder.ReadFile(file, 1<<20)
	if err != nil {
		return nil, err
	}
	answers, err := script.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return answers, nil
}
