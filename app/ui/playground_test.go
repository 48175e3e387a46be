package ui

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"assent/app/ui/kit"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/manifest"

	"github.com/go-json-experiment/json/jsontext"
)

const formSchema = `{"type":"object","required":["path"],"properties":{
	"deep":{"type":"object"},"encoding":{"enum":["utf-8","base64"]},"follow":{"type":"boolean"},"limit":{"type":"integer"},"path":{"type":"string"}}}`

func TestFormFollowsTheSchema(t *testing.T) {
	t.Parallel()
	all, rest := properties(jsontext.Value(formSchema))
	if !rest {
		t.Error("the object property is not left to the JSON")
	}
	var got []string
	for _, p := range all {
		got = append(got, p.name)
	}
	if want := "[path encoding follow limit]"; len(got) != 4 || got[0] != "path" {
		t.Errorf("fields %v, want %s", got, want)
	}
	for _, hostile := range []string{``, `[]`, `{"properties":true}`, `{"properties":{"a":true,"b":{"type":7},"c":{"enum":3}}}`} {
		if all, _ := properties(jsontext.Value(hostile)); len(all) != 0 {
			t.Errorf("%s: fields %v", hostile, all)
		}
	}
}

func TestFormAndJSONSayTheSame(t *testing.T) {
	test.NewTempApp(t)
	f := newArgumentForm(kit.NewWords("en"), jsontext.Value(formSchema), func() {})
	field := func(name string) *argumentField {
		for _, field := range f.fields {
			if field.property.name == name {
				return field
			}
		}
		t.Fatalf("there is no field %q", name)
		return nil
	}
	compact := func() string {
		v := jsontext.Value(f.raw.Text)
		v.Compact()
		return string(v)
	}
	field("path").entry.SetText(`~/a "b"`)
	field("limit").entry.SetText("12")
	field("follow").choice.SetSelectedIndex(2)
	field("encoding").choice.SetSelectedIndex(2)
	if want := `{"path":"~/a \"b\"","limit":12,"follow":false,"encoding":"base64"}`; compact() != want {
		t.Errorf("wrote %s, want %s", compact(), want)
	}
	field("limit").entry.SetText("many")
	field("encoding").choice.SetSelectedIndex(0)
	if want := `{"path":"~/a \"b\"","limit":"many","follow":false}`; compact() != want {
		t.Errorf("wrote %s, want %s", compact(), want)
	}
	f.raw.SetText(`{"limit": 3, "deep": {"x": [1]}`)
	if f.valid {
		t.Error("half an object counts")
	}
	f.raw.SetText(`{"limit": 3, "deep": {"x": [1]}}`)
	if got := field("limit").entry.Text; got != "3" || field("path").entry.Text != "" || field("follow").choice.SelectedIndex() != 0 || !f.valid {
		t.Errorf("the fields do not follow the JSON: limit %q", got)
	}
	field("path").entry.SetText("x")
	if want := `{"limit":3,"deep":{"x":[1]},"path":"x"}`; compact() != want {
		t.Errorf("wrote %s, want %s", compact(), want)
	}
}

// trier is a desk that remembers what was tried.
func (d *desk) Play(ctx context.Context, r wire.Request) (sent, received []byte, err error) {
	d.tried = append(d.tried, r)
	return d.Engine.Play(ctx, r)
}

// chooseTool chooses a tool by its name.
func chooseTool(p *playgroundPage, name string) {
	p.tool.SetSelectedIndex(slices.IndexFunc(p.chosen().Tools, func(t *manifest.Tool) bool { return t.Name == name }))
}

