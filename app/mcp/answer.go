package mcp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"

	"assent/app/host"
	"assent/app/ingress"
	"assent/app/wire"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// What a model is told where no engine judged the call; of a no, host.Denial tells it.
const (
	notReviewed = "The user has not looked at what this agent asks for yet. Assent shows it in its window; this works once they have agreed."
	noEngine    = "Assent is not running, so nothing was done. The user can start it: assent, or assentctl serve without a desktop."
)

// Words returns what a model is told of a call that was not done: our words and, where
// the person gave any, theirs. late says that the deadline passed and the question was
// withdrawn; err is what kept the call from being answered at all.
func Words(reply wire.Reply, late bool, err error) []string {
	if err != nil {
		return []string{unanswered(err)}
	}
	if late && reply.Reason == wire.Interrupted {
		return []string{host.Late()}
	}
	message := reply.Message
	if reply.Status != wire.StatusDenied || message == "" {
		return []string{host.Denial(reply)}
	}
	reply.Message = "" // the person's: it stands apart from our words
	return []string{host.Denial(reply), "The user's words: " + message}
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
	if image := picture(reply.Result); image != nil {
		return &sdk.CallToolResult{Content: []sdk.Content{image}}
	}
	return &sdk.CallToolResult{
		Content: []sdk.Content{&sdk.TextContent{Text: string(reply.Result)}}, StructuredContent: json.RawMessage(reply.Result),
	}
}

// picture returns the picture that a result is, nil where it is none.
func picture(result []byte) *sdk.ImageContent {
	if !bytes.Contains(result, []byte(`"base64"`)) { // most are text, and long
		return nil
	}
	var read struct {
		Content  string `json:"content"`
		Encoding string `json:"encoding"`
		MIMEType string `json:"mime_type"`
	}
	if json.Unmarshal(result, &read) != nil || read.Encoding != "base64" || !pictures[read.MIMEType] {
		return nil
	}
	data, err := base64.StdEncoding.DecodeString(read.Content)
	if err != nil {
		return nil
	}
	return &sdk.ImageContent{Data: data, MIMEType: read.MIMEType}
}

// pictures are the kinds that clients take as image content.
var pictures = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}
