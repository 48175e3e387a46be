package codingagent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assent/executors"
	"assent/executors/filesystem"
	"assent/executors/network"
)

// newJudge returns a judge of a home folder, with a folder to work in and one outside.
func newJudge(t *testing.T) (j Judge, cwd string) {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	cwd = filepath.Join(home, "code", "site")
	must(t, os.MkdirAll(filepath.Join(home, ".ssh"), 0o700))
	must(t, os.MkdirAll(filepath.Join(home, "data"), 0o700))
	must(t, os.MkdirAll(cwd, 0o700))
	registry := &executors.Registry{}
	registry.Register("filesystem:read", filesystem.New(filesystem.Options{Home: home, DataFolder: filepath.Join(home, "data")}))
	registry.Register("network:http", network.New(network.Options{}))
	return Judge{Home: home, Prepare: registry.Prepare}, cwd
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func look(t *testing.T, j Judge, kind, tool, cwd string, input any) executors.Facts {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"tool": tool, "input": input, "cwd": cwd})
	must(t, err)
	sight, err := j.Look(t.Context(), "agent:test:"+kind, raw)
	must(t, err)
	must(t, sight.Hold(t.Context()))
	return sight.Facts()
}

// in is a tool's input.
type in = map[string]any

func keys(f executors.Facts) string {
	var all []string
	for _, t := range slices.Concat(f.Warn, f.Care) {
		all = append(all, t.Key)
	}
	return strings.Join(all, " ")
}

