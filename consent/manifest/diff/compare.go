package diff

import (
	"encoding/binary"
	"regexp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// comparison is what is known while the schemas of one tool are compared.
type comparison struct {
	nodes     []*node // of both
	fuel      int
	exhausted bool

	asserted *classes        // by what they refuse
	compared map[string]bool // pairs of places, by their parts
	patterns map[string]*regexp.Regexp

	told    map[string]bool
	counts  [NotJudged + 1]int
	more    bool // changes than are told
	changes []Change
}

// whole compares two schemas from their roots on.
func (c *comparison) whole(old, new *node) {
	if said := c.classify(true); !said.same([]*node{old}, []*node{new}) {
		c.tell(SchemaChanged, new.at, "")
	} else if !c.exhausted {
		return
	}
	c.asserted = c.classify(false)
	c.compare([]*node{old}, []*node{new}, "")
	c.defaults(old, new)
	if c.exhausted || c.more {
		c.tell(Unexamined, new.at, "")
	}
}

// tell adds a change, once.
func (c *comparison) tell(kind Kind, at jsontext.Pointer, argument string) {
	key := string(kind) + string(at)
	judgement := kind.Judgement()
	switch {
	case c.told[key]:
	case c.counts[judgement] < changesLimit, kind == Unexamined:
		c.told[key] = true
		c.counts[judgement]++
		c.changes = append(c.changes, Change{Kind: kind, Path: string(at), Argument: argument})
	default:
		c.more = true
	}
}

// pair is one place of both schemas: what holds there together.
type pair struct {
	*comparison
	old, new []*node
	argument string // see Change
}

// compare tells what the new nodes refuse, held together, and the old ones did not.
func (c *comparison) compare(old, new []*node, argument string) {
	p := pair{c, c.saying(old), c.saying(new), argument}
	if !c.spend(1+len(p.old)*len(p.new)) || c.asserted.same(old, new) {
		return
	}
	key := placeKey(p.old, p.new)
	if c.compared[key] {
		return // or will be, further up
	}
	c.compared[key] = true
	if never(p.old) != nil {
		return // nothing was let through
	}
	if n := never(p.new); n != nil {
		c.tell(ConstraintAdded, n.at, argument)
		return
	}
	p.types()
	p.values()
	p.bounds()
	p.strings()
	p.required()
	p.dependent()
	p.properties()
	p.items()
	p.contains()
	p.branches("anyOf")
	p.branches("oneOf")
	p.not()
	p.conditions()
	p.unevaluated()
}

// placeKey tells one pair of places from another.
func placeKey(old, new []*node) string {
	var key []byte
	for _, nodes := range [][]*node{old, new} {
		ids := make([]int, len(nodes))
		for i, n := range nodes {
			ids[i] = n.id
		}
		slices.Sort(ids)
		key = binary.AppendUvarint(key, uint64(len(ids)))
		for _, id := range ids {
			key = binary.AppendUvarint(key, uint64(id))
		}
	}
	return string(key)
}

// saying returns the parts of nodes that refuse anything.
func (c *comparison) saying(nodes []*node) []*node {
	return slices.DeleteFunc(c.partsOf(nodes), c.asserted.empty)
}

// never returns the part that lets nothing through, nil when there is none.
func never(parts []*node) *node {
	for _, n := range parts {
		if n.never {
			return n
		}
	}
	return nil
}

// closed reports whether nodes, held together, are the schema false.
func (c *comparison) closed(nodes []*node) bool { return never(c.partsOf(nodes)) != nil }

// open reports whether nodes, held together, let everything through.
func (c *comparison) open(nodes []*node) bool {
	return len(c.saying(nodes)) == 0
}

// slot compares what is at a place below: declared says whether the old schema said
// anything of it. Where the new one says nothing, anything goes.
func (c *comparison) slot(old, new []*node, declared bool, argument string) {
	switch {
	case len(new) == 0:
	case declared:
		c.compare(old, new, argument)
	case !c.open(new):
		c.tell(ConstraintAdded, new[0].at, argument)
	}
}

// below returns the subschemas of a keyword that holds one.
func below(parts []*node, keyword string) (nodes []*node) {
	for _, n := range parts {
		if child := n.one[keyword]; child != nil {
			nodes = append(nodes, child)
		}
	}
	return nodes
}
