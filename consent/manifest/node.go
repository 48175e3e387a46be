package manifest

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// node is a value of a manifest and its place.
type node struct {
	p     *parser
	at    jsontext.Pointer
	value any
}

// absent is the value of a member that is not there.
type absent struct{}

func (n node) report(message string) {
	n.p.issues = gather(n.p.issues, Issue{string(n.at), message})
}

func (n node) isAbsent() bool { return is[absent](n.value) }

func (n node) isObject() bool {
	_, ok := n.value.(map[string]any)
	if !ok {
		n.report("Write an object here.")
	}
	return ok
}

// member returns a member of an object, absent where there is none.
func (n node) member(name string) node {
	member := node{n.p, n.at.AppendToken(name), absent{}}
	if value, ok := n.value.(map[string]any)[name]; ok {
		member.value = value
	}
	return member
}

// items returns the items of a list, and reports advice where there is none.
func (n node) items(advice string) (items []node) {
	list, ok := n.value.([]any)
	if !ok {
		n.report(advice)
	}
	for i, value := range list {
		items = append(items, node{n.p, n.at.AppendToken(strconv.Itoa(i)), value})
	}
	return items
}

// text returns a string that must not be empty.
func (n node) text(what string) string {
	s, _ := n.value.(string)
	if s == "" {
		n.report("Write " + what + " here, as a string.")
	}
	return s
}

// flag returns a boolean.
func (n node) flag() bool {
	on, ok := n.value.(bool)
	if !ok {
		n.report("Write true or false.")
	}
	return on
}

// milliseconds returns a duration above 0.
func (n node) milliseconds() time.Duration {
	ms, ok := n.value.(float64)
	if !ok || ms < 1 || ms != math.Trunc(ms) {
		n.report("Write a positive number of milliseconds, such as 10000.")
		return defaultTimeout
	}
	return time.Duration(min(ms, float64(math.MaxInt64/int64(time.Millisecond)-1))) * time.Millisecond
}

// pointer returns a JSON Pointer to what stands below a value.
func (n node) pointer() jsontext.Pointer {
	s, _ := n.value.(string)
	if !strings.HasPrefix(s, "/") || !jsontext.Pointer(s).IsValid() {
		n.report("Write a JSON Pointer to one of the arguments, such as /path.")
		return ""
	}
	return jsontext.Pointer(s)
}

// words returns the words of a field: its key, and its fallback if any.
func (n node) words(field string, required bool) (words Words) {
	if key := n.member(field + "_i18n_key"); required || !key.isAbsent() {
		words.Key = key.text("the key of a text")
	}
	if fallback := n.member(field + "_fallback"); !fallback.isAbsent() {
		words.Fallback = fallback.text("the text itself")
	}
	return words
}
