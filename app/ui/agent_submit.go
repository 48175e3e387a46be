package ui

import (
	"path/filepath"
	"strings"

	"assent/app"
	"assent/consent/visible"
	"assent/i18n"
)

// submit offers what the form holds; the review follows by itself. What a manifest would
// change of an agent that is known is shown first (000).
func (f *addForm) submit() {
	f.problem.Hide()
	f.add.Disable()
	switch offer := f.offer(); {
	case strings.TrimSpace(f.text.Text) == "":
		f.say(f.ui.words.Say("add.nothing"))
	case isAgentFile(f.text.Text):
		f.importFile(app.AgentFile{Text: f.text.Text, Workspace: strings.TrimSpace(f.folder.Text), Inputs: f.inputs.given()})
	default:
		go func() {
			if c, ok := f.ui.changeBy(offer); ok {
				f.ui.later(func() { f.page.askChange(c) })
				return
			}
			f.ui.add(offer, f.page, f.fail)
		}()
	}
}

// offered is a manifest that the person adds.
type offered struct {
	id, name string
	manifest []byte
}

func (f *addForm) offer() offered {
	return offered{strings.TrimSpace(f.id.Text), strings.TrimSpace(f.name.Text), []byte(f.text.Text)}
}

// add offers a manifest, and opens the agent's page; failed is called with why it could not
// be taken. It may take its time.
func (u *UI) add(o offered, page *agentsPage, failed func(error)) {
	err := u.engine.AddAgent(o.id, o.name, o.manifest)
	u.later(func() {
		if err != nil {
			failed(err)
			return
		}
		page.taken(string(o.manifest), o.id)
	})
}

// taken ends what the form held, unless the person wrote something else meanwhile, and opens
// the agent, unless they went elsewhere.
func (p *agentsPage) taken(text, agentID string) {
	if p.ui.adding.text == text {
		p.ui.adding = addDraft{}
	}
	if p.ui.main.page == p && p.inner == Adding {
		p.open(agentID)
	}
}

// isAgentFile reports whether a text is no manifest, which always says its version.
func isAgentFile(text string) bool { return !strings.Contains(text, `"schema_version"`) }

// importFile offers an agent file; both reviews follow by themselves.
func (f *addForm) importFile(file app.AgentFile) {
	if !filepath.IsAbs(file.Workspace) {
		f.say(f.ui.words.Say("add.folder_missing"))
		return
	}
	ended := func(agentID string, err error) {
		f.ui.later(func() {
			if err != nil {
				f.fail(err)
				return
			}
			f.page.taken(file.Text, agentID)
		})
	}
	go func() {
		warnings, err := f.ui.engine.ImportAgent(file, ended)
		switch {
		case err != nil:
			ended("", err)
		case len(warnings) > 0:
			first, _ := visible.Short(warnings[0].Path+": "+warnings[0].Message, noticeShown)
			f.ui.Notice(i18n.Text{Key: "notice.file_warned", Args: map[string]any{"Count": len(warnings), "First": first}})
		}
	}()
}

// noticeShown is how many characters of a file's warning are shown.
const noticeShown = 200
