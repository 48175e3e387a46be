package mcp

import (
	"encoding/json"
	"testing"

	"assent/app/wire"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A picture is one to the client; whatever else there is stays what it was, also as text.
func TestResult(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		result  string
		picture string
	}{
		"a picture":             {`{"content":"UE5H","encoding":"base64","mime_type":"image/png"}`, "PNG"},
		"text":                  {`{"content":"UE5H","encoding":"utf-8","mime_type":"image/png"}`, ""},
		"bytes of another kind": {`{"content":"UE5H","encoding":"base64","mime_type":"application/pdf"}`, ""},
		"text about base64":     {`{"content":"\"base64\"","encoding":"utf-8","mime_type":"text/plain"}`, ""},
		"not base64 at all":     {`{"content":"~","encoding":"base64","mime_type":"image/png"}`, ""},
	} {
		got := result(wire.Reply{Response: wire.OK([]byte(test.result))})
		if image, ok := got.Content[0].(*sdk.ImageContent); ok != (test.picture != "") || ok && string(image.Data) != test.picture {
			t.Errorf("%s became %+v", name, got.Content[0])
		}
		if text, ok := got.Content[0].(*sdk.TextContent); ok && (text.Text != test.result || string(got.StructuredContent.(json.RawMessage)) != test.result) {
			t.Errorf("%s became %q and %s", name, text.Text, got.StructuredContent)
		}
	}
}
