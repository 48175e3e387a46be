package relay

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"assent/app/mcp/declare"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// agree makes sure that the headers which repeat parts of a guarded message say the same
// as its body: a server may route by either (2026-07-28).
func agree(header http.Header, m message, guard *Guard) error {
	no := func(name string) error {
		return &refused{m.id, codeHeaderMismatch, fmt.Sprintf("the header %s differs from the body", name)}
	}
	member := "name"
	if m.method == methodRead {
		member = "uri"
	}
	name, _ := m.params.text(member)
	for key, values := range header {
		rest, param := strings.CutPrefix(key, "Mcp-Param-")
		switch {
		case key == "Mcp-Name" && (len(values) != 1 || decoded(values[0]) != name):
			return no(key)
		case param && (len(values) != 1 || !guard.repeats(name, rest, decoded(values[0]), m.params["arguments"])):
			return no(key)
		}
	}
	return nil
}

// decoded returns a header's value as it was before it was made printable.
func decoded(value string) string {
	inner, begun := strings.CutPrefix(value, "=?base64?")
	inner, ended := strings.CutSuffix(inner, "?=")
	if !begun || !ended {
		return value
	}
	plain, err := base64.StdEncoding.DecodeString(inner)
	if err != nil {
		return value
	}
	return string(plain)
}

// repeats reports whether value is what an argument of a tool has whose schema names this
// header for it.
func (g *Guard) repeats(name, header, value string, arguments jsontext.Value) bool {
	g.mu.Lock()
	i := slices.IndexFunc(g.tools, func(t declare.Tool) bool { return t.Name == name })
	var schema jsontext.Value
	if i >= 0 {
		schema = g.tools[i].InputSchema
	}
	g.mu.Unlock()
	var declared struct {
		Properties map[string]struct {
			Header string `json:"x-mcp-header"`
		} `json:"properties"`
	}
	all, err := readMembers(arguments)
	if err != nil || json.Unmarshal(schema, &declared) != nil {
		return false
	}
	for property, p := range declared.Properties {
		if strings.EqualFold(p.Header, header) {
			text, ok := all.text(property)
			return ok && text == value || !ok && string(all[property]) == value
		}
	}
	return false
}
