package relay

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// reply is what matters here of a message that a server sent. Everything else of it
// passes unread.
type reply struct {
	raw    []byte         // as it came, its end included
	ID     jsontext.Value `json:"id"`
	Method string         `json:"method"`
	Error  jsontext.Value `json:"error"`
	Result jsontext.Value `json:"result"`
}

// readReply reads a server's message as far as that is possible: what cannot be read
// passes too.
func readReply(raw []byte) (r reply) {
	_ = json.Unmarshal(raw, &r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	return r
}

// answers reports whether the message is the response to a request.
func (r reply) answers() bool {
	return r.Method == "" && len(r.ID) > 0 && (r.Result != nil || r.Error != nil)
}

// needsInput returns what a result wants to know before it is one (2026-07-28): its
// state, and the names of what it asks; ok is false for any other result.
func (r reply) needsInput() (state jsontext.Value, names []string, ok bool) {
	var result struct {
		Type     string                    `json:"resultType"`
		State    jsontext.Value            `json:"requestState"`
		Requests map[string]jsontext.Value `json:"inputRequests"`
	}
	if json.Unmarshal(r.Result, &result) != nil || result.Type != "input_required" {
		return nil, nil, false
	}
	for name := range result.Requests {
		names = append(names, name)
	}
	slices.Sort(names)
	return result.State, names, true
}

// failed reports whether a result is a tool's error.
func (r reply) failed() bool {
	var result struct {
		Failed bool `json:"isError"`
	}
	return json.Unmarshal(r.Result, &result) == nil && result.Failed
}

// toolPage is one page of a tools/list result.
type toolPage struct {
	Tools  []jsontext.Value `json:"tools"`
	Cursor string           `json:"nextCursor"`
}
