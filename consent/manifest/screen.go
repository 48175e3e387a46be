package manifest

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxSchemas = 512     // subschemas of one tool: compiling costs the square of them
	maxChoices = 4096    // values inside one enum or const
	maxCount   = 1 << 40 // counts above are cut to it: nothing is longer
	dialect202 = "https://json-schema.org/draft/2020-12/schema"
)

// screen reads one tool's schema before the compiler sees it. It reports what is
// wrong or refused, measures each subschema, and rewrites the schema so that the
// compiler has no names to resolve and the meter is called for each subschema:
// "format" becomes the number of a gauge, references become pointers that lead to
// subschemas, and uniqueItems is left to the meter.
type screen struct {
	issues   []Issue
	gauges   []*gauge
	places   map[jsontext.Pointer]bool   // where subschemas are
	anchors  map[string]jsontext.Pointer // and their names
	refs     []ref
	defaults []fallback
	longest  int // pointer to a subschema, in bytes
}

// ref is a reference to be resolved when every subschema is known.
type ref struct {
	at     jsontext.Pointer
	schema map[string]any
	target string
}

// fallback is a default and the schema it must fit.
type fallback struct {
	at    jsontext.Pointer
	value any
}

// run screens a schema and returns the one to compile.
func (s *screen) run(schema any) any {
	s.places, s.anchors = map[jsontext.Pointer]bool{}, map[string]jsontext.Pointer{}
	rewritten := s.schema("", schema)
	for _, r := range s.refs {
		s.resolve(r)
	}
	return rewritten
}

func (s *screen) report(at jsontext.Pointer, format string, args ...any) {
	s.issues = append(s.issues, Issue{Path: string(at), Message: fmt.Sprintf(format, args...)})
}

// schema screens the subschema at a pointer.
func (s *screen) schema(at jsontext.Pointer, value any) any {
	s.places[at] = true
	s.longest = max(s.longest, len(at))
	members, ok := value.(map[string]any)
	if !ok {
		if _, ok := value.(bool); !ok {
			s.report(at, "A schema must be an object, true or false.")
		}
		return value
	}
	if len(s.places) > maxSchemas {
		if len(s.places) == maxSchemas+1 {
			s.report("", "The schema has more than %d parts: make it simpler.", maxSchemas)
		}
		return value
	}
	g := &gauge{}
	s.gauges = append(s.gauges, g)
	rewritten := map[string]any{"format": gaugeName(len(s.gauges) - 1)}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		s.keyword(g, rewritten, at, name, members[name])
	}
	return rewritten
}

// keyword screens one member of a subschema and adds it to the rewritten one.
func (s *screen) keyword(g *gauge, rewritten map[string]any, parent jsontext.Pointer, name string, value any) {
	at, k := parent.AppendToken(name), keywordOf(name)
	g.fixed += 1 + len(name)/64
	if k.shape > schemaShapes {
		rewritten[name] = s.applicator(g, at, k, value)
		return
	}
	if k.shape != anything || name == "const" {
		g.fixed += weigh(value)
	}
	switch k.shape {
	case reference:
		g.inPlace++
		if target, ok := value.(string); ok {
			s.refs = append(s.refs, ref{at, rewritten, target})
		} else {
			s.report(at, "$ref must be a string that begins with #.")
		}
	case anchor:
		s.anchor(parent, at, value)
	case expression:
		g.pattern = s.pattern(at, value)
		rewritten[name] = value
	default:
		if complaint := k.shape.complaint(value, parent == ""); complaint != "" {
			s.report(at, "%s %s", name, complaint)
		}
		s.plain(g, rewritten, parent, name, value)
	}
}

// plain adds a keyword that holds neither schemas nor names.
func (s *screen) plain(g *gauge, rewritten map[string]any, parent jsontext.Pointer, name string, value any) {
	switch name {
	case "format":
		g.format = formatOf(value)
	case "uniqueItems":
		g.unique = value == true
	case "default":
		s.defaults = append(s.defaults, fallback{parent, value})
	case "enum", "const":
		if nodes(value) > maxChoices {
			s.report(parent.AppendToken(name), "%s must hold at most %d values.", name, maxChoices)
		}
		rewritten[name] = value
	default:
		if keywordOf(name).shape == count {
			if n, ok := value.(float64); ok {
				value = min(n, maxCount)
			}
		}
		if compiled(name) {
			rewritten[name] = value
		}
	}
}

