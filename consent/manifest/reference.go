package manifest

import (
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// ref is a reference to be resolved when every subschema is known.
type ref struct {
	at     jsontext.Pointer
	schema map[string]any
	target string
}

// anchor notes the name of the subschema at a pointer.
func (s *screen) anchor(parent, at jsontext.Pointer, value any) {
	name, ok := value.(string)
	if !ok || name == "" || strings.ContainsAny(name, "#/ ") {
		s.report(at, "An anchor must be a plain name.")
		return
	}
	if _, twice := s.anchors[name]; twice {
		s.report(at, "Another part of the schema has this anchor already.")
	}
	s.anchors[name] = parent
}

// resolve rewrites a reference to the pointer of the subschema it leads to,
// spelt as the compiler spells it.
func (s *screen) resolve(r ref) {
	fragment, inside := strings.CutPrefix(r.target, "#")
	if !inside {
		s.report(r.at, "$ref must begin with #: nothing is loaded from elsewhere. Copy the schema into $defs.")
		return
	}
	decoded, err := url.PathUnescape(fragment)
	place := jsontext.Pointer(decoded)
	if decoded != "" && !strings.HasPrefix(decoded, "/") {
		var ok bool
		if place, ok = s.anchors[decoded]; !ok {
			s.report(r.at, "$ref leads nowhere: no part of the schema has this anchor.")
			return
		}
	}
	if err != nil || len(place) > maxPointer || !place.IsValid() || !s.places[normal(place)] {
		s.report(r.at, "$ref must lead to a schema within this one, best below $defs.")
		return
	}
	r.schema["$ref"] = compilerPointer(place)
}

// normal spells a pointer as AppendToken does.
func normal(at jsontext.Pointer) (spelt jsontext.Pointer) {
	for token := range at.Tokens() {
		spelt = spelt.AppendToken(token)
	}
	return spelt
}

// escaped spells a token of a JSON Pointer (RFC 6901).
var escaped = strings.NewReplacer("~", "~0", "/", "~1")

// compilerPointer spells a pointer as the compiler's fragment.
func compilerPointer(at jsontext.Pointer) string {
	var b strings.Builder
	b.WriteByte('#')
	for token := range at.Tokens() {
		token = escaped.Replace(token)
		b.WriteByte('/')
		b.WriteString(url.PathEscape(token))
	}
	return b.String()
}
