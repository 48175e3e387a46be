package diff

import (
	"maps"
	"slices"
	"strconv"
)

// required tells of names that had not to be there.
func (p pair) required() {
	before := requiredNames(p.old)
	for _, n := range p.new {
		list, _ := n.plain["required"].([]any)
		p.spend(len(list))
		for i, name := range list {
			name, ok := name.(string)
			if ok && !before[name] {
				before[name] = true // once
				p.tell(RequiredAdded, n.at.AppendToken("required").AppendToken(strconv.Itoa(i)), member(p.argument, name))
			}
		}
	}
}

// requiredNames are those that parts require.
func requiredNames(parts []*node) map[string]bool {
	all := map[string]bool{}
	for _, n := range parts {
		list, _ := n.plain["required"].([]any)
		for _, name := range list {
			if name, ok := name.(string); ok {
				all[name] = true
			}
		}
	}
	return all
}

// dependentKeywords are both spellings of what depends on a name.
var dependentKeywords = []string{"dependentRequired", "dependencies"}

// dependent tells of names that had not to be there beside others.
func (p pair) dependent() {
	always := requiredNames(p.old)
	before := map[string]map[string]bool{}
	for _, n := range p.old {
		for _, keyword := range dependentKeywords {
			for name, needed := range dependencies(n, keyword) {
				if before[name] == nil {
					before[name] = map[string]bool{}
				}
				maps.Copy(before[name], needed)
			}
		}
	}
	for _, n := range p.new {
		for _, keyword := range dependentKeywords {
			needed := dependencies(n, keyword)
			for _, name := range slices.Sorted(maps.Keys(needed)) {
				missing := maps.Clone(needed[name])
				maps.DeleteFunc(missing, func(other string, _ bool) bool {
					return other == name || always[other] || before[name][other]
				})
				if len(missing) > 0 {
					p.narrowed(before[name] != nil, n.at.AppendToken(keyword).AppendToken(name))
				}
			}
		}
	}
	p.dependentSchemas()
}

// dependencies are the names that a part needs beside each other one.
func dependencies(n *node, keyword string) map[string]map[string]bool {
	members, _ := n.plain[keyword].(map[string]any)
	all := map[string]map[string]bool{}
	for name, member := range members {
		if list, ok := member.([]any); ok {
			all[name] = map[string]bool{}
			for _, other := range list {
				if other, ok := other.(string); ok {
					all[name][other] = true
				}
			}
		}
	}
	return all
}

// dependentSchemas compares what holds where a name is there.
func (p pair) dependentSchemas() {
	at := func(parts []*node, name string) (nodes []*node) {
		for _, n := range parts {
			for _, keyword := range []string{"dependentSchemas", "dependencies"} {
				if child := n.named[keyword][name]; child != nil {
					nodes = append(nodes, child)
				}
			}
		}
		return nodes
	}
	all := map[string]bool{}
	for _, n := range p.new {
		for _, keyword := range []string{"dependentSchemas", "dependencies"} {
			for name := range n.named[keyword] {
				all[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		old := at(p.old, name)
		p.slot(old, at(p.new, name), len(old) > 0, p.argument)
	}
}

// member is the argument of a name within another one.
func member(argument, name string) string {
	if argument == "" {
		return name
	}
	return argument + "." + name
}