// compiled reports whether the compiler needs a keyword: what asserts nothing is
// left out.
func compiled(name string) bool {
	switch keywordOf(name).shape {
	case anything, text, list, dialect, identity, refused:
		return false
	}
	return true
}

// applicator screens the schemas of a keyword.
func (s *screen) applicator(g *gauge, at jsontext.Pointer, k keyword, value any) any {
	applied := 0
	switch {
	case k.shape == one:
		applied = 1
		value = s.schema(at, value)
	case k.shape == several:
		items, ok := value.([]any)
		if !ok || len(items) == 0 {
			s.report(at, "This must be a list of at least one schema.")
			return value
		}
		applied = len(items)
		rewritten := make([]any, len(items))
		for i, item := range items {
			rewritten[i] = s.schema(at.AppendToken(strconv.Itoa(i)), item)
		}
		value = rewritten
	default:
		members, ok := value.(map[string]any)
		if !ok {
			s.report(at, "This must be an object whose members are schemas.")
			return value
		}
		applied = len(members)
		value = s.members(g, at, k.shape, members)
	}
	g.count(k, applied)
	return value
}

// members screens schemas that are listed by name or pattern.
func (s *screen) members(g *gauge, at jsontext.Pointer, shape shape, members map[string]any) any {
	rewritten := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		place := at.AppendToken(name)
		g.fixed += 1 + len(name)/64
		_, isList := members[name].([]any)
		switch {
		case shape == byNameOrNames && isList:
			g.fixed += weigh(members[name])
			if complaint := names.complaint(members[name], false); complaint != "" {
				s.report(place, "dependencies %s", complaint)
			}
			rewritten[name] = members[name]
			continue
		case shape == byPattern:
			g.namePatterns += s.pattern(place, name)
		}
		rewritten[name] = s.schema(place, members[name])
	}
	return rewritten
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
	if err != nil || !place.IsValid() || !s.places[normal(place)] {
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

// compilerPointer spells a pointer as the compiler's fragment.
func compilerPointer(at jsontext.Pointer) string {
	var b strings.Builder
	b.WriteByte('#')
	for token := range at.Tokens() {
		token = strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
		b.WriteByte('/')
		b.WriteString(url.PathEscape(token))
	}
	return b.String()
}

// complaint says what is wrong with a keyword's value, "" when nothing is.
func (s shape) complaint(value any, root bool) string {
	switch s {
	case text:
		return unless(is[string](value), "must be a string.")
	case boolean:
		return unless(is[bool](value), "must be true or false.")
	case number:
		return unless(is[float64](value), "must be a number.")
	case positive:
		n, ok := value.(float64)
		return unless(ok && n > 0, "must be a number above 0.")
	case count:
		n, ok := value.(float64)
		return unless(ok && n >= 0 && n == math.Trunc(n), "must be an integer from 0.")
	case list:
		return unless(is[[]any](value), "must be a list.")
	case choices:
		items, ok := value.([]any)
		return unless(ok && len(items) > 0, "must list at least one value: an empty one refuses everything.")
	case names:
		return unless(differentStrings(value), "must be a list of different strings.")
	case namesOf:
		members, ok := value.(map[string]any)
		for _, member := range members {
			ok = ok && differentStrings(member)
		}
		return unless(ok, "must be an object of lists of different strings.")
	case typeNames:
		return unless(areTypes(value), "must be array, boolean, integer, null, number, object or string, or a list of them.")
	case dialect:
		uri, _ := value.(string)
		return unless(strings.TrimSuffix(uri, "#") == dialect202, "must be "+dialect202+", or left out.")
	case identity:
		return unless(is[string](value) && root, "must be a string and stand at the root only.")
	case refused:
		return "is not supported: use $ref and $defs."
	}
	return ""
}

func unless(ok bool, complaint string) string {
	if ok {
		return ""
	}
	return complaint
}

func is[T any](value any) bool {
	_, ok := value.(T)
	return ok
}

func differentStrings(value any) bool {
	items, ok := value.([]any)
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		name, isString := item.(string)
		ok = ok && isString && !seen[name]
		seen[name] = true
	}
	return ok
}

func areTypes(value any) bool {
	if one, ok := value.(string); ok {
		value = []any{one}
	}
	items, _ := value.([]any)
	for _, item := range items {
		switch item {
		case "array", "boolean", "integer", "null", "number", "object", "string":
		default:
			return false
		}
	}
	return len(items) > 0 && differentStrings(value)
}
