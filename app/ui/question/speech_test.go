package question

import (
	"strings"
	"testing"

	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// TestQuestionIsSpoken once it is on screen: who asks for what, what warns, and the keys,
// but nothing of the arguments beside the target and nothing of the content.
func TestQuestionIsSpoken(t *testing.T) {
	for language, want := range map[string]string{
		"en": "DemoBot wants to read a file. ~/Documents/no‹U+202E›tes.md. Medium · asks first. Tool read_file. Warning: SSH keys are kept here. " +
			"D denies, O allows once, Escape denies. A and then the space bar allows ~/Documents for 24 hours",
		"zh-Hans": "DemoBot 想读取一个文件。~/Documents/no‹U+202E›tes.md。中 · 先询问。工具 read_file。警告: 这里存放 SSH 密钥。按 D 拒绝，按 O 仅允许一次，按 Esc 拒绝。按 A 再按空格，24 小时内允许 ~/Documents",
	} {
		t.Run(language, func(t *testing.T) {
			sit(t, language, func(p *person) {
				var spoken []string
				p.asker.options.Speak = func(text string) { spoken = append(spoken, text) }
				q := question(manifest.Medium)
				q.Arguments = []byte(`{"path":"/home/alice/Documents/notes.md","password":"hunter2"}`)
				q.Facts = executors.Facts{
					Target: "/home/alice/Documents/no\u202Etes.md", Breadth: q.Facts.Breadth,
					Details: []i18n.Text{{Key: "fact.begins", Args: map[string]any{"Text": "hunter2"}}}, Care: []i18n.Text{{Key: "care.ssh"}},
				}
				p.ask(q)
				if got := strings.Join(spoken, "|"); got != want {
					t.Errorf("spoken:\n%s\nwant:\n%s", got, want)
				}
			})
		})
	}
}
