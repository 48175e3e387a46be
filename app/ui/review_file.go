package ui

import (
	"fyne.io/fyne/v2"

	"assent/app/agentfile"
	"assent/consent/visible"
)

// fileTextShown is how many characters of one thing that an agent's file says are shown.
const fileTextShown = 600

// addFile says what the agent's file has beside its tools (contract §16).
func (p *reviewPage) addFile(list *fyne.Container) {
	if p.review.Manifest == nil {
		return
	}
	file, ok := agentfile.ShownOf(p.review.Manifest.Canonical)
	if !ok {
		return
	}
	w := p.ui.words
	var said []string
	add := func(key, text string) {
		if text != "" {
			text, _ = visible.Short(text, fileTextShown)
			said = append(said, w.Say(key, "Text", visible.Escape(text)))
		}
	}
	add("review.file.description", file.Description)
	add("review.file.model", file.Model)
	add("review.file.workspace", file.Workspace)
	for _, resource := range file.Resources[:min(len(file.Resources), fileResourcesShown)] {
		add("review.file.resource", resource)
	}
	if more := len(file.Resources) - fileResourcesShown; more > 0 {
		said = append(said, w.Say("review.file.more_resources", "N", more))
	}
	add("review.file.settings", string(file.Settings))
	add("review.file.others", string(file.Others))
	list.Add(points(w.Say("review.file"), said))
}

// fileResourcesShown is how many resources are listed.
const fileResourcesShown = 12
