package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// cli runs a command line with an input on a new home.
func cli(t *testing.T, input string, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"--home", t.TempDir()}, args...)
	code = run(args, strings.NewReader(input), &stdout, &stderr, time.Date(2026, 4, 21, 12, 0, 0, 0, time.UTC))
	return code, stdout.String(), stderr.String()
}

// TestCommandLine: whatever is asked for with a module and a method is answered with
// exactly one JSON object on one line.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		args  []string
		input string
		code  int
		says  string
	}{
		"a read":                  {[]string{"calendar", "read"}, `{"mode":"day","date":"2026-04-21"}`, exitOK, `{"ok":true,"module":"calendar","method":"read","data":{"items":[],"count":0}}`},
		"no module":               {[]string{"shell", "run"}, `{}`, exitFailed, `"code":"UNKNOWN_METHOD"`},
		"no method":               {[]string{"calendar", "drop"}, `{}`, exitFailed, `"module":"calendar","method":"drop"`},
		"no input":                {[]string{"calendar", "read"}, ``, exitFailed, `"code":"INVALID_ACTION_INPUT"`},
		"no JSON":                 {[]string{"calendar", "read"}, `mode=day`, exitFailed, `not one strict JSON value`},
		"the same name twice":     {[]string{"calendar", "read"}, `{"mode":"day","mode":"day","date":"2026-04-21"}`, exitFailed, `not one strict JSON value`},
		"a schema that teaches":   {[]string{"calendar", "create"}, `{"title":"x"}`, exitFailed, `"input_schema":{"type":"object"`},
		"a dry run of what reads": {[]string{"calendar", "read", "--dry-run"}, `{"mode":"day","date":"2026-04-21"}`, exitFailed, `no dry run`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, out, errs := cli(t, test.input, append(test.args, "--json")...)
			if code != test.code || !strings.Contains(out, test.says) || errs != "" {
				t.Errorf("exit %d\n%s%s", code, out, errs)
			}
			var object map[string]any
			if err := json.Unmarshal([]byte(out), &object); err != nil || strings.Count(out, "\n") != 1 {
				t.Errorf("no one line of JSON: %v\n%s", err, out)
			}
		})
	}
}

// TestUsage: a wrong flag is no call.
func TestUsage(t *testing.T) {
	t.Parallel()
	if code, out, errs := cli(t, "", "calendar", "read", "--token", "x"); code != exitUsage || out != "" || !strings.Contains(errs, "--token") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	code, out, _ := cli(t, "", "calendar", "create", "--help")
	if code != exitOK || !strings.Contains(out, `"additionalProperties": false`) || !strings.Contains(out, "IANA") || !strings.Contains(out, "echo '{") {
		t.Errorf("help does not teach:\n%s", out)
	}
}

// TestSchemas: the white list is what contract §17 says it is: a handler for every
// method, a dry run of all that writes, schemas of Draft 2020-12 that are closed at every
// object.
func TestSchemas(t *testing.T) {
	t.Parallel()
	code, out, errs := cli(t, "", "schemas")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	var list struct {
		Modules map[string]map[string]struct {
			Sensitivity string         `json:"sensitivity"`
			Writes      bool           `json:"writes"`
			DryRun      bool           `json:"dry_run"`
			Hint        string         `json:"hint"`
			InputSchema map[string]any `json:"input_schema"`
		} `json:"modules"`
	}
	if err := json.Unmarshal([]byte(out), &list, json.RejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
	for _, m := range modules() {
		if len(list.Modules[m.Name]) != len(m.Handlers) {
			t.Errorf("%s lists %d methods and has %d", m.Name, len(list.Modules[m.Name]), len(m.Handlers))
		}
		for name, method := range list.Modules[m.Name] {
			where := m.Name + "." + name
			if m.Handlers[name] == nil {
				t.Errorf("nothing handles %s", where)
			}
			if want := map[bool]string{true: "high", false: "medium"}[method.Writes]; method.Sensitivity != want || method.DryRun != method.Writes {
				t.Errorf("%s: sensitivity %s, writes %v, dry run %v", where, method.Sensitivity, method.Writes, method.DryRun)
			}
			if !strings.Contains("list detail outcome diff", method.Hint) || method.Hint == "" {
				t.Errorf("%s: hint %q", where, method.Hint)
			}
			encoded, err := json.Marshal(method.InputSchema)
			if err != nil {
				t.Fatal(err)
			}
			compiler := jsonschema.NewCompiler()
			compiler.Draft = jsonschema.Draft2020
			if err := compiler.AddResource("urn:x", bytes.NewReader(encoded)); err != nil {
				t.Fatal(err)
			}
			compiler.AssertFormat = true
			compiled, err := compiler.Compile("urn:x")
			if err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			if method.InputSchema["type"] != "object" {
				t.Errorf("%s takes no object", where)
			}
			closed(t, where, method.InputSchema)
			examples, _ := method.InputSchema["examples"].([]any)
			for _, example := range examples {
				if err := compiled.Validate(example); err != nil {
					t.Errorf("%s: an example does not fit: %v", where, err)
				}
			}
			if len(examples) == 0 {
				t.Errorf("%s has no example", where)
			}
		}
	}
}

// closed fails where an object's schema lets unknown members pass.
func closed(t *testing.T, where string, schema map[string]any) {
	t.Helper()
	_, union := schema["oneOf"]
	if schema["type"] == "object" && !union && schema["additionalProperties"] != false {
		t.Errorf("%s is open to unknown members", where)
	}
	for name, value := range schema {
		switch value := value.(type) {
		case map[string]any:
			closed(t, where+"/"+name, value)
		case []any:
			for _, item := range value {
				if item, ok := item.(map[string]any); ok {
					closed(t, where+"/"+name, item)
				}
			}
		}
	}
}
