package ui

import (
	"fyne.io/fyne/v2"

	"assent/app/ui/kit"
	"assent/consent/manifest"
	"assent/consent/manifest/diff"
	"assent/consent/visible"
)

// changesShown is how many changes of one tool are told.
const changesShown = 8

// addChanges says in words what changed since the person agreed. It says what is, never
// that it breaks anything: that is the server's word (001 §2.5).
func (p *reviewPage) addChanges(list *fyne.Container) {
	if p.review.Previous == nil || p.review.Manifest == nil {
		return
	}
	w := p.ui.words
	list.Add(points(w.Say("review.what_changed"), changeTexts(w, p.review.Manifest, p.review.changes())))
}

// changeTexts are what changed to a manifest in words, of each tool the first ones.
func changeTexts(w *kit.Words, m *manifest.Manifest, changes []diff.Change) (said []string) {
	of, left := map[string]int{}, map[string]int{}
	for _, change := range changes {
		if of[change.Name]++; of[change.Name] > changesShown {
			left[change.Name]++
			continue
		}
		said = append(said, changeText(w, change))
	}
	for _, tool := range m.Tools {
		if n := left[tool.Name]; n > 0 {
			said = append(said, w.Say("change.more", "Name", visible.Escape(tool.Name), "Count", n))
		}
	}
	if len(said) == 0 {
		said = []string{w.Say("change.none")}
	}
	return said
}

// changeText is one change in words.
func changeText(w *kit.Words, change diff.Change) string {
	argument := w.Say("change.arguments")
	if change.Argument != "" { // the author's word
		argument = w.Say("ask.quoted", "Text", kit.OneLine(change.Argument))
	}
	return w.Say("change."+string(change.Kind),
		"Name", visible.Escape(change.Name), "Scope", visible.Escape(change.Scope), "Argument", argument)
}
