package consent

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assent/consent/ask"
)

func relation(agentID string, version int, granted ...string) Relation {
	return Relation{AgentID: agentID, Version: version, Granted: append([]string{}, granted...)}
}

// TestOfferIsJudgedInOrder has manifests that are wrong in several ways: size,
// validity, hash, version (contract §2).
func TestOfferIsJudgedInOrder(t *testing.T) {
	t.Parallel()
	good := document(scopes{files: "medium"})
	other := document(scopes{files: "medium", notes: "low"})
	wrong := strings.Repeat("0", 64)
	large := []byte(`{"x":"` + strings.Repeat("x", 130<<10) + `"}`)
	for _, test := range []struct {
		name string
		o    Offer
		want string
	}{
		{"large, invalid, other hash, old", Offer{AgentID: "a", Version: 1, Hash: wrong, Manifest: large}, CodeTooLarge},
		{"invalid, other hash, old", Offer{AgentID: "a", Version: 1, Hash: wrong, Manifest: []byte(`{}`)}, CodeInvalid},
		{"other hash, old", Offer{AgentID: "a", Version: 1, Hash: wrong, Manifest: other}, CodeHashMismatch},
		{"old", Offer{AgentID: "a", Version: 1, Hash: hashOf(t, other), Manifest: other}, CodeVersionRollback},
		{"same version, another", Offer{AgentID: "a", Version: 2, Hash: hashOf(t, other), Manifest: other}, CodeVersionRollback},
		{"older version, the same", Offer{AgentID: "a", Version: 1, Hash: hashOf(t, good), Manifest: good}, CodeVersionRollback},
		{"the same", Offer{AgentID: "a", Version: 2, Hash: hashOf(t, good), Manifest: good}, ""},
		{"newer, the same", Offer{AgentID: "a", Version: 3, Hash: hashOf(t, good), Manifest: good}, ""},
		{"hash in capitals", Offer{AgentID: "a", Version: 3, Hash: strings.ToUpper(hashOf(t, other)), Manifest: other}, ""},
		{"no version", Offer{AgentID: "new", Hash: hashOf(t, good), Manifest: good}, CodeBadMessage},
		{"no agent", Offer{Version: 1, Hash: hashOf(t, good), Manifest: good}, CodeBadMessage},
		{"agent not printable", Offer{AgentID: "a\n", Version: 1, Hash: hashOf(t, good), Manifest: good}, CodeBadMessage},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.grants = []string{files}
			if err := d.offer("a", 2, good); err != nil {
				t.Fatal(err)
			}
			if got := code(d.Offer(test.o)); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestInvalidManifestTellsEverything(t *testing.T) {
	t.Parallel()
	err := newDesk(t).Offer(Offer{AgentID: "a", Version: 1, Manifest: []byte(`{}`), Hash: "x"})
	if refusal, ok := err.(*Refusal); !ok || len(refusal.Issues) < 2 {
		t.Errorf("%v", err)
	}
}

func TestNewAgent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	manifest := document(scopes{files: "medium", notes: "low"})
	if err := d.offer("a", 7, manifest); err != nil {
		t.Fatal(err)
	}
	d.told() // nothing until the review
	d.denies(readFile, ask.ScopeNotGranted)
	if err := d.Grant("a", files); err != ErrNotReviewed {
		t.Errorf("granted before the review: %v", err)
	}
	if err := d.offer("a", 7, manifest); err != nil || len(d.reviews) != 1 {
		t.Errorf("the same again: %v, %d reviews", err, len(d.reviews))
	}
	d.told()
	d.restart(nil)
	if len(d.reviews) != 2 || !slices.Equal(d.reviews[1].Scopes, []string{files, notes}) || d.reviews[1].Previous != nil {
		t.Fatalf("after a restart: %+v", d.reviews)
	}
	if d.answers[0]([]string{files, notes}); len(d.granted("a")) != 0 {
		t.Error("an answer to the review of an earlier run counts")
	}
	d.answers[1]([]string{files, "not:declared"})
	d.told(relation("a", 7, files))
	if d.answers[1]([]string{notes}); !slices.Equal(d.granted("a"), []string{files}) {
		t.Error("a second answer counts")
	}
	if err := d.offer("a", 7, manifest); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 7, files))
	if err := d.Grant("a", notes); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 7, files, notes))
	d.Revoke("a", files)
	d.Revoke("a", files)
	d.told(relation("a", 7, notes))
	d.restart(nil)
	d.denies(readFile, ask.PermissionRevoked)
	d.expect(readFile.of(notes), ask.BySilence)
}

