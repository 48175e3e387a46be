package diff

import "strconv"

// items compares the items of arrays: those that have a place of their own, and the rest.
func (p pair) items() {
	longest := 0
	for _, parts := range [][]*node{p.old, p.new} {
		for _, n := range parts {
			longest = max(longest, len(n.list["prefixItems"]))
		}
	}
	for i := range longest {
		old, new := item(p.old, i), item(p.new, i)
		p.slot(old, new, len(old) > 0, p.argument+"["+strconv.Itoa(i)+"]")
	}
	old := item(p.old, longest)
	p.slot(old, item(p.new, longest), len(old) > 0, p.argument+"[]")
}

// item returns all that parts say of the item at a place.
func item(parts []*node, i int) (nodes []*node) {
	for _, n := range parts {
		if prefix := n.list["prefixItems"]; i < len(prefix) {
			nodes = append(nodes, prefix[i])
		} else if rest := n.one["items"]; rest != nil {
			nodes = append(nodes, rest)
		}
	}
	return nodes
}

// contains compares what some items must be. How many is 1 at least where nothing is said.
func (p pair) contains() {
	var before []*node
	for _, n := range p.old {
		if n.one["contains"] != nil {
			before = append(before, n)
		}
	}
	for _, n := range p.new {
		if n.one["contains"] != nil && !p.contained(before, n) {
			p.narrowed(len(before) > 0, n.at.AppendToken("contains"))
		}
	}
}

// contained reports whether one of before says at least as much of what an array contains.
func (p pair) contained(before []*node, now *node) bool {
	least, most := count(now)
	if least == 0 && most < 0 {
		return true
	}
	for _, n := range before {
		wasLeast, wasMost := count(n)
		enough := wasLeast >= least && (most < 0 || wasMost >= 0 && wasMost <= most)
		if enough && p.asserted.same([]*node{n.one["contains"]}, []*node{now.one["contains"]}) {
			return true
		}
	}
	return false
}

// count returns how many items a part's contains asks for, and at most; -1 for any number.
func count(n *node) (least, most float64) {
	least, most = 1, -1
	if value, ok := n.plain["minContains"].(float64); ok {
		least = value
	}
	if value, ok := n.plain["maxContains"].(float64); ok {
		most = value
	}
	return least, most
}
