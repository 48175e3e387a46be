package ui

import (
	"context"
	"io"
	"os/exec"
	"strings"
	"time"

	"assent/i18n"
)

// speechProgram speaks what it reads, through the desktop's speech service.
const speechProgram = "spd-say"

// speechLimit is how long it may take to take a text.
const speechLimit = 10 * time.Second

// speak has a text spoken, where the person wants that. What is spoken goes through a pipe:
// anybody can see a program's arguments.
func (u *UI) speak(text string) {
	if !u.options.Speak {
		return
	}
	language := "en"
	if u.words.Chinese() {
		language = "zh"
	}
	go func() {
		if speak(language, text) != nil {
			u.later(u.speechless)
		}
	}()
}

// speak hands a line to the speech service.
func speak(language, line string) error {
	ctx, cancel := context.WithTimeout(context.Background(), speechLimit)
	defer cancel()
	program := exec.CommandContext(ctx, speechProgram, "--pipe-mode", "--language", language, "--application-name", "assent")
	program.Stdin, program.Stdout = strings.NewReader(line+"\n"), io.Discard
	return program.Run()
}

// findSpeech says at the start that nothing will be spoken.
func (u *UI) findSpeech() {
	if _, err := exec.LookPath(speechProgram); u.options.Speak && err != nil {
		u.speechless()
	}
}

// speechless says, once until it is put away, that nothing is spoken.
func (u *UI) speechless() {
	missing := i18n.Text{Key: "notice.speechless", Args: map[string]any{"Program": speechProgram}}
	for _, n := range u.notices {
		if n.Key == missing.Key {
			return
		}
	}
	u.Notice(missing)
}
