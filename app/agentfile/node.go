package agentfile

import (
	"maps"
	"slices"
	"strconv"

	"assent/consent/manifest"

	"github.com/go-json-experiment/json/jsontext"
)

// node is a value of a file and its place.
type node struct {
	r     *reader
	at    jsontext.Pointer
	value any
}

// absent is the value of a member that is not there.
type absent struct{}

func (n node) report(message string) {
	if len(n.r.issues) < maxIssues {
		n.r.issues = append(n.r.issues, manifest.Issue{Path: n.r.unmarked(string(n.at)), Message: message})
	}
}

func (n node) isAbsent() bool {
	_, ok := n.value.(absent)
	return ok
}

// member returns a member of an object, absent where there is none.
func (n node) member(name string) node {
	members, _ := n.value.(map[string]any)
	value, ok := members[name]
	if !ok {
		value = absent{}
	}
	return node{n.r, n.at.AppendToken(name), value}
}

// members returns the members of an object by their names; none where nothing is there.
func (n node) members() (members []node) {
	object, ok := n.value.(map[string]any)
	if !ok && !n.isAbsent() {
		n.report("Write an object here.")
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		members = append(members, n.member(name))
	}
	return members
}

// name is the last token of the node's place.
func (n node) name() string { return n.at.LastToken() }

// items returns the items of a list; none where nothing is there.
func (n node) items() (items []node) {
	list, ok := n.value.([]any)
	if !ok && !n.isAbsent() {
		n.report("Write a list here.")
	}
	for i, value := range list {
		items = append(items, node{n.r, n.at.AppendToken(strconv.Itoa(i)), value})
	}
	return items
}

// text returns a string, empty where nothing is there.
func (n node) text() string {
	switch value := n.value.(type) {
	case string:
		return value
	case absent:
	default:
		n.report("Write a text here.")
	}
	return ""
}

// texts returns the strings of a list.
func (n node) texts() (texts []string) {
	for _, item := range n.items() {
		texts = append(texts, item.text())
	}
	return texts
}
