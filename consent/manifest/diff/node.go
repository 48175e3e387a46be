package diff

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// node is one subschema.
type node struct {
	id    int
	at    jsontext.Pointer // in its manifest
	never bool             // the schema false

	plain map[string]any              // keywords that hold no schemas
	one   map[string]*node            // those that hold one,
	list  map[string][]*node          // a list,
	named map[string]map[string]*node // or some by name or pattern
	all   []*node                     // what $ref and allOf lead to: it holds where this one does

	together []*node // see parts
}

// reader reads the schema of one manifest. Both manifests' nodes are numbered in one row.
type reader struct {
	*comparison
	root    jsontext.Pointer
	at      map[jsontext.Pointer]*node
	anchors map[string]*node
	refs    []func()
}

// read returns the root of a schema, which is valid, and stands at a place.
func (c *comparison) read(at jsontext.Pointer, schema jsontext.Value) *node {
	var value any
	if err := json.Unmarshal(schema, &value); err != nil {
		c.exhausted = true
	}
	r := reader{comparison: c, root: at, at: map[jsontext.Pointer]*node{}, anchors: map[string]*node{}}
	root := r.node(at, value)
	for _, resolve := range r.refs {
		resolve()
	}
	return root
}

func (r *reader) node(at jsontext.Pointer, value any) *node {
	n := &node{id: len(r.nodes), at: at, plain: map[string]any{}, one: map[string]*node{}, list: map[string][]*node{}, named: map[string]map[string]*node{}}
	r.nodes = append(r.nodes, n)
	r.at[at] = n
	n.never = value == false
	members, _ := value.(map[string]any)
	for _, keyword := range slices.Sorted(maps.Keys(members)) {
		r.keyword(n, keyword, at.AppendToken(keyword), members[keyword])
	}
	return n
}

func (r *reader) keyword(n *node, keyword string, at jsontext.Pointer, value any) {
	switch keyword {
	case "$ref":
		r.refs = append(r.refs, func() { r.follow(n, value) })
	case "$anchor", "$dynamicAnchor":
		if name, ok := value.(string); ok {
			r.anchors[name] = n
		}
	case "$schema", "$id": // one may stand there, and says nothing
	case "$defs", "definitions":
		r.byName(at, value) // for what refers to them
	case "allOf":
		n.all = append(n.all, r.several(at, value)...)
	case "anyOf", "oneOf", "prefixItems":
		n.list[keyword] = r.several(at, value)
	case "properties", "patternProperties", "dependentSchemas":
		r.members(n, keyword, at, value)
	case "dependencies": // of old: schemas, or lists of names
		r.members(n, keyword, at, value)
		n.plain[keyword] = value
	case "not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames",
		"unevaluatedItems", "unevaluatedProperties", "contentSchema":
		n.one[keyword] = r.node(at, value)
	default:
		n.plain[keyword] = value
	}
}

// members reads schemas by name. To have none is to say nothing, if in so many words.
func (r *reader) members(n *node, keyword string, at jsontext.Pointer, value any) {
	if nodes := r.byName(at, value); len(nodes) > 0 {
		n.named[keyword] = nodes
	} else {
		n.plain[keyword] = value
	}
}

func (r *reader) several(at jsontext.Pointer, value any) (nodes []*node) {
	items, _ := value.([]any)
	for i, item := range items {
		nodes = append(nodes, r.node(at.AppendToken(strconv.Itoa(i)), item))
	}
	return nodes
}

func (r *reader) byName(at jsontext.Pointer, value any) map[string]*node {
	nodes := map[string]*node{}
	members, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if _, names := members[name].([]any); !names {
			nodes[name] = r.node(at.AppendToken(name), members[name])
		}
	}
	return nodes
}

// follow finds what a $ref leads to: a pointer within the schema, or an anchor.
func (r *reader) follow(n *node, value any) {
	written, _ := value.(string)
	target, err := url.PathUnescape(strings.TrimPrefix(written, "#"))
	to := r.anchors[target]
	if target == "" || target[0] == '/' {
		at := r.root
		for token := range jsontext.Pointer(target).Tokens() {
			at = at.AppendToken(token)
		}
		to = r.at[at]
	}
	if err != nil || to == nil { // not so in a manifest that is valid
		r.exhausted = true
		return
	}
	n.all = append(n.all, to)
}

// parts returns what holds together where n does: n itself, and what it leads to by
// $ref and allOf. A loop among these is gone through once.
func (c *comparison) parts(n *node) []*node {
	if n.together == nil {
		seen := map[*node]bool{}
		var add func(*node)
		add = func(part *node) {
			if !seen[part] && c.spend(1) {
				seen[part] = true
				n.together = append(n.together, part)
				for _, more := range part.all {
					add(more)
				}
			}
		}
		add(n)
	}
	return n.together
}

// partsOf returns what holds together where all nodes do.
func (c *comparison) partsOf(nodes []*node) (parts []*node) {
	for _, n := range nodes {
		for _, part := range c.parts(n) {
			if !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
	}
	return parts
}
