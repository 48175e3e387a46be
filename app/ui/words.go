package ui

import (
	"maps"
	"strings"
	"sync/atomic"

	"assent/consent/manifest"
	"assent/consent/visible"
	"assent/i18n"
)

// words are Assent's own texts in the language the person chose. They are safe for
// concurrent use.
type words struct{ catalog atomic.Pointer[i18n.Catalog] }

// newWords speaks the first of the languages that there is; see i18n.New.
func newWords(languages ...string) *words {
	w := &words{}
	w.speak(languages...)
	return w
}

func (w *words) speak(languages ...string) { w.catalog.Store(i18n.New(languages...)) }

func (w *words) chinese() bool { return w.catalog.Load().Chinese() }

// say returns the text of key; pairs are placeholder names and values.
func (w *words) say(key string, pairs ...any) string {
	args := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i].(string)] = pairs[i+1]
	}
	return w.catalog.Load().Text(key, args)
}

// text returns a text of the core's with its untrusted values made visible.
func (w *words) text(t i18n.Text) string {
	if t.Key == "" {
		return ""
	}
	args := maps.Clone(t.Args)
	for name, value := range args {
		if s, ok := value.(string); ok {
			args[name] = visible.Escape(s)
		}
	}
	return w.catalog.Load().Text(t.Key, args)
}

// who returns the name to call an agent by: its id when it has none.
func who(name, id string) string {
	if name == "" {
		return visible.Escape(id)
	}
	return visible.Escape(name)
}

// scopeKey turns a scope into the tail of a text key.
func scopeKey(scope string) string { return strings.ReplaceAll(scope, ":", "_") }

// ours reports whether the app has its own words for scope.
func ours(scope string) bool { return manifest.Preset(scope) || scope == "network:http" }

// scope returns what the person reads for a scope: our words, else its id.
func (w *words) scope(scope string) string {
	if ours(scope) {
		return w.say("scope." + scopeKey(scope))
	}
	return visible.Escape(scope)
}

// doing returns what a tool of a scope does, as the activity list says it.
func (w *words) doing(scope, tool string) string { return w.say("do." + action(scope, tool)) }

// action names what a call does, as a key of ours.
func action(scope, tool string) string {
	switch {
	case scope == "filesystem:read" && (tool == "list_directory" || tool == "file_info"):
		return tool
	case ours(scope):
		return scopeKey(scope)
	}
	return "other"
}

// sensitivity returns a sensitivity's word and what it means.
func (w *words) sensitivity(s manifest.Sensitivity) string { return w.say("sensitivity." + s.String()) }

// reason returns a sentence for a reason of contract §4.
func (w *words) reason(reason string) string { return w.say("reason." + reason) }

// short returns an untrusted value on one line, for a list or a notice.
func short(value string) string {
	text, _ := visible.Short(value, 80)
	return visible.Escape(text)
}