// TestToolsAreSaidInWords: a tool is offered by what it does, and by its name too where
// another does the same.
func TestToolsAreSaidInWords(t *testing.T) {
	t.Parallel()
	m := &manifest.Manifest{Tools: []*manifest.Tool{{Name: "get_location", Scope: "location:read"}, {Name: "print_it", Scope: "acme:print"},
		{Name: "read_file", Scope: "filesystem:read"}, {Name: "summarise", Scope: "filesystem:read"}}}
	want := []string{"read your location", "print_it", "read a file · read_file", "read a file · summarise"}
	if got := toolTexts(kit.NewWords("en"), m); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTrialIsSentAsWritten(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		u.main.show("playground")
		page := u.main.page.(*playgroundPage)
		chooseTool(page, "read_file")
		page.form.fields[0].entry.SetText("/etc/hostname")
		page.kind.SetSelectedIndex(1)
		page.shape.SetSelectedIndex(1)
		page.limit.SetText("250")
		tap(t, u, drain, "Copy as command")
		want := `assentctl call --agent agent-1 --tool read_file --args '{"path":"/etc/hostname"}' --conversation playground --timeout-ms 250 --group --sdk`
		if got := fyne.CurrentApp().Clipboard().Content(); got != want {
			t.Errorf("copied %s, want %s", got, want)
		}
		tap(t, u, drain, "Send")
		if len(d.tried) != 1 || d.tried[0].AgentID != "agent-1" || !d.tried[0].Group || d.tried[0].Shape != wire.Nested || d.tried[0].TimeoutMS == nil || *d.tried[0].TimeoutMS != 250 ||
			string(d.tried[0].Arguments) != `{"path":"/etc/hostname"}` {
			t.Errorf("tried %+v", d.tried)
		}
		if texts := said(u); !strings.Contains(texts, "What the agent gets\ndone") || !strings.Contains(texts, "What was sent") {
			t.Error("the answer is not shown:\n", texts)
		}
		for _, limit := range []string{"0", "-1", "1.5", "soon"} {
			if page.limit.SetText(limit); !page.send.Disabled() {
				t.Errorf("a time limit of %s can be sent", limit)
			}
		}
		page.limit.SetText("")
		if page.send.Disabled() {
			t.Error("the manifest's time limit cannot be left to it")
		}
		page.form.raw.SetText("{")
		if !page.send.Disabled() {
			t.Error("half an object can be sent")
		}
	})
}

// remade is a desk whose agent got another manifest meanwhile.
type remade struct {
	Engine
	agents []consent.Agent
}

func (r *remade) Agents() []consent.Agent { return r.agents }

// TestPlaygroundFollowsTheManifest: the tools to choose are those of the manifest that
// holds now.
func TestPlaygroundFollowsTheManifest(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		full := d.Agents()[0]
		fewer := full
		less := *full.Manifest
		less.Tools, less.Hash = less.Tools[1:2], "another"
		fewer.Manifest = &less
		engine := &remade{u.engine, []consent.Agent{full}}
		u.engine = engine
		u.main.show("playground")
		drain()
		p := u.main.page.(*playgroundPage)
		kept := full.Manifest.Tools[1].Name
		chooseTool(p, kept)
		text := p.tool.Selected
		p.conversation.SetText("c-9")
		p.refresh()
		if got := p.tool.Selected; got != text {
			t.Errorf("tool %q after nothing changed, want %q", got, kept)
		}
		engine.agents = []consent.Agent{fewer}
		p.refresh()
		if got := p.written().Tool; got != kept || p.tool.Selected != text || len(p.tool.Options) != 1 {
			t.Errorf("tool %q of %v would be called and %q is shown, want %q", got, p.tool.Options, p.tool.Selected, kept)
		}
	})
}

// What was written outlives the page, and what was sent can be looked at and filled in again.
func TestPlaygroundRemembers(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		u.ShowPage("playground", "")
		drain()
		page := u.main.page.(*playgroundPage)
		chooseTool(page, "read_file")
		page.form.fields[0].entry.SetText("/etc/first")
		tap(t, u, drain, "Send")
		chooseTool(page, "list_directory")
		page.form.fields[0].entry.SetText("/etc/second")
		u.ShowPage("activity", "")
		u.ShowPage("playground", "")
		drain()
		page = u.main.page.(*playgroundPage)
		if got := page.written(); got.Tool != "list_directory" || string(got.Arguments) != `{"path":"/etc/second"}` {
			t.Fatalf("after another page it is %s of %s", got.Arguments, got.Tool)
		}
		tap(t, u, drain, "Send")
		if len(u.sent.all) != 2 || !strings.Contains(said(u), "read_file · DemoBot") {
			t.Fatal("what was sent before is not listed:\n", said(u))
		}
		var cards []*kit.Card
		for _, o := range test.LaidOutObjects(u.main.body) {
			if card, ok := o.(*kit.Card); ok {
				cards = append(cards, card)
			}
		}
		test.Tap(cards[1])
		tap(t, u, drain, "Fill in again")
		if got := page.written(); got.Tool != "read_file" || string(got.Arguments) != `{"path":"/etc/first"}` {
			t.Errorf("filled in again it is %s of %s", got.Arguments, got.Tool)
		}
	})
}
