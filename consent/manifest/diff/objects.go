package diff

import (
	"maps"
	"regexp"
	"slices"
)

// properties compares the members of objects: those that are declared, those that
// match a pattern, and all others.
func (p pair) properties() {
	for _, name := range declaredNames(p.old, p.new) {
		p.property(name)
	}
	for _, pattern := range keys(p.old, p.new, "patternProperties") {
		p.matching(pattern)
	}
	p.additional()
	old := below(p.old, "propertyNames")
	p.slot(old, below(p.new, "propertyNames"), len(old) > 0, p.argument)
}

// declaredNames are the names of properties in old or new parts.
func declaredNames(old, new []*node) []string { return keys(old, new, "properties") }

// keys are the names or patterns below a keyword of old or new parts.
func keys(old, new []*node, keyword string) []string {
	all := map[string]bool{}
	for _, n := range slices.Concat(old, new) {
		for key := range n.named[keyword] {
			all[key] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// property compares what holds for one name that either side declares.
func (p pair) property(name string) {
	old, was := p.member(p.old, name)
	new, is := p.member(p.new, name)
	argument := member(p.argument, name)
	switch {
	case p.closed(old): // no call had it
	case is:
		p.slot(old, new, was || len(old) > 0, argument)
	case p.closed(new):
		p.tell(PropertyRemoved, old[0].at, argument)
	case len(new) > 0:
		p.compare(old, new, argument)
	}
}

// member returns all that parts say of a member's value, and whether one of them knows its
// name, be it by a pattern.
func (p pair) member(parts []*node, name string) (nodes []*node, known bool) {
	for _, n := range parts {
		matched := false
		if child := n.named["properties"][name]; child != nil {
			nodes, matched = append(nodes, child), true
		}
		for _, pattern := range slices.Sorted(maps.Keys(n.named["patternProperties"])) {
			if p.matches(pattern, name) {
				nodes, matched = append(nodes, n.named["patternProperties"][pattern]), true
			}
		}
		if rest := n.one["additionalProperties"]; rest != nil && !matched {
			nodes = append(nodes, rest)
		}
		known = known || matched
	}
	return nodes, known
}

// matching compares what holds for names that match a pattern and that nobody declares.
func (p pair) matching(pattern string) {
	old, was := patterned(p.old, pattern, false)
	new, _ := patterned(p.new, pattern, true)
	switch {
	case p.closed(old):
	case was && p.closed(new):
		p.tell(PropertyRemoved, old[0].at, p.argument)
	default:
		p.slot(old, new, was || len(old) > 0, p.argument)
	}
}

// patterned returns what parts say of names that match a pattern, and whether one of them
// has it. A part without it says what it says of additional ones; where it has other
// patterns, which may match the same names, only when that is to be assumed.
func patterned(parts []*node, pattern string, assume bool) (nodes []*node, known bool) {
	for _, n := range parts {
		patterns := n.named["patternProperties"]
		if child := patterns[pattern]; child != nil {
			nodes, known = append(nodes, child), true
		} else if rest := n.one["additionalProperties"]; rest != nil && (assume || len(patterns) == 0) {
			nodes = append(nodes, rest)
		}
	}
	return nodes, known
}

// additional compares what holds for names that nobody declares and no pattern matches.
func (p pair) additional() {
	old, new := below(p.old, "additionalProperties"), below(p.new, "additionalProperties")
	switch {
	case p.closed(old):
	case p.closed(new):
		for _, n := range new {
			if p.closed([]*node{n}) {
				p.tell(AdditionalPropertiesClosed, n.at, p.argument)
			}
		}
	default:
		p.slot(old, new, len(old) > 0, p.argument)
	}
}

// matches reports whether a name matches a pattern.
func (c *comparison) matches(pattern, name string) bool {
	re, known := c.patterns[pattern]
	if !known {
		c.spend(len(pattern))
		re, _ = regexp.Compile(pattern)
		c.patterns[pattern] = re
	}
	return re != nil && c.spend(1+len(pattern)*len(name)/1024) && re.MatchString(name)
}
