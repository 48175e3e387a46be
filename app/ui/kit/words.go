package kit

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/consent/visible"
	"assent/i18n"
)

// Words are Assent's own texts in the language the person chose. They are safe for
// concurrent use.
type Words struct{ catalog atomic.Pointer[i18n.Catalog] }

// NewWords speaks the first of the languages that there is; see i18n.New.
func NewWords(languages ...string) *Words {
	w := &Words{}
	w.Speak(languages...)
	return w
}

// Speak changes the language; see NewWords.
func (w *Words) Speak(languages ...string) { w.catalog.Store(i18n.New(languages...)) }

// Chinese reports whether they are Chinese.
func (w *Words) Chinese() bool { return w.catalog.Load().Chinese() }

// Say returns the text of key; pairs are placeholder names and values.
func (w *Words) Say(key string, pairs ...any) string {
	args := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i].(string)] = pairs[i+1]
	}
	return w.catalog.Load().Text(key, args)
}

// Text returns a text of the core's with its untrusted values made visible.
func (w *Words) Text(t i18n.Text) string { return w.with(t, visible.Escape) }

// Around is Text before and after one of its values, which stands at most once in it.
func (w *Words) Around(t i18n.Text, name string) (before, after string) {
	const value = "\uFFFF" // no character
	args := maps.Clone(t.Args)
	args[name] = value
	said := w.with(i18n.Text{Key: t.Key, Args: args}, func(s string) string {
		if s == value {
			return value
		}
		return visible.Escape(s)
	})
	before, after, _ = strings.Cut(said, value)
	return before, after
}

// Brief is Text with every untrusted value cut in its middle to at most limit characters.
func (w *Words) Brief(t i18n.Text, limit int) string {
	return w.with(t, func(value string) string {
		short, _ := visible.Short(value, limit)
		return visible.Escape(short)
	})
}

// with returns a text with f of each of its values.
func (w *Words) with(t i18n.Text, f func(string) string) string {
	if t.Key == "" {
		return ""
	}
	args := maps.Clone(t.Args)
	for name, value := range args {
		switch value := value.(type) {
		case string:
			args[name] = f(value)
		case i18n.Text:
			args[name] = w.with(value, f)
		}
	}
	return w.catalog.Load().Text(t.Key, args)
}

// AgentName returns the name to call an agent by: its id when it has none.
func AgentName(name, id string) string {
	if name == "" {
		return visible.Escape(id)
	}
	return visible.Escape(name)
}

// Via names the program through which an agent asks, and what started it; empty where that
// is not known.
func (w *Words) Via(p ask.Program) string {
	name, parent := p.Names()
	switch {
	case name == "":
		return ""
	case parent == "":
		return w.Say("ask.via", "Program", OneLine(name))
	}
	return w.Say("ask.via_from", "Program", OneLine(name), "Parent", OneLine(parent))
}

// Scope returns what the person reads for a scope: our words, else its id.
func (w *Words) Scope(scope string) string {
	if ask.HasWords(scope) {
		return w.Text(ask.ScopeName(scope))
	}
	return visible.Escape(scope)
}

// Doing returns what a tool of a scope does, as the activity list says it.
func (w *Words) Doing(scope, tool string) string { return w.Say("do." + ask.Action(scope, tool)) }

// Tool returns what a tool does where there are words for it, else its name.
func (w *Words) Tool(scope, tool string) string {
	if ask.Action(scope, tool) == "other" {
		return visible.Escape(tool)
	}
	return w.Doing(scope, tool)
}

// Sensitivity returns a sensitivity's word and what it means.
func (w *Words) Sensitivity(s manifest.Sensitivity) string { return w.Say("sensitivity." + s.String()) }

// Reason returns a sentence for a reason of contract §4.
func (w *Words) Reason(reason string) string { return w.Say("reason." + reason) }

// OneLine returns an untrusted value on one line, for a list or a notice.
func OneLine(value string) string {
	text, _ := visible.Short(value, 80)
	return visible.Escape(text)
}

// Unique drops repetitions, keeping the order.
func Unique(all []string) (once []string) {
	for _, s := range all {
		if s != "" && !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}

// ShortHome writes the home folder at the beginning of a path as ~.
func ShortHome(path, home string) string {
	if rest, ok := strings.CutPrefix(path, home); ok && home != "" && (rest == "" || strings.ContainsAny(rest[:1], `/\`)) {
		return "~" + rest
	}
	return path
}
