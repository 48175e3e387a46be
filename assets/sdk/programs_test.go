package sdk_test

import (
	"strings"
	"testing"

	"assent/app/assenttest"
)

func TestMain(m *testing.M) { assenttest.Main(m) }

const (
	denying = `{"review":{"*":"all"},"answers":[{"answer":"deny"}]}`
	nobody  = `{"review":{"*":"all"},"answers":[]}`
)

// The programs of the pages, as they stand there, and what they print.
func TestProgramsOfThePages(t *testing.T) {
	t.Parallel()
	text := page(t, "002")
	fetch := callFetchURL(t)
	timeout := code(t, text, "async function callFetchUrlWithTimeout", "工具批量调用")
	for _, c := range []struct {
		name, answers string
		program       string
		want          []string
		fails         bool
	}{
		{
			name: "minimal", answers: assenttest.Allowing,
			program: fetch + code(t, text, "// 1. 业务调用", "执行流"),
			want:    []string{"status_code: 200", "body: 'the page of example.com\\n'", "headers: {"},
		},
		{
			name: "refused", answers: denying, fails: true,
			program: fetch + code(t, text, "// 1. 业务调用", "执行流"),
			want:    []string{"Error: tool denied: user_rejected"},
		},
		{
			name: "timeout", answers: assenttest.Allowing,
			program: fetch + timeout + `console.log(await callFetchUrlWithTimeout(conversationId, "https://example.com"));process.exit();`,
			want:    []string{"status_code: 200"},
		},
		{
			name: "timeout passed", answers: nobody, fails: true,
			program: fetch + timeout + `await callFetchUrlWithTimeout(conversationId, "https://example.com", 100);`,
			want:    []string{"Error: tool call total timeout"},
		},
		{
			name: "serial", answers: assenttest.Allowing,
			program: fetch + code(t, text, "const r1 =", "并行") + "console.log(r1.body, r2.body);",
			want:    []string{"the page of a.com\n the page of b.com\n"},
		},
		{
			name: "parallel", answers: assenttest.Allowing,
			program: fetch + code(t, text, "const [r1, r2]", "high sensitivity 工具并行") + "console.log(r1.body, r2.body);",
			want:    []string{"the page of a.com\n the page of b.com\n"},
		},
		{
			name: "handler of 000", answers: assenttest.Allowing,
			program: handlerOf000(t, "https://example.com"),
			want:    []string{"done: the page of example.com\n"},
		},
		{
			name: "handler of 000, refused", answers: denying,
			program: handlerOf000(t, "https://example.com"),
			want:    []string{"failed: tool denied: user_refused"},
		},
	} {
		for door, open := range doors {
			t.Run(c.name+" over the "+door, func(t *testing.T) {
				t.Parallel()
				program := open(t, c.answers, manifest(t, "002")).node(t, "program.ts", c.program)
				out, err := program.CombinedOutput()
				if (err != nil) != c.fails {
					t.Fatalf("%v\n%s", err, out)
				}
				for _, want := range c.want {
					if !strings.Contains(string(out), want) {
						t.Errorf("it does not say %q:\n%s", want, out)
					}
				}
			})
		}
	}
}

// handlerOf000 is 000's handler, with a call as 000's picture sends one.
func handlerOf000(t *testing.T, url string) string {
	return "const pendingCalls = new Map();\n" +
		code(t, page(t, "000"), "agent.addEventHandler((event) =>", "群聊里的") + `
const call_id = "call_1", tool_name = "fetch_url";
pendingCalls.set(call_id, {
  resolve: (result) => console.log("done:", result.body),
  reject: (error) => console.log("failed:", error.message),
});
await agent.sendArtifact({ subtype: "tool_call", call_id, tool_name, arguments: { url: "` + url + `" } });
`
}

// Each page's manifest is one that Assent takes, with the hash that the library computes.
func TestManifestsOfThePages(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{"000": "network:http", "001": "filesystem:read", "002": "network:http"} {
		t.Run(number, func(t *testing.T) {
			t.Parallel()
			said := socket(t, assenttest.Allowing, manifest(t, number)).said
			if granted := `"granted_scopes":["` + want + `"]`; !strings.Contains(said, granted) {
				t.Errorf("the offer is answered %s, without %s", said, granted)
			}
		})
	}
}
