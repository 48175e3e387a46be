package relay

import (
	"errors"
	"fmt"

	"assent/app/mcp/declare"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const codeMethodNotFound = -32601

// listAll asks a server for all pages of its tools.
func listAll(ask func(cursor jsontext.Value) (reply, bool)) (all []declare.Tool, err error) {
	var cursor jsontext.Value
	for {
		r, ok := ask(cursor)
		switch {
		case !ok:
			return nil, errors.New("it does not answer")
		case r.Error != nil && r.code() == codeMethodNotFound:
			return nil, nil // a server without tools
		case r.Error != nil:
			return nil, errors.New("it answers with an error")
		}
		var page toolPage
		if err := json.Unmarshal(r.Result, &page); err != nil {
			return nil, fmt.Errorf("its answer is no list of tools: %w", err)
		}
		for _, raw := range page.Tools {
			t, err := declare.Read(raw)
			if err != nil {
				return nil, err
			}
			if all = append(all, t); len(all) > declare.MaxTools {
				return nil, fmt.Errorf("it lists more than %d", declare.MaxTools)
			}
		}
		if page.Cursor == "" || len(page.Tools) == 0 {
			return all, nil
		}
		if cursor, err = json.Marshal(page.Cursor); err != nil {
			return nil, err
		}
	}
}

// code returns an error's code.
func (r reply) code() int {
	var e struct {
		Code int `json:"code"`
	}
	if json.Unmarshal(r.Error, &e) != nil {
		return 0
	}
	return e.Code
}

// ownMeta returns what of a request's _meta the relay's own request needs: a protocol
// without sessions says in each who speaks which version.
func ownMeta(meta jsontext.Value) jsontext.Value {
	all, err := readMembers(meta)
	if err != nil {
		return nil
	}
	const prefix = "io.modelcontextprotocol/"
	return object(prefix+"protocolVersion", all[prefix+"protocolVersion"],
		prefix+"clientInfo", all[prefix+"clientInfo"], prefix+"clientCapabilities", all[prefix+"clientCapabilities"])
}
