package app

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Trial is a tool call as a person writes it, to try an agent's tool out.
type Trial struct {
	Agent, Tool  string
	Arguments    jsontext.Value // nil: none
	Conversation string
	CallID       string // empty: a new one
	Group        bool   // from a group conversation
	Nested       bool   // in the SDK's shape
	TimeoutMS    *int   // nil: the manifest's
}

// Line returns the line that carries the call (contract §2, §3). The error is that the
// arguments are not JSON.
func (t Trial) Line() ([]byte, error) {
	if t.CallID == "" {
		t.CallID = "call_" + rand.Text()
	}
	if t.Arguments == nil {
		t.Arguments = jsontext.Value("{}")
	}
	if !t.Arguments.IsValid() {
		return nil, errors.New("the arguments are not JSON")
	}
	call := trialCall{CallID: t.CallID, Tool: t.Tool, Arguments: t.Arguments, TimeoutMS: t.TimeoutMS}
	line := trialLine{
		Type: "message", AgentID: t.Agent, ConversationID: t.Conversation, ConversationType: "h2a",
		Subtype: "artifact_tool_call", ContentType: "artifact",
	}
	if t.Group {
		line.ConversationType = "h2g"
	}
	line.Payload.Type = "artifact"
	line.Payload.Artifact.Subtype = "tool_call"
	if t.Nested {
		line.Payload.Artifact.ID, line.Payload.Artifact.Payload = t.CallID, &call
	} else {
		line.Payload.Artifact.trialCall = call
	}
	return json.Marshal(line)
}

type trialLine struct {
	Type             string `json:"type"`
	AgentID          string `json:"agent_id"`
	ConversationID   string `json:"conversation_id"`
	ConversationType string `json:"conversation_type"`
	Subtype          string `json:"msg_subtype"`
	ContentType      string `json:"content_type"`
	Payload          struct {
		Type     string `json:"type"`
		Artifact struct {
			Subtype string     `json:"subtype"`
			ID      string     `json:"artifact_id,omitzero"`
			Payload *trialCall `json:"payload,omitzero"`
			trialCall
		} `json:"artifact"`
	} `json:"payload"`
}

type trialCall struct {
	CallID    string         `json:"call_id,omitzero"`
	Tool      string         `json:"tool_name,omitzero"`
	Arguments jsontext.Value `json:"arguments,omitzero"`
	TimeoutMS *int           `json:"timeout_ms,omitzero"`
}

// CommandLine returns the assentctl line that makes the call, quoted for a shell.
func CommandLine(t Trial) string {
	words := []string{"assentctl", "call", "--agent", t.Agent, "--tool", t.Tool}
	add := func(wanted bool, more ...string) {
		if wanted {
			words = append(words, more...)
		}
	}
	add(t.Arguments != nil, "--args", string(t.Arguments))
	add(t.Conversation != "", "--conversation", t.Conversation)
	add(t.CallID != "", "--call-id", t.CallID)
	if t.TimeoutMS != nil {
		add(true, "--timeout-ms", strconv.Itoa(*t.TimeoutMS))
	}
	add(t.Group, "--group")
	add(t.Nested, "--sdk")
	return shell(words...)
}

// ReplayCommand returns the assentctl line that plays a recording again.
func ReplayCommand(path string) string { return shell("assentctl", "scenario", "replay", path) }

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

// Play sends the call as a host would, through the whole chain, and waits for its
// answer. The end of ctx is a hang-up: the answer then says so. The error is that the
// arguments are not JSON.
func (e *Engine) Play(ctx context.Context, t Trial) (sent, received []byte, err error) {
	if sent, err = t.Line(); err != nil {
		return nil, nil, err
	}
	answers := make(chan []byte, 1) // one line answers one call
	session := e.Connect(func(line []byte) {
		if lineType(line) != "relation" {
			answers <- line
		}
	})
	defer session.HangUp()
	stop := context.AfterFunc(ctx, session.HangUp)
	defer stop()
	session.Receive(sent, func() {})
	return sent, <-answers, nil
}

// lineType returns the type of a line that an engine sent.
func lineType(line []byte) string {
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return ""
	}
	return head.Type
}