func TestShell(t *testing.T) {
	t.Parallel()
	j, cwd := newJudge(t)
	for _, test := range []struct {
		input      any
		cwd        string
		target     string
		dangers    string
		details    int
		markedAsIs bool
	}{
		{in{"command": "git push --force"}, cwd, "git push --force", "danger.push", 1, true},
		{in{"command": "rm ../x"}, cwd, "rm ../x", "danger.outside", 1, true},
		{in{"command": "rm ../x", "dir_path": "sub"}, cwd, "rm ../x", "danger.outside", 1, true},
		{in{"command": []string{"bash", "-lc", "rm -rf x"}}, cwd, "bash -lc 'rm -rf x'", "danger.remove", 1, true},
		{in{"command": []string{"a b", "it's", ""}}, cwd, `'a b' 'it'\''s' ''`, "", 1, true},
		{in{"command": "ls"}, "", "ls", "", 0, true},
		{in{"command": "ls"}, "not/absolute", "ls", "", 0, true},
		{`{"command":"ls"}`, cwd, "ls", "", 1, true},
		{in{"other": 1}, cwd, "", "", 0, false},
		{[]int{1}, cwd, "", "", 0, false},
		{nil, cwd, "", "", 0, false},
	} {
		f := look(t, j, executors.AgentShell, "Bash", test.cwd, test.input)
		if f.Target != test.target || keys(f) != test.dangers || len(f.Details) != test.details || (len(f.Marks) > 0) != test.markedAsIs {
			t.Errorf("%v: %+v", test.input, f)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	j, cwd := newJudge(t)
	file := filepath.Join(cwd, "a.txt")
	lines := "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n"
	must(t, os.WriteFile(file, []byte(lines), 0o600))
	must(t, os.WriteFile(filepath.Join(cwd, "binary"), []byte{0, 1, 2}, 0o600))
	must(t, os.WriteFile(filepath.Join(cwd, "key"), []byte("-----BEGIN OPENSSH PRIVATE KEY-----\nx\n"), 0o600))
	must(t, os.Symlink(filepath.Join(j.Home, ".ssh"), filepath.Join(cwd, "keys")))
	for name, test := range map[string]struct {
		tool    string
		input   in
		target  string
		counts  string
		numbers bool
		warns   string
	}{
		"an edit":            {"Edit", in{"file_path": file, "old_string": "seven", "new_string": "7"}, file, "+1 -1", true, ""},
		"relative":           {"Edit", in{"file_path": "a.txt", "old_string": "one", "new_string": "1"}, file, "+1 -1", true, ""},
		"everywhere":         {"Edit", in{"file_path": file, "old_string": "e", "new_string": "E", "replace_all": true}, file, "+5 -5", true, ""},
		"VS Code's names":    {"replace_string_in_file", in{"filePath": file, "oldString": "one\n", "newString": ""}, file, "+0 -1", true, ""},
		"several":            {"MultiEdit", in{"file_path": file, "edits": []in{{"old_string": "one", "new_string": "1"}, {"old_string": "1", "new_string": "I"}}}, file, "+1 -1", true, ""},
		"not there":          {"Edit", in{"file_path": file, "old_string": "nine", "new_string": "9"}, file, "+1 -1", false, "warn.edit_not_found"},
		"the whole":          {"Write", in{"file_path": file, "content": lines + "nine\n"}, file, "+1 -0", true, ""},
		"no change":          {"Write", in{"file_path": file, "content": lines}, file, "none", false, ""},
		"a new file":         {"Write", in{"file_path": filepath.Join(cwd, "new"), "content": "a\nb\n"}, filepath.Join(cwd, "new"), "+2 -0", true, ""},
		"over binary":        {"Write", in{"file_path": filepath.Join(cwd, "binary"), "content": "a\n"}, filepath.Join(cwd, "binary"), "+1 -0", false, ""},
		"over a key":         {"Write", in{"file_path": filepath.Join(cwd, "key"), "content": ""}, filepath.Join(cwd, "key"), "+0 -2", true, ""},
		"outside":            {"Write", in{"file_path": filepath.Join(j.Home, "x"), "content": "a"}, filepath.Join(j.Home, "x"), "+1 -0", true, "danger.outside"},
		"through a link":     {"Write", in{"file_path": "keys/id", "content": "a"}, filepath.Join(j.Home, ".ssh", "id"), "+1 -0", true, "danger.outside care.ssh"},
		"a part of it":       {"insert_edit_into_file", in{"filePath": file, "code": "x\n"}, file, "+1 -0", false, ""},
		"deleted":            {"Delete", in{"path": file}, file, "none", false, "danger.deletes"},
		"a patch":            {"apply_patch", in{"command": "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1\n two\n*** Add File: /b\n+b\n*** End Patch\n"}, file, "+2 -1", false, "danger.outside care.outside_folders"},
		"nothing understood": {"Write", in{"what": file}, "", "none", false, ""},
		"no text at all":     {"Write", in{"file_path": file}, file, "none", false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := look(t, j, executors.AgentWrite, test.tool, cwd, test.input)
			counts, numbers := "none", false
			if d := f.Difference; d != nil {
				counts = fmt.Sprintf("+%d -%d", d.Added, d.Removed)
				numbers = slices.ContainsFunc(d.Lines, func(l executors.DifferenceLine) bool { return l.Before+l.After > 0 })
			}
			if f.Target != test.target || counts != test.counts || numbers != test.numbers || keys(f) != test.warns {
				t.Errorf("%s (%s, numbers %v, %s) in %+v", f.Target, counts, numbers, keys(f), f)
			}
			if f.Breadth != "" {
				t.Errorf("a window is offered: %s", f.Breadth)
			}
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	j, cwd := newJudge(t)
	file, key := filepath.Join(cwd, "a.txt"), filepath.Join(j.Home, ".ssh", "id_ed25519")
	must(t, os.WriteFile(file, []byte("a"), 0o600))
	must(t, os.WriteFile(key, []byte("a"), 0o600))
	must(t, os.Symlink(key, filepath.Join(cwd, "innocent.txt")))
	for _, test := range []struct {
		input                 in
		target, care, breadth string
	}{
		{in{"file_path": file}, file, "", cwd},
		{in{"filePath": "a.txt", "startLine": 1}, file, "", cwd},
		{in{"path": "innocent.txt"}, key, "care.ssh", filepath.Dir(key)},
		{in{"pattern": "**/*.go"}, cwd, "", filepath.Dir(cwd)},
	} {
		f := look(t, j, executors.AgentRead, "Read", cwd, test.input)
		if f.Target != test.target || keys(f) != test.care || f.Breadth != test.breadth {
			t.Errorf("%v: %+v", test.input, f)
		}
	}
}

// What no agent may have is refused before anybody is asked.
func TestProtected(t *testing.T) {
	t.Parallel()
	j, cwd := newJudge(t)
	for _, kind := range []string{executors.AgentRead, executors.AgentWrite} {
		raw, _ := json.Marshal(in{"tool": "x", "cwd": cwd, "input": in{"file_path": filepath.Join(j.Home, "data", "assent.db"), "content": "x"}})
		_, err := j.Look(t.Context(), "agent:test:"+kind, raw)
		if e := (*executors.Error)(nil); !errors.As(err, &e) || e.Reason != executors.ProtectedPath {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestNet(t *testing.T) {
	t.Parallel()
	j, cwd := newJudge(t)
	for _, test := range []struct {
		input                  in
		target, warns, breadth string
	}{
		{in{"url": "https://docs.example.com/a"}, "https://docs.example.com/a", "", "https://docs.example.com"},
		{in{"url": "http://docs.example.com/a"}, "http://docs.example.com/a", "warn.network_plain", "http://docs.example.com"},
		{in{"url": "http://localhost:8080"}, "http://localhost:8080/", "warn.network_plain care.own_network", "http://localhost:8080"},
		{in{"query": "how to"}, "how to", "", ""},
		{in{"urls": []string{"https://a.example", "https://b.example"}}, "https://a.example https://b.example", "", ""},
		{in{}, "", "", ""},
	} {
		f := look(t, j, executors.AgentNet, "WebFetch", cwd, test.input)
		if f.Target != test.target || keys(f) != test.warns || f.Breadth != test.breadth {
			t.Errorf("%v: %+v", test.input, f)
		}
	}
}

// Whatever the arguments are, looking ends, and marks stand in the target.
func FuzzLook(f *testing.F) {
	f.Add("shell", `{"tool":"Bash","input":{"command":["a","b"]},"cwd":"/"}`)
	f.Add("write", `{"tool":"Edit","input":{"file_path":"x","edits":[{"old_string":"","new_string":"b"}]},"cwd":"/"}`)
	f.Add("write", `{"tool":"x","input":{"patch":"*** Begin Patch\n*** Update File: \n+"},"cwd":""}`)
	f.Add("net", `{"input":{"urls":["x"]}}`)
	j := Judge{Home: "/home/alice", Prepare: func(context.Context, executors.Request) (executors.Plan, error) {
		return nil, executors.Errorf(executors.PathNotFound, "no")
	}}
	f.Fuzz(func(t *testing.T, kind, raw string) {
		s, err := j.Look(t.Context(), "agent:x:"+kind, []byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Hold(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, m := range s.Facts().Marks {
			if m.To > len(s.Facts().Target) {
				t.Errorf("mark %+v of %q", m, s.Facts().Target)
			}
		}
	})
}
