package diff

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// classes sorts subschemas by what they say: two in one class say the same, whatever
// they are called and wherever they stand.
type classes struct {
	c     *comparison
	words bool // what asserts nothing counts too: titles, descriptions, unknown keywords

	// looked says that something is refused because nothing looked at it, so that what
	// looks and lets everything through counts, too.
	looked bool
	of     []uint64
	plain  [][]byte // what each node's keywords without schemas say
}

// classify puts every node in its class. It begins with one class for all and splits
// classes by their keywords and by the classes of the subschemas below, until no class
// splits any more: so recursive schemas end, too. Without fuel every node gets a class
// of its own.
func (c *comparison) classify(words bool) *classes {
	s := &classes{c: c, words: words, of: make([]uint64, len(c.nodes)), plain: make([][]byte, len(c.nodes)), looked: slices.ContainsFunc(c.nodes, unevaluated)}
	for i, n := range c.nodes {
		s.plain[i] = s.keywords(n)
	}
	for count := 1; ; {
		next, found := make([]uint64, len(c.nodes)), map[string]uint64{}
		for i, n := range c.nodes {
			if !c.spend(1) {
				break
			}
			key := string(s.key(n))
			class, known := found[key]
			if !known {
				class = uint64(len(found)) + 1
				found[key] = class
			}
			next[i] = class
		}
		if c.exhausted {
			for i := range s.of {
				s.of[i] = uint64(i) + 1
			}
			return s
		}
		s.of = next
		if len(found) == count {
			return s
		}
		count = len(found)
	}
}

// key says what a node says by itself, its subschemas told by their present classes.
func (s *classes) key(n *node) []byte {
	key := binary.AppendUvarint(nil, s.of[n.id]) // classes only split
	key = append(key, s.plain[n.id]...)
	children := func(keyword string, sets ...[]byte) {
		key = append(append(key, keyword...), 0)
		for _, set := range sets {
			key = append(binary.AppendUvarint(key, uint64(len(set))), set...)
		}
	}
	for _, keyword := range slices.Sorted(maps.Keys(n.one)) {
		if s.says(keyword, n.one[keyword]) {
			children(keyword, s.set(n.one[keyword]))
		}
	}
	for _, keyword := range slices.Sorted(maps.Keys(n.list)) {
		children(keyword, s.sets(n.list[keyword], keyword == "prefixItems")...)
	}
	for _, keyword := range slices.Sorted(maps.Keys(n.named)) {
		for _, name := range slices.Sorted(maps.Keys(n.named[keyword])) {
			children(keyword, []byte(name), s.set(n.named[keyword][name]))
		}
	}
	if unevaluated(n) { // which looks into what is beside it, and no further
		children("allOf", s.sets(n.all, false)...)
	}
	return key
}

// set tells what holds together where a node does: the classes of its parts that say
// anything, in order, once each.
func (s *classes) set(nodes ...*node) []byte {
	var all []uint64
	for _, n := range nodes {
		parts := s.c.parts(n)
		s.c.spend(len(parts))
		for _, part := range parts {
			if !s.empty(part) {
				all = append(all, s.of[part.id])
			}
		}
	}
	slices.Sort(all)
	var set []byte
	for _, class := range slices.Compact(all) {
		set = binary.AppendUvarint(set, class)
	}
	return set
}

// sets are the sets of a list's nodes, sorted where their order says nothing.
func (s *classes) sets(nodes []*node, ordered bool) (sets [][]byte) {
	for _, n := range nodes {
		sets = append(sets, s.set(n))
	}
	if !ordered {
		slices.SortFunc(sets, slices.Compare)
	}
	return sets
}

// same reports whether two lists of nodes say the same, each held together.
func (s *classes) same(a, b []*node) bool {
	return !s.c.exhausted && slices.Equal(s.set(a...), s.set(b...))
}

// empty reports a node that by itself says nothing.
func (s *classes) empty(n *node) bool {
	if n.never || len(s.plain[n.id])+len(n.list)+len(n.named) > 0 {
		return false
	}
	for keyword, child := range n.one {
		if s.says(keyword, child) {
			return false
		}
	}
	return true
}

// says reports whether a keyword that holds one schema says anything.
func (s *classes) says(keyword string, child *node) bool {
	switch {
	case s.words, s.looked:
		return true
	case keyword == "contentSchema":
		return false
	case keyword == "additionalProperties", keyword == "items", keyword == "propertyNames":
		return !trivial(child)
	}
	return true
}

// trivial reports a schema that lets everything through as it is written.
func trivial(n *node) bool {
	return !n.never && len(n.plain)+len(n.one)+len(n.list)+len(n.named)+len(n.all) == 0
}

// unevaluated reports a node whose meaning depends on what its parts looked at.
func unevaluated(n *node) bool {
	return n.one["unevaluatedProperties"] != nil || n.one["unevaluatedItems"] != nil
}

// keywords tells a node's keywords without schemas, with sets in order.
func (s *classes) keywords(n *node) (said []byte) {
	if n.never {
		return []byte("false")
	}
	for _, keyword := range slices.Sorted(maps.Keys(n.plain)) {
		if s.words || asserts(keyword) {
			value := canonicalText(ordered(keyword, n.plain[keyword]))
			said = append(append(said, keyword...), 0)
			said = append(append(said, value...), 0)
		}
	}
	return said
}

// asserts reports a keyword without schemas that may refuse a value.
func asserts(keyword string) bool {
	switch keyword {
	case "type", "enum", "const", "required", "dependentRequired", "dependencies", "pattern", "format", "uniqueItems", "multipleOf",
		"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
		"minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties":
		return true
	}
	return false
}

// ordered returns the value of a keyword with its sets in order.
func ordered(keyword string, value any) any {
	switch keyword {
	case "type":
		if name, one := value.(string); one {
			value = []any{name}
		}
		return texts(value)
	case "enum", "required":
		return texts(value)
	case "dependentRequired", "dependencies":
		names := map[string]any{}
		for name, member := range value.(map[string]any) {
			if _, list := member.([]any); list { // a schema is a node of its own
				names[name] = texts(member)
			}
		}
		return names
	}
	return value
}

// texts are the canonical forms of a list's items, in order.
func texts(value any) []string {
	items, _ := value.([]any)
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = string(canonicalText(item))
	}
	slices.Sort(all)
	return all
}

// canonicalText returns the RFC 8785 form of a value that was decoded from JSON.
func canonicalText(value any) jsontext.Value {
	text, err := json.Marshal(value)
	if err != nil {
		return nil // not so for what was decoded
	}
	form := jsontext.Value(text)
	if form.Canonicalize() != nil {
		return nil
	}
	return form
}
