package question

import "assent/consent/ask"

// draft is what the person did with a question that they did not answer yet. It belongs
// to the question: when another one comes first, it comes back with it.
type draft struct {
	wide     bool // the silent window would not be kept to one folder or site
	choosing bool // how wide it would be is being chosen
	coarse   bool // approximate instead of precise
	telling  bool // the field for a word to the agent is open
	word     string
	unfolded map[string]bool // by the fold's name
	scrolled float32
}

// unfold remembers whether a fold is open.
func (d *draft) unfold(name string, on bool) {
	if d.unfolded == nil {
		d.unfolded = map[string]bool{}
	}
	d.unfolded[name] = on
}

// draftOf returns what was left of a question.
func draftOf(shown ask.Shown) *draft {
	if shown.Draft == nil {
		return &draft{}
	}
	d, ok := shown.Draft.Choices.(*draft)
	if !ok {
		d = &draft{}
		shown.Draft.Choices = d
	}
	return d
}
