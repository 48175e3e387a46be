package wire

import (
	"assent/consent/ask"
	"assent/consent/visible"

	"github.com/go-json-experiment/json/jsontext"
)

// CallKey names a call: what it names runs at most once (contract §5).
type CallKey = ask.CallKey

// identifier returns the id that raw, a strict value, is, or nothing.
func identifier(raw jsontext.Value) string {
	if id := text(raw); visible.ID(id) {
		return id
	}
	return ""
}