// TestAgentsThatWaitForReviewAreFew has a host name agents without end: the user is
// asked about 32 new ones at most, and what is refused leaves nothing behind.
func TestAgentsThatWaitForReviewAreFew(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("known", scopes{files: "medium"})
	manifest := document(scopes{files: "medium"})
	refused := 0
	for i := range 200 {
		switch err := d.offer(fmt.Sprint("new-", i), 1, manifest); code(err) {
		case "":
		case CodeTooManyAgents:
			refused++
			if i < 32 || !strings.Contains(err.Error(), "review or remove") {
				t.Fatalf("agent %d: %v", i, err)
			}
		default:
			t.Fatal(err)
		}
	}
	if agents := d.Agents(); refused != 168 || len(agents) != 33 || len(d.Reviews()) != 32 {
		t.Errorf("%d refused, %d agents, %d reviews", refused, len(agents), len(d.Reviews()))
	}
	if err := d.Offer(Offer{AgentID: "file", Manifest: manifest}); code(err) != CodeTooManyAgents {
		t.Errorf("a file that the user adds: %v", err)
	}
	other := document(scopes{files: "medium", notes: "low"})
	for id, version := range map[string]int{"new-3": 2, "known": 2} {
		if err := d.offer(id, version, other); err != nil {
			t.Errorf("a later manifest of %s: %v", id, err)
		}
	}
	d.restart(nil)
	if len(d.Agents()) != 33 {
		t.Errorf("%d agents after a restart", len(d.Agents()))
	}
	if err := d.answerReview(d.Reviews()[0], nil); err != nil {
		t.Fatal(err)
	}
	if err := d.Remove("new-7"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"new-100", "new-101"} {
		if err := d.offer(id, 1, manifest); err != nil {
			t.Errorf("%s, after two are gone: %v", id, err)
		}
	}
	if got := code(d.offer("new-102", 1, manifest)); got != CodeTooManyAgents {
		t.Errorf("the next: %q", got)
	}
}

// TestReviewOfAnotherManifest has the manifest change while the review is open: what
// was shown is not what would be granted.
func TestReviewOfAnotherManifest(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.offer("a", 1, document(scopes{files: "medium"}))
	d.offer("a", 2, document(scopes{files: "medium"}, `{"more":{"type":"string"}}`))
	if len(d.reviews) != 2 {
		t.Fatalf("%d reviews", len(d.reviews))
	}
	if d.answers[0]([]string{files}); len(d.granted("a")) != 0 {
		t.Error("the answer to the first review counts for the second")
	}
	if err := d.answerReview(d.reviews[0], []string{files}); err != ErrReviewChanged {
		t.Error(err)
	}
	if err := d.answerReview(d.Reviews()[0], []string{files}); err != nil {
		t.Error(err)
	}
	d.told(relation("a", 2, files))
}

func TestSilentSync(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	all := scopes{files: "medium", "clipboard:read": "medium", notes: "low", "x:y": "low"}
	d.known("a", all)
	d.expect(readFile, ask.ByPerson)
	d.expect(readFile.of("clipboard:read"), ask.ByPerson)
	d.relations, d.reviews = nil, nil

	changed := document(scopes{files: "medium", "clipboard:read": "medium", "x:y": "medium", "new:scope": "low"})
	if err := d.offer("a", 2, changed); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 2, "clipboard:read", files))
	if len(d.reviews) != 0 || len(d.Windows()) != 2 {
		t.Errorf("%d reviews, %d windows", len(d.reviews), len(d.Windows()))
	}
	d.denies(readFile.of(notes), ask.ToolNotDeclared)
	d.denies(readFile.of("x:y"), ask.ScopeNotGranted)
	d.denies(readFile.of("new:scope"), ask.ScopeNotGranted)

	if err := d.offer("a", 3, document(all, `{"path":{"type":"string"},"more":{"type":"string"}}`)); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 3, "clipboard:read", files)) // what came back is not granted
	if len(d.Windows()) != 0 {
		t.Error("windows of changed tools hold")
	}
}

func TestUserAddsFile(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.grants = []string{}
	first, second := document(scopes{files: "medium"}), document(scopes{notes: "low"})
	for i, want := range []struct {
		manifest []byte
		version  int
	}{{first, 1}, {first, 1}, {second, 2}, {first, 3}} {
		if err := d.Offer(Offer{AgentID: "a", Manifest: want.manifest}); err != nil {
			t.Fatal(err)
		}
		if agent, _ := d.Agent("a"); agent.Version != want.version {
			t.Errorf("file %d: version %d, want %d", i, agent.Version, want.version)
		}
	}
}

