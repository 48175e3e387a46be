package mcp

import (
	"encoding/base64"
	"encoding/json"
	"errors"

	"assent/app/host"
	"assent/app/ingress"
	"assent/app/wire"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// What a model is told of a no, so that it neither tries again nor another way.
const (
	doNotRetry  = " Do not try this again, and do not try another way to the same end. You may ask the user in the conversation whether and how to go on."
	saidNo      = "The user said no."
	alwaysNo    = "The user does not allow this at all."
	noAnswer    = "The user was asked and did not answer in time, which counts as a no."
	notGranted  = "The user has not granted this. They can do so in Assent, on this agent's page."
	paused      = "The user has paused Assent. They can let it go on in its window."
	noOne       = "Nobody is there to agree to this: Assent runs without a window. The user can start its desktop app."
	notReviewed = "The user has not looked at what this agent asks for yet. Assent shows it in its window; this works once they have agreed."
	withdrawn   = "The question was taken back before the user answered, so nothing was done."
	noEngine    = "Assent is not running, so nothing was done. The user can start it: assent, or assentctl serve without a desktop."
)

// Words returns what a model is told of a call that was not done: our words and, where
// the person gave any, theirs. late says that the deadline passed and the question was
// withdrawn; err is what kept the call from being answered at all.
func Words(reply wire.Reply, late bool, err error) []string {
	if err != nil {
		return []string{unanswered(err)}
	}
	text := noWords(reply, late)
	if reply.Status == wire.StatusDenied && reply.Message != "" {
		return []string{text, "The user's words: " + reply.Message}
	}
	return []string{text}
}

func noWords(reply wire.Reply, late bool) string {
	switch {
	case late && reply.Reason == wire.Interrupted, reply.Reason == wire.UserTimeout:
		return noAnswer + doNotRetry
	case reply.Reason == wire.UserRefused:
		return saidNo + doNotRetry
	case reply.Reason == wire.PermissionRevoked:
		return alwaysNo + doNotRetry
	case reply.Reason == wire.ScopeNotGranted:
		return notGranted
	case reply.Reason == wire.Paused:
		return paused
	case reply.Reason == wire.NoOneToAsk:
		return noOne
	case reply.Reason == wire.Interrupted:
		return withdrawn
	case reply.Message != "":
		return reply.Message
	}
	return "Assent did not do it: " + reply.Reason + "."
}

func unanswered(err error) string {
	switch {
	case errors.Is(err, host.ErrLate):
		return notReviewed
	case errors.Is(err, ingress.ErrNoEngine):
		return noEngine
	}
	return "Assent could not be asked, so nothing was done: " + err.Error() + "."
}

// refusal is a tool's error, which the model sees.
func refusal(texts []string) *sdk.CallToolResult {
	r := &sdk.CallToolResult{IsError: true}
	for _, text := range texts {
		r.Content = append(r.Content, &sdk.TextContent{Text: text})
	}
	return r
}

// result is what a tool gave: structured, and the same as text; a picture as a picture.
func result(reply wire.Reply) *sdk.CallToolResult {
	var picture struct {
		Content  string `json:"content"`
		Encoding string `json:"encoding"`
		MIMEType string `json:"mime_type"`
	}
	structured := json.RawMessage(reply.Result)
	if json.Unmarshal(structured, &picture) == nil && picture.Encoding == "base64" && pictures[picture.MIMEType] {
		if data, err := base64.StdEncoding.DecodeString(picture.Content); err == nil {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.ImageContent{Data: data, MIMEType: picture.MIMEType}}}
		}
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(structured)}}, StructuredContent: structured}
}

// pictures are the kinds that clients take as image content.
var pictures = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}
