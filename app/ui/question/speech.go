package question

import (
	"strings"

	"assent/app/ui/kit"
)

// aloud is the question as it is spoken: who asks for what, how sensitive that is, what
// warns, and the keys that answer. Nothing of what would be read or sent is in it, and no
// argument but the target.
func (c *card) aloud() string {
	q := c.question
	said := []string{c.words.Text(q.Sentence())}
	if q.Facts.Target != "" {
		said = append(said, kit.OneLine(kit.ShortHome(q.Facts.Target, c.host.home())))
	}
	said = append(said, c.words.Sensitivity(q.Sensitivity), c.words.Say("ask.said_tool", "Tool", q.Tool))
	for _, warning := range c.texts(append(q.Facts.Care, q.Facts.Warn...), true) {
		said = append(said, c.words.Say("ask.warning")+": "+warning)
	}
	said = append(said, c.words.Say("ask.said_keys"))
	if c.offersWindow() {
		said = append(said, c.words.Say("ask.said_window", "Place", kit.OneLine(c.place())))
	}
	return strings.Join(said, c.words.Say("ask.said_between"))
}
