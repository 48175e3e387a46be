package agentfile

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"assent/consent/manifest"
	"assent/executors/mcp"
)

// read reads a file that has name and version, and these members.
func read(t *testing.T, members string, o Options) (*File, []manifest.Issue) {
	t.Helper()
	if o.Workspace == "" {
		o.Workspace = "/work"
	}
	f, err := Read([]byte(`{"name":"a","version":"1.0.0",`+members+`}`), o)
	var wrong *Invalid
	if err != nil && !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	if wrong != nil {
		return nil, wrong.Issues
	}
	return f, nil
}

func paths(issues []manifest.Issue) (at []string) {
	for _, issue := range issues {
		at = append(at, issue.Path)
	}
	slices.Sort(at)
	return at
}

// Every field has its rule; all that is wrong is said at once.
func TestRules(t *testing.T) {
	t.Parallel()
	_, err := Read([]byte(`{
		"name": "not a name", "version": "1.0", "description": 1, "model": [],
		"inputSchema": {"type": "string"},
		"mcpServers": {
			"both": {"command": "x", "url": "https://x.example", "transport": "stdio"},
			"none": {"transport": "stdio"},
			"way": {"command": "x", "transport": "sse", "args": "no", "env": {"A=": "x", "B": 1}, "headers": {}},
			"far": {"url": "ftp://x", "headers": {"A": 1}, "auth": "x", "args": [], "transport": "stdio"},
			"in/side": {"command": "", "transport": "stdio", "timeout": -1, "disabled": "yes"}
		},
		"tools": ["", 1, "@", "#no such", "fs read", "@x/*y"],
		"allowedTools": [""],
		"toolsSettings": {"fs-read": {"allowedPaths": "x", "deniedPaths": [1]}, "fs write": {}, "x": 1},
		"resources": [1, {"name": "x"}]
	}`), Options{Workspace: "/work"})
	var wrong *Invalid
	if !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	want := []string{
		"/allowedTools/0", "/description", "/inputSchema/type",
		"/mcpServers/both", "/mcpServers/far/args", "/mcpServers/far/auth", "/mcpServers/far/headers/A", "/mcpServers/far/transport", "/mcpServers/far/url",
		"/mcpServers/in~1side", "/mcpServers/in~1side/command", "/mcpServers/in~1side/disabled", "/mcpServers/in~1side/timeout",
		"/mcpServers/none", "/mcpServers/way/args", "/mcpServers/way/env/A=", "/mcpServers/way/env/B", "/mcpServers/way/headers", "/mcpServers/way/transport",
		"/model", "/name",
		"/resources/0", "/resources/1/uri",
		"/tools/0", "/tools/1", "/tools/2", "/tools/3", "/tools/4", "/tools/5",
		"/toolsSettings/fs-read/allowedPaths", "/toolsSettings/fs-read/deniedPaths/0", "/toolsSettings/x", "/version",
	}
	got := slices.Compact(paths(wrong.Issues))
	if !slices.Equal(got, want) {
		t.Errorf("faults are at\n%q, not\n%q", got, want)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, ok := range map[string]bool{
		"a": true, "My-Agent-2": true, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false,
		"": false, "a b": false, "a_b": false, "ä": false, "nul": false, "Com1": false, "com10": true, "LPT9": false, "null": true,
		"Assent": false, "system": false, "SYSTEM": false,
	} {
		_, err := Read([]byte(`{"name":"`+name+`","version":"1.0.0"}`), Options{Workspace: "/work"})
		if (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	for version, ok := range map[string]bool{
		"1.0.0": true, "1.0.0-alpha.1": true, "1.0.0-alpha.11+build.5": true, "0.0.0": true,
		"1": false, "1.0": false, "v1.0.0": false, "01.0.0": false, "1.0.0-": false, "1.0.0-01": false, "": false,
	} {
		_, err := Read([]byte(`{"name":"a","version":"`+version+`"}`), Options{Workspace: "/work"})
		if (err == nil) != ok {
			t.Errorf("%q: %v", version, err)
		}
	}
}

// What is in a template's place can never be more than a value.
func TestTemplatesHoldNothingButValues(t *testing.T) {
	t.Parallel()
	const schema = `"inputSchema":{"type":"object","properties":{"x":{"type":"string"},"n":{"type":"integer","maximum":9},"o":{"type":"object"},"d":{"default":"stays"}}},`
	for _, value := range []string{
		`"},"tools":["@evil"],"x":{"`, `\"`, `${HOME}`, `${workspace}`, `${x}`, "\n\t\u0000", `*/`, `// no`, "\ue0000\ue001", `}`, `"`,
	} {
		f, issues := read(t, schema+`"description":"a ${x} b","model":${x},"resources":["file://r${x}"]`, Options{Inputs: map[string]string{"x": value}})
		switch {
		case issues != nil:
			t.Errorf("%q: %+v", value, issues)
		case f.Description != "a "+value+" b" || f.Model != value || len(f.Tools) > 0 || f.Resources[0].URI != "file://r"+value:
			t.Errorf("%q became %q, %q, %+v", value, f.Description, f.Model, f.Resources)
		}
	}
	f, issues := read(t, schema+`"description":"${d} ${n} ${o} ${workspace} \u0024{x} $x {x}" // ${no}
		, "others":{"kept":${n}, "left":"${unknown}"},`, Options{Inputs: map[string]string{"n": "7", "o": `{"a":[1]}`}})
	if issues != nil || f.Description != `stays 7 {"a":[1]} /work ${x} $x {x}` || string(f.Others) != `{"others":{"kept":7,"left":"${unknown}"}}` {
		t.Errorf("%+v %+v", f, issues)
	}
}

func TestInputsAreJudged(t *testing.T) {
	t.Parallel()
	const schema = `"inputSchema":{"type":"object","properties":{"n":{"type":"integer","maximum":9},"e":{"enum":["a"]}},"required":["e"]}`
	for given, at := range map[string]string{"n=10": "/inputSchema", "n=x": "/inputSchema/properties/n", "e=b": "/inputSchema", "other=1": "/inputSchema", "n=9": "", "e=a": ""} {
		name, value, _ := strings.Cut(given, "=")
		_, issues := read(t, schema, Options{Inputs: map[string]string{name: value}})
		if at == "" && issues != nil || at != "" && !slices.Equal(paths(issues), []string{at}) {
			t.Errorf("%s: %+v", given, issues)
		}
		for _, issue := range issues {
			if len(value) > 1 && strings.Contains(issue.Message, value) {
				t.Errorf("%s is told: %s", given, issue.Message)
			}
		}
	}
	if _, issues := read(t, schema+`,"description":"${e}"`, Options{}); !slices.Equal(paths(issues), []string{"/description"}) {
		t.Errorf("%+v", issues)
	}
}

// The environment is for servers alone, and stays a name.
func TestEnvironmentStaysAName(t *testing.T) {
	t.Setenv("ASSENT_TEST_TOKEN", "sesame")
	f, issues := read(t, `"mcpServers":{
		"local":{"command":"x","transport":"stdio","env":{"A":"${ASSENT_TEST_TOKEN}","B":"b ${workspace} ${env:ASSENT_TEST_TOKEN}!"}},
		"far":{"url":"https://x.example/mcp","headers":{"Authorization":"Bearer ${ASSENT_TEST_TOKEN}"},"auth":{"deep":{"token":"${ASSENT_TEST_TOKEN}"}}}},
		"tools":["@local/t"]`, Options{})
	if issues != nil {
		t.Fatalf("%+v", issues)
	}
	part := mcp.Part{Variable: "ASSENT_TEST_TOKEN"}
	for _, s := range append(f.Servers[0].Headers, f.Servers[1].Environment...) {
		if !slices.Contains(s.Parts, part) {
			t.Errorf("%+v", s)
		}
	}
	d, err := f.Declare(nil)
	if err != nil || strings.Contains(string(d.Manifest), "sesame") {
		t.Errorf("%s %v", d.Manifest, err)
	}
	for _, member := range []string{
		`"mcpServers":{"s":{"url":"https://${HOME}.example/"}}`, `"mcpServers":{"s":{"command":"${HOME}/x","transport":"stdio"}}`,
		`"mcpServers":{"s":{"command":"x","transport":"stdio","args":["${HOME}"]}}`, `"mcpServers":{"${HOME}":{"command":"x","transport":"stdio"}}`,
		`"description":"${HOME}"`, `"tools":["${HOME}"]`, `"model":${HOME}`, `"toolsSettings":{"fs-read":{"allowedPaths":["${HOME}"]}}`,
		`"resources":["file://${HOME}"]`, `"inputSchema":{"type":"object","description":"${HOME}"}`,
	} {
		if _, issues := read(t, member, Options{}); len(issues) == 0 {
			t.Errorf("%s is taken", member)
		}
	}
}

func TestNotJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		``, `[]`, `{`, `{"name":"a","name":"b"}`, `{"name":"a"} x`, "\xef\xbb\xbf{}", "{\"name\":\"\xff\"}", `{"name":"\ue000"}`, "{\"name\":\"\ue001\"}",
		`{"name":${x}${y}}`, `{${x}:1}`, `{"a":1e999}`, strings.Repeat("[", 100000), `{"name":"` + strings.Repeat("a", MaxSize) + `"}`,
	} {
		_, err := Read([]byte(text), Options{Workspace: "/work"})
		var wrong *Invalid
		if !errors.As(err, &wrong) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// released is in the style of what Amazon Q and Kiro write.
const released = `{
		// as Kiro and Amazon Q write them
		"$schema": "https://example.com/agent-v1.json",
		"name": "aws-rust-agent",
		"description": "Helps",
		"prompt": "You are ${careful}.",
		"mcpServers": {
			"awslabs.docs": {"command": "uvx", "args": ["awslabs.docs@latest"], "env": {"FASTMCP_LOG_LEVEL": "ERROR"}, "timeout": 120000, "disabled": false, "autoApprove": []},
			"off": {"command": "x", "disabled": true},
		},
		"tools": ["*", "fs_read", "execute_bash", "use_aws", "@awslabs.docs", "@builtin"],
		"toolAliases": {"@awslabs.docs/read": "r"},
		"allowedTools": ["fs_read", "@awslabs.docs/read_*", "@builtin", "@awslabs.docs/read_documentation"],
		"resources": ["file://README.md", "file://.kiro/steering/**/*.md"],
		"hooks": {"agentSpawn": [{"command": "git status"}]},
		"toolsSettings": {"execute_bash": {"allowedCommands": ["git status"]}, "fs_read": {"allowedPaths": ["~/x", "./src", "/etc/**"], "deniedPaths": ["src/secret"]}},
		"includeMcpJson": true, "useLegacyMcpJson": true, "model": "claude-sonnet-4"
	}`

// A file in the style of released programs is taken, with warnings.
func TestReleasedStyle(t *testing.T) {
	t.Parallel()
	f, err := Read([]byte(released), Options{Workspace: "/work", Home: "/home/alice"})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Paths.Read; !slices.Equal(got.Allowed, []string{"/home/alice/x", "/work/src", "/etc/**"}) || !slices.Equal(got.Denied, []string{"/work/src/secret"}) {
		t.Errorf("%+v", got)
	}
	if f.Servers[0].Silent != "" || f.Servers[0].Timeout.Seconds() != 120 || f.Servers[1].Silent == "" {
		t.Errorf("%+v", f.Servers)
	}
	for _, at := range []string{"/version", "/hooks", "/prompt", "/model", "/mcpServers/awslabs.docs/transport", "/mcpServers/awslabs.docs/autoApprove", "/toolsSettings/execute_bash/allowedCommands", "/allowedTools/1"} {
		if !slices.Contains(paths(f.Warnings), at) {
			t.Errorf("nothing is said of %s: %q", at, paths(f.Warnings))
		}
	}
	d, err := f.Declare(nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Parse(d.Manifest)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"fs_read", "fs_write", "execute_bash", "use_aws"} {
		if m.Tool(name) == nil {
			t.Errorf("%s is not declared", name)
		}
	}
	if shown, ok := ShownOf(m.Canonical); !ok || !strings.Contains(string(shown.Others), "You are ${careful}.") {
		t.Errorf("%+v", shown)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"name":"a","version":"1.0.0","description":"${x}","model":${x},"inputSchema":{"type":"object","properties":{"x":{}}}}`, "value")
	f.Add(`{"name":"a","mcpServers":{"s":{"command":"${x}","env":{"A":"${B}"}}},"tools":["@s","*"],}`, `"`)
	f.Fuzz(func(t *testing.T, text, value string) {
		file, err := Read([]byte(text), Options{Workspace: "/work", Inputs: map[string]string{"x": value}})
		var wrong *Invalid
		if err != nil {
			if !errors.As(err, &wrong) {
				t.Fatalf("%v", err)
			}
			return
		}
		d, err := file.Declare(nil)
		if err != nil {
			return // too many tools
		}
		if _, err := manifest.Parse(d.Manifest); err != nil {
			t.Fatalf("%v\n%s", err, d.Manifest)
		}
	})
}
