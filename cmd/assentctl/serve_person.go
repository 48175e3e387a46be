package main

import (
	"fmt"
	"os"

	"assent/app"
	"assent/app/folder"
	"assent/app/handwritten"
	"assent/app/recording"
	"assent/app/script"
	"assent/consent/ask"
	"assent/consent/clock"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"
)

func readAnswers(file string) (*script.Answers, error) {
	data, err := folder.ReadFile(file, 1<<20)
	if err != nil {
		return nil, err
	}
	answers, err := script.Read(data)
	if err != nil {
		return nil, handwritten.InFile(file, 0, err)
	}
	return answers, nil
}

// newPerson is the person that answers stand in for. What they say nothing about is said
// on standard error.
func newPerson(cmd *cobra.Command, answers *script.Answers, clock clock.Clock) *script.Person {
	home, _ := os.UserHomeDir() // without one nothing is below it
	becomes := map[string]string{script.Deny: "it is denied", script.Fail: "there is no one to ask"}[answers.Unanswered]
	if becomes == "" {
		becomes = "nobody answers"
	}
	return &script.Person{Answers: answers, Clock: clock, Home: home, Unmatched: func(q ask.Question) {
		fmt.Fprintf(cmd.ErrOrStderr(), "assentctl: no entry of the answers file is for %s: %s\n", entryFor(q), becomes)
	}}
}

// entryFor is what an entry for the question would be for. The target stays out: it may be
// an argument, and standard error a file.
func entryFor(q ask.Question) []byte {
	entry, err := json.Marshal(struct {
		Agent        string `json:"agent"`
		Conversation string `json:"conversation"`
		Tool         string `json:"tool"`
		Scope        string `json:"scope"`
		Sensitivity  string `json:"sensitivity"`
	}{q.Caller.AgentID, q.Caller.ConversationID, q.Tool, q.Scope, q.Sensitivity.String()})
	if err != nil {
		return []byte("a question")
	}
	return entry
}

// openEvents opens the file of --events, to which another engine may have written.
func openEvents(path string, clock clock.Clock, fails func(app.Notice)) (*recording.Events, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		err = fmt.Errorf("the file %s is open to other users; close it with chmod 600, or choose another one", path)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return recording.NewEvents(file, clock, fails), nil
}
