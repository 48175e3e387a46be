package diff

import (
	"fmt"
	"maps"
	"slices"
)

// branches compares what of several schemas must hold: anyOf or oneOf.
func (p pair) branches(keyword string) {
	old, new := p.unlike(keyword)
	for i, now := range new {
		at := now.at.AppendToken(keyword)
		if i >= len(old) {
			p.tell(ConstraintAdded, at, p.argument)
			continue
		}
		gone := p.pairUp(old[i].list[keyword], now.list[keyword])
		if gone || keyword == "oneOf" { // of which a wider one may hold beside another
			p.tell(ConstraintChanged, at, p.argument)
		}
	}
}

// unlike returns the parts with a keyword that say something else by it than any part of
// the other side.
func (p pair) unlike(keyword string) (old, new []*node) {
	said := func(parts []*node) map[string][]*node {
		by := map[string][]*node{}
		for _, n := range parts {
			if n.list[keyword] != nil {
				key := fmt.Sprintf("%q", p.asserted.sets(n.list[keyword], false))
				by[key] = append(by[key], n)
			}
		}
		return by
	}
	before, now := said(p.old), said(p.new)
	only := func(these, those map[string][]*node) (nodes []*node) {
		for _, key := range slices.Sorted(maps.Keys(these)) {
			if those[key] == nil {
				nodes = append(nodes, these[key][0])
			}
		}
		slices.SortFunc(nodes, func(a, b *node) int { return a.id - b.id })
		return nodes
	}
	return only(before, now), only(now, before)
}

// pairUp compares the branches that differ: with the one that is tagged alike, else with
// the next. It reports whether there are fewer now.
func (p pair) pairUp(old, new []*node) (gone bool) {
	for _, mark := range []func(*node) string{
		func(n *node) string { return string(p.asserted.set(n)) },
		p.tag,
		func(*node) string { return "" },
	} {
		waiting := map[string][]*node{}
		for _, n := range new {
			waiting[mark(n)] = append(waiting[mark(n)], n)
		}
		var left []*node
		for _, was := range old {
			fits := waiting[mark(was)]
			if len(fits) == 0 {
				left = append(left, was)
				continue
			}
			p.compare([]*node{was}, fits[:1], p.argument)
			waiting[mark(was)] = fits[1:]
			new = slices.DeleteFunc(slices.Clone(new), func(n *node) bool { return n == fits[0] })
		}
		old = left
	}
	return len(old) > 0
}

// tag is by what branches tell themselves apart: their types, and the properties that can
// have one value alone.
func (c *comparison) tag(n *node) string {
	parts := c.parts(n)
	types, _ := declared(parts)
	tag := fmt.Sprint(types)
	for _, name := range declaredNames(parts, nil) {
		for _, part := range parts {
			if child := part.named["properties"][name]; child != nil {
				if values, _, limited := allowed(c.parts(child)); limited && len(values) == 1 {
					tag += fmt.Sprintf(" %q=%q", name, slices.Collect(maps.Keys(values)))
				}
			}
		}
	}
	return tag
}

// not tells of what must not hold now and could before. One that differs may be wider or
// narrower.
func (p pair) not() {
	before := below(p.old, "not")
	for _, n := range below(p.new, "not") {
		same := func(old *node) bool { return p.asserted.same([]*node{old}, []*node{n}) }
		if !slices.ContainsFunc(before, same) {
			p.narrowed(len(before) > 0, n.at)
		}
	}
}

// conditions compares what must hold where something else does.
func (p pair) conditions() {
	before := below(p.old, "if")
	for _, now := range p.new {
		condition := now.one["if"]
		if condition == nil || now.one["then"] == nil && now.one["else"] == nil {
			continue
		}
		i := slices.IndexFunc(p.old, func(was *node) bool {
			return was.one["if"] != nil && p.asserted.same([]*node{was.one["if"]}, []*node{condition})
		})
		if i < 0 {
			p.narrowed(len(before) > 0, condition.at)
			continue
		}
		for _, branch := range []string{"then", "else"} {
			old := below(p.old[i:i+1], branch)
			p.slot(old, below([]*node{now}, branch), len(old) > 0, p.argument)
		}
	}
}

// unevaluated tells of what is refused because nothing looked at it: that depends on all
// that stands beside it.
func (p pair) unevaluated() {
	for _, n := range p.new {
		if unevaluated(n) && !slices.ContainsFunc(p.old, func(old *node) bool { return p.asserted.of[old.id] == p.asserted.of[n.id] }) {
			p.narrowed(slices.ContainsFunc(p.old, unevaluated), n.at)
		}
	}
}

// defaults tells of other defaults of top-level arguments, the ones that are filled in
// (contract §4): a call that leaves the argument out means something else than before, or
// fits no more what is said of all arguments together.
func (c *comparison) defaults(old, new *node) {
	for _, name := range declaredNames(nil, []*node{new}) {
		was, is := old.named["properties"][name], new.named["properties"][name]
		var before any
		if was != nil {
			before = was.plain["default"]
		}
		after, filled := is.plain["default"]
		same := string(canonicalText(before)) == string(canonicalText(after))
		if was != nil && !same || was == nil && filled && !c.independent(new) {
			c.tell(DefaultChanged, is.at, name)
		}
	}
}

// independent reports a schema that judges each argument by itself.
func (c *comparison) independent(n *node) bool {
	for keyword := range n.plain {
		if asserts(keyword) && keyword != "type" && keyword != "required" && keyword != "minProperties" {
			return false
		}
	}
	for keyword := range n.one {
		if keyword != "additionalProperties" {
			return false
		}
	}
	return len(n.all)+len(n.list) == 0 && (len(n.named) == 0 || len(n.named) == 1 && n.named["properties"] != nil)
}