func TestAgentNames(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.grants = []string{}
	manifest := document(scopes{files: "medium"})
	for _, test := range []struct{ id, name, want, claimed string }{
		{"a", "DemoBot", "DemoBot", ""},
		{"a", "", "DemoBot", ""},
		{"a", "Assent", "DemoBot", "Assent"},
		{"a", "", "DemoBot", "Assent"},
		{"a", "Demo Bot 2", "Demo Bot 2", ""},
		{"b", "DEMO BOT 2", "", "DEMO BOT 2"},
		{"c", "System", "", "System"},
		{"d", "a", "", "a"}, // another agent's id
		{"e", " \u200b", "", ""},
	} {
		if err := d.Offer(Offer{AgentID: test.id, AgentName: test.name, Manifest: manifest}); err != nil {
			t.Fatal(err)
		}
		if agent, _ := d.Agent(test.id); agent.Name != test.want || agent.Claimed != test.claimed {
			t.Errorf("%s named %q: %q, claimed %q, want %q, %q", test.id, test.name, agent.Name, agent.Claimed, test.want, test.claimed)
		}
	}
	long := "Assistant of " + strings.Repeat("n", 40)
	if err := d.Offer(Offer{AgentID: "f", AgentName: long, Manifest: manifest}); err != nil {
		t.Fatal(err)
	}
	d.restart(nil)
	if agent, _ := d.Agent("f"); agent.Name != long[:39]+"…" || agent.WholeName != long {
		t.Errorf("a long name is %q, whole %q", agent.Name, agent.WholeName)
	}
	if agent, _ := d.Agent("b"); agent.Claimed != "DEMO BOT 2" {
		t.Errorf("after a restart it claimed %q", agent.Claimed)
	}
	if p, err := d.check(readFile); err == nil || p.Arguments != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium"})
	d.expect(readFile, ask.ByPerson)
	d.relations = nil
	if err := d.Remove("a"); err != nil {
		t.Fatal(err)
	}
	d.told(relation("a", 1))
	if err := d.Remove("a"); err != ErrUnknownAgent {
		t.Error(err)
	}
	d.restart(nil)
	if len(d.Agents())+len(d.Windows())+len(d.Rules())+len(d.Reviews()) != 0 {
		t.Error("something of the agent is left")
	}
	d.known("a", scopes{files: "medium"})
	d.expect(readFile, ask.ByPerson)
}

func TestRestrict(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium", notes: "low"})
	d.expect(readFile, ask.ByPerson)
	d.relations = nil
	if got := code(d.Restrict("b", nil)); got != CodeBadMessage {
		t.Errorf("unknown agent: %q", got)
	}
	if err := d.Restrict("a", []string{notes, files}); err != nil {
		t.Error(err)
	}
	d.told()
	if err := d.Restrict("a", []string{notes}); err != nil {
		t.Error(err)
	}
	d.told(relation("a", 1, notes))
	d.denies(readFile, ask.PermissionRevoked)
	if len(d.Windows()) != 0 {
		t.Error("a window of what was taken back")
	}
}

// TestAgentIsKnownByItsProgram: the one that brought its manifest last; a file that the
// user adds has none.
func TestAgentIsKnownByItsProgram(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.grants = []string{}
	manifest := document(scopes{files: "medium"})
	for _, test := range []struct{ brought, want ask.Program }{
		{ask.Program{}, ask.Program{}},
		{ask.Program{Path: "/usr/bin/assentctl", Parent: "/opt/claude"}, ask.Program{Path: "/usr/bin/assentctl", Parent: "/opt/claude"}},
		{ask.Program{}, ask.Program{Path: "/usr/bin/assentctl", Parent: "/opt/claude"}},
		{ask.Program{Path: "/usr/bin/python3"}, ask.Program{Path: "/usr/bin/python3"}},
	} {
		if err := d.Offer(Offer{AgentID: "mcp.a", Manifest: manifest, Program: test.brought}); err != nil {
			t.Fatal(err)
		}
		if agent, _ := d.Agent("mcp.a"); agent.Program != test.want {
			t.Errorf("brought by %+v it is known by %+v", test.brought, agent.Program)
		}
	}
	d.restart(nil)
	if agent, _ := d.Agent("mcp.a"); agent.Program.Path != "/usr/bin/python3" {
		t.Errorf("after a restart it is known by %+v", agent.Program)
	}
}
