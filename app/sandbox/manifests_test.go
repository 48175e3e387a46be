package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/consent/canonical"
	"assent/consent/clock"
)

// TestManifestVersions: +1, never skipped, the same hash changes nothing; both bodies of
// the source pages are taken; what changed is said by what it means.
func TestManifestVersions(t *testing.T) {
	t.Parallel()
	b := newBench(t, clock.System())
	a := b.agent(reading)
	optional := strings.Replace(reading, `,"required":["path"]`, "", 1)
	flagged := strings.Replace(optional, `"capability_flags":{}`, `"capability_flags":{"supports_voice":true}`, 1)
	narrower := strings.Replace(flagged, `"path":{"type":"string"}`, `"path":{"type":"string","maxLength":9}`, 1)
	none := [3][]string{}
	for i, step := range []struct {
		manifest string
		wrapped  bool
		version  int
		changes  [3][]string
	}{
		{reading, true, 1, none},
		{strings.ReplaceAll(reading, "\n", " "), false, 1, none},
		{optional, false, 2, [3][]string{nil, {"schema_changed"}, nil}},
		{flagged, true, 3, none},
		{narrower, true, 4, [3][]string{nil, {"schema_changed"}, {"constraint_added"}}},
		{flagged, true, 5, [3][]string{nil, {"schema_changed"}, nil}},
		{reading, true, 6, [3][]string{{"required_added"}, {"schema_changed", "flag_off"}, nil}},
		{reading, false, 6, none},
	} {
		body := step.manifest
		if step.wrapped {
			body = `{"capability_manifest":` + body + `}`
		}
		answer := b.must(200, a.key, "PATCH", "/agents/"+a.id, body)
		if answer["capability_manifest_version"] != float64(step.version) || answer["capability_manifest_hash"] != canonical.Digest([]byte(step.manifest)) {
			t.Errorf("step %d: %v", i, answer)
		}
		for j, name := range []string{"breaking_changes", "notable", "not_judged"} {
			var kinds []string
			for _, change := range answer[name].([]any) {
				kinds = append(kinds, change.(object)["kind"].(string))
			}
			if fmt.Sprint(kinds) != fmt.Sprint(step.changes[j]) {
				t.Errorf("step %d: %s are %v, want %v", i, name, kinds, step.changes[j])
			}
		}
	}
	if shown := b.must(200, "", "GET", "/agents/"+a.id, nil); shown["capability_manifest_version"] != 6.0 || len(shown["warnings"].([]any)) != 0 {
		t.Errorf("it is shown as %v", shown)
	}
}

// TestManifestsThatAreRefused: with every place that is wrong; nothing is kept of them.
func TestManifestsThatAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, clock.System())
	a := b.agent(reading)
	wrong := strings.NewReplacer(`"read_file"`, `"Read"`, `"medium"`, `"some"`).Replace(reading)
	padded := func(n int) string {
		return strings.Replace(reading, `"description_i18n_key":"d"`, `"description_i18n_key":"d","x_padding":"`+strings.Repeat("x", n)+`"`, 1)
	}
	for name, test := range map[string]struct {
		body    string
		status  int
		code    string
		details int
	}{
		"two faults":            {wrong, 400, "MANIFEST_INVALID", 2},
		"two faults, wrapped":   {`{"capability_manifest":` + wrong + `}`, 400, "MANIFEST_INVALID", 2},
		"a name twice":          {strings.Replace(reading, `"agent_version"`, `"schema_version":"1.0","agent_version"`, 1), 400, "MANIFEST_INVALID", 1},
		"no object":             {`{"capability_manifest":7}`, 400, "MANIFEST_INVALID", 1},
		"no JSON":               {`{"tools":`, 400, "BAD_REQUEST", 0},
		"too large":             {padded(128 << 10), 413, "MANIFEST_TOO_LARGE", 0},
		"too large, and padded": {padded(128<<10) + strings.Repeat(" ", 128<<10), 413, "MANIFEST_TOO_LARGE", 0},
	} {
		status, answer := b.ask(a.key, "PATCH", "/agents/"+a.id, test.body)
		details, _ := answer["details"].([]any)
		if status != test.status || answer["code"] != test.code || len(details) != test.details {
			t.Errorf("%s: %d %v", name, status, answer)
		}
	}
	if shown := b.must(200, "", "GET", "/agents/"+a.id, nil); shown["capability_manifest_version"] != 1.0 {
		t.Errorf("it is shown as %v", shown)
	}
	b.must(200, a.key, "PATCH", "/agents/"+a.id, padded(64<<10))
	if w := b.must(200, "", "GET", "/agents/"+a.id, nil)["warnings"].([]any); len(w) != 1 || w[0].(object)["path"] != "" {
		t.Errorf("64 KiB are warned of as %v", w)
	}
}

// TestCallRate: 60 calls at once, then one a second; a repeat counts no more.
func TestCallRate(t *testing.T) {
	t.Parallel()
	virtual := clock.NewVirtual(noon)
	b := newBench(t, virtual, filepath.Join(t.TempDir(), "none"))
	a, other := b.agent(reading), b.agent(reading)
	c := b.conversation(a, b.Users[0], "h2a")
	path := "/conversations/" + c + "/messages"
	for i := range callsAMinute {
		b.call(a, c, fmt.Sprint(i), "t", object{})
	}
	r, _ := b.request("POST", path, `{"msg_subtype":"artifact_tool_call","content_type":"artifact","payload":{"type":"artifact","artifact":{"subtype":"tool_call","call_id":"x","tool_name":"t","arguments":{}}}}`,
		map[string]string{"Authorization": "Bearer " + a.key, "Content-Type": "application/json"})
	if r.StatusCode != 429 || r.Header.Get("Retry-After") != "1" {
		t.Errorf("one too many: %d %v", r.StatusCode, r.Header)
	}
	b.call(a, c, "7", "t", object{})
	b.say(a.key, c, "a text is no call")
	b.call(other, b.conversation(other, b.Users[0], "h2a"), "0", "t", object{})
	virtual.Advance(time.Second)
	b.call(a, c, "60", "t", object{})
	b.must(429, a.key, "POST", path, callMessage("61", "t", object{}))
	virtual.Advance(time.Minute)
	for i := range callsAMinute {
		b.call(a, c, fmt.Sprint("later", i), "t", object{})
	}
}

// TestFolder: it is closed to others, held by one sandbox, and none of an engine's; the
// tokens are the same at the next start.
func TestFolder(t *testing.T) {
	t.Parallel()
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	b := newBench(t, clock.System(), one, two)
	info, err := os.Stat(b.folder)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(filepath.Join(b.folder, "sandbox.db")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the database: %v, %v", info, err)
	}
	if _, err := claim(b.folder); err == nil || !strings.Contains(err.Error(), "in use by assentctl sandbox") {
		t.Errorf("a second one: %v", err)
	}
	owner, users := b.Owner, b.Users
	b.stop()
	if log := b.log.String(); !strings.Contains(log, "no end-to-end encryption") || strings.Contains(log, "beyond this machine") {
		t.Errorf("the log says\n%s", log)
	}
	b.start(clock.System(), two, one)
	if b.Owner != owner || b.Users[0] != users[1] || b.Users[1] != users[0] {
		t.Errorf("the tokens are %v, were %v", b.Users, users)
	}
	engine := t.TempDir()
	if err := os.Chmod(engine, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(engine, "assent.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := claim(engine); err == nil || !strings.Contains(err.Error(), "data folder of an engine") {
		t.Errorf("an engine's folder: %v", err)
	}
}
