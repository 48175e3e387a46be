package ui

import (
	"strconv"
	"strings"

	"assent/app/wire"
)

// commandLine returns the assentctl line that makes the call, quoted for a shell.
func commandLine(r wire.Request) string {
	words := []string{"assentctl", "call", "--agent", r.AgentID, "--tool", r.Tool}
	add := func(wanted bool, more ...string) {
		if wanted {
			words = append(words, more...)
		}
	}
	add(r.Arguments != nil, "--args", string(r.Arguments))
	add(r.ConversationID != "", "--conversation", r.ConversationID)
	add(r.CallID != "", "--call-id", r.CallID)
	if r.TimeoutMS != nil {
		add(true, "--timeout-ms", strconv.Itoa(*r.TimeoutMS))
	}
	add(r.Group, "--group")
	add(r.Shape == wire.Nested, "--sdk")
	return shell(words...)
}

// replayCommand returns the assentctl line that plays a recording again.
func replayCommand(path string) string { return shell("assentctl", "scenario", "replay", path) }

// shell returns words as a shell is told them.
func shell(words ...string) string {
	for i, word := range words {
		words[i] = quote(word)
	}
	return strings.Join(words, " ")
}

// quote returns word as one word of a POSIX shell.
func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@%+,", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
