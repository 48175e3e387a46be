package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxSchemas  = 512     // subschemas of one tool: compiling costs the square of them
	maxChoices  = 4096    // values inside one enum or const
	maxPointer  = 1024    // bytes of the pointer to a subschema
	maxCount    = 1 << 40 // counts above are cut to it: nothing is longer
	draft202012 = "https://json-schema.org/draft/2020-12/schema"
)

// screen reads one tool's schema before the compiler sees it. It reports what is
// wrong or refused, measures each subschema, and rewrites the schema so that the
// compiler has no names to resolve and each subschema is paid for: "format" becomes
// the number of a cost, references become pointers that lead to subschemas, and
// uniqueItems is left to the cost.
type screen struct {
	issues     []Issue
	rewritten  any
	room, size int // in bytes: what it may take compiled, and what it takes
	costs      []*cost
	places     map[jsontext.Pointer]bool   // where subschemas are
	anchors    map[string]jsontext.Pointer // and their names
	refs       []ref
	defaults   []placedDefault
	longest    int // pointer to a subschema, in bytes
}

// placedDefault is a default and the schema it must fit.
type placedDefault struct {
	at    jsontext.Pointer
	value any
}

// screened screens a schema, decoded from its canonical form. One that takes more than
// the room is not measured to the end.
func screened(schema any, room int) *screen {
	s := &screen{room: min(room, maxSchemaSize), places: map[jsontext.Pointer]bool{}, anchors: map[string]jsontext.Pointer{}}
	s.rewritten = s.schema("", schema)
	for _, r := range s.refs {
		s.resolve(r)
	}
	if s.size > maxSchemaSize {
		s.report("", "The schema is too large: "+makeSimpler)
	}
	return s
}

// spend notes what a part takes and reports whether there is room for it.
func (s *screen) spend(size int) bool {
	s.size += size
	return s.size <= s.room
}

func (s *screen) report(at jsontext.Pointer, format string, args ...any) {
	s.issues = gather(s.issues, Issue{Path: string(at), Message: fmt.Sprintf(format, args...)})
}

// schema screens the subschema at a pointer.
func (s *screen) schema(at jsontext.Pointer, value any) any {
	s.places[at] = true
	s.longest = max(s.longest, len(at))
	s.spend(schemaSize)
	if len(s.places) > maxSchemas {
		if len(s.places) == maxSchemas+1 {
			s.report("", "The schema has more than %d parts: make it simpler.", maxSchemas)
		}
		return value
	}
	if len(at) > maxPointer {
		s.report("", "The names in the schema are too long or too deep.")
		return value
	}
	members, ok := value.(map[string]any)
	if !ok {
		if _, ok := value.(bool); !ok {
			s.report(at, "A schema must be an object, true or false.")
		}
		return value
	}
	c := &cost{}
	s.costs = append(s.costs, c)
	rewritten := map[string]any{"format": costName(len(s.costs) - 1)}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		s.keyword(c, rewritten, at, name, members[name])
	}
	return rewritten
}

// keyword screens one member of a subschema and adds it to the rewritten one.
func (s *screen) keyword(c *cost, rewritten map[string]any, parent jsontext.Pointer, name string, value any) {
	k := keywordOf(name)
	c.fixed += 1 + len(name)/64
	if k == (keyword{}) && name != "const" && name != "default" {
		return // asserts nothing, and the compiler need not see it
	}
	at := parent.AppendToken(name)
	if k.shape > schemaShapes {
		rewritten[name] = s.applicator(c, at, k, value)
		return
	}
	if k.shape != anything || name == "const" {
		c.fixed += wholeUnits(value)
		s.spend(sizeOf(value))
	}
	switch k.shape {
	case reference:
		c.inPlace++
		if target, ok := value.(string); ok {
			s.refs = append(s.refs, ref{at, rewritten, target})
		} else {
			s.report(at, "$ref must be a string that begins with #.")
		}
	case anchor:
		s.anchor(parent, at, value)
	case expression:
		c.pattern = s.pattern(at, value)
		rewritten[name] = value
	default:
		if demand := k.shape.demand(value, parent == ""); demand != "" {
			s.report(at, "%s %s", name, demand)
		}
		s.plain(c, rewritten, parent, name, value)
	}
}

// plain adds a keyword that holds neither schemas nor names.
func (s *screen) plain(c *cost, rewritten map[string]any, parent jsontext.Pointer, name string, value any) {
	switch name {
	case "format":
		c.format, c.regex = formatOf(value), value == "regex"
	case "uniqueItems":
		c.unique = value == true
	case "default":
		s.spend(sizeOf(value))
		s.defaults = append(s.defaults, placedDefault{parent, value})
	case "enum", "const":
		if countValues(value) > maxChoices {
			s.report(parent.AppendToken(name), "%s must hold at most %d values.", name, maxChoices)
		}
		c.fixed += wholeUnits(value) // once more: numbers are compared as fractions
		rewritten[name] = value
	default:
		if keywordOf(name).shape == count {
			if n, ok := value.(float64); ok {
				value = min(n, maxCount)
			}
		}
		if asserts(name) {
			rewritten[name] = value
		}
	}
}

// asserts reports whether the compiler needs a keyword; what asserts nothing is left
// out.
func asserts(name string) bool {
	switch keywordOf(name).shape {
	case anything, text, list, dialect, identity, refused:
		return false
	}
	return true
}

// applicator screens the schemas of a keyword.
func (s *screen) applicator(c *cost, at jsontext.Pointer, k keyword, value any) any {
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
		value = s.members(c, at, k.shape, members)
	}
	c.count(k, applied)
	return value
}

// members screens schemas that are listed by name or pattern.
func (s *screen) members(c *cost, at jsontext.Pointer, shape shape, members map[string]any) any {
	rewritten := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		place := at.AppendToken(name)
		c.fixed += 1 + len(name)/64
		_, isList := members[name].([]any)
		switch {
		case shape == byNameOrNames && isList:
			c.fixed += wholeUnits(members[name])
			s.spend(sizeOf(members[name]))
			if demand := names.demand(members[name], false); demand != "" {
				s.report(place, "dependencies %s", demand)
			}
			rewritten[name] = members[name]
			continue
		case shape == byPattern:
			c.namePatterns += s.pattern(place, name)
		}
		rewritten[name] = s.schema(place, members[name])
	}
	return rewritten
}
