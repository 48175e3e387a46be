package clients

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// hookPlace makes a home folder with a client's hook file in it.
func hookPlace(t *testing.T, c Client, text string) (Place, string) {
	t.Helper()
	p := Place{Home: t.TempDir(), Ctl: "/opt/assent's/assentctl", Socket: "/run/user/1000/assent/assent.sock"}
	path := p.file(hookFiles[c.Name].path)
	if text != "" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return p, path
}

// hookTexts are what a client's hook file may hold before.
func hookTexts(f hookFile) map[string]string {
	event := f.guard[0]
	return map[string]string{
		"missing": "", "empty": "{}", "comments": "{\n  // mine\n  \"other\": [1, 2], // two\n}\n",
		"other hooks": "{\n\t\"hooks\": {\n\t\t\"" + event + "\": [\n\t\t\t{\"command\": \"./mine.sh\", \"hooks\": [{\"type\": \"command\", \"command\": \"./mine.sh\"}]} // keep\n\t\t]\n\t},\n\t\"theme\": \"dark\"\n}\n",
		"one line":    `{"hooks":{"` + event + `":[{"command":"x"}]}}`,
	}
}

func hookClients(t *testing.T) (all []Client) {
	t.Helper()
	for _, c := range All() {
		if _, err := FindHooks(c.Name); err == nil {
			all = append(all, c)
		}
	}
	if len(all) != len(hookFiles) {
		t.Fatalf("%d clients run hooks", len(all))
	}
	return all
}

func TestInstallAndUninstallHook(t *testing.T) {
	t.Parallel()
	for _, c := range hookClients(t) {
		for name, before := range hookTexts(hookFiles[c.Name]) {
			for way, guard := range map[string]bool{"default": false, "guard": true} {
				t.Run(c.Name+"/"+name+"/"+way, func(t *testing.T) {
					t.Parallel()
					p, path := hookPlace(t, c, before)
					was := content(t, path)
					change, err := c.InstallHook(p, guard)
					if !guard && len(hookFiles[c.Name].ask) == 0 {
						if !errors.Is(err, ErrOnlyGuard) {
							t.Errorf("it was installed: %v", err)
						}
						return
					}
					mustApply(t, change, err)
					now := content(t, path)
					if !strings.Contains(now, `'/opt/assent'\\''s/assentctl' --socket /run/user/1000/assent/assent.sock hook `+c.Name) || !strings.Contains(now, `"timeout": 600`) && !strings.Contains(now, `"timeout":600`) {
						t.Errorf("it is not installed:\n%s", now)
					}
					if status, err := c.HookStatus(p); err != nil || status != way {
						t.Errorf("its status is %q, %v", status, err)
					}
					if s := c.Status(p); s.Hook != way || !guard && len(s.Wants) == 0 || guard && !slices.Contains(s.Wants, hookFiles[c.Name].runsOn) {
						t.Errorf("the client's status is %+v", s)
					}
					if again, err := c.InstallHook(p, guard); err != nil || !again.Empty() {
						t.Errorf("a second time changes it: %v\n%s", err, again.Diff())
					}
					_, undo, err := c.UninstallHook(p)
					if err := errors.Join(err, undo()); err != nil {
						t.Fatal(err)
					}
					if got := content(t, path); got != was {
						t.Errorf("after uninstall it is\n%s\nnot\n%s", got, was)
					}
				})
			}
		}
	}
}

// One way takes the place of the other, wherever assentctl lay before.
func TestChangeOfWay(t *testing.T) {
	t.Parallel()
	c, _ := FindHooks("claude-code")
	p, path := hookPlace(t, c, hookTexts(hookFiles[c.Name])["other hooks"])
	was := content(t, path)
	for _, guard := range []bool{false, true, false} {
		change, err := c.InstallHook(p, guard)
		mustApply(t, change, err)
		p.Ctl += "2"
		if now := content(t, path); strings.Count(now, " hook claude-code") != 1 || strings.Contains(now, "--guard") != guard || !strings.Contains(now, "mine.sh") {
			t.Errorf("with guard %v it is\n%s", guard, now)
		}
	}
	_, undo, err := c.UninstallHook(p)
	if err := errors.Join(err, undo()); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != was {
		t.Errorf("after uninstall it is\n%s\nnot\n%s", got, was)
	}
}

// What others changed since stays.
func TestUninstallHookAfterOthers(t *testing.T) {
	t.Parallel()
	for _, c := range hookClients(t) {
		p, path := hookPlace(t, c, hookTexts(hookFiles[c.Name])["other hooks"])
		change, err := c.InstallHook(p, true)
		mustApply(t, change, err)
		others := strings.Replace(content(t, path), "{\n", "{\n\t\"mine\": 1, // since\n", 1)
		if err := os.WriteFile(path, []byte(others), 0o644); err != nil {
			t.Fatal(err)
		}
		_, undo, err := c.UninstallHook(p)
		if err := errors.Join(err, undo()); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); strings.Contains(got, " hook ") || !strings.Contains(got, "mine.sh") || !strings.Contains(got, "// since") {
			t.Errorf("%s: it is\n%s", c.Name, got)
		}
	}
}

func TestInstallHookLeavesAlone(t *testing.T) {
	t.Parallel()
	c, _ := FindHooks("cursor")
	for name, text := range map[string]string{
		"broken": `{"hooks": `, "a list": `[]`, "hooks a list": `{"hooks": []}`, "an event no list": `{"hooks": {"beforeShellExecution": {}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, path := hookPlace(t, c, text)
			if change, err := c.InstallHook(p, true); err == nil {
				t.Errorf("it was taken:\n%s", change.Diff())
			}
			if got := content(t, path); got != text {
				t.Errorf("it was changed to %s", got)
			}
		})
	}
}

// Codex's folder is where its variable says.
func TestHookOfCodexElsewhere(t *testing.T) {
	t.Parallel()
	c, _ := FindHooks("codex")
	p, _ := hookPlace(t, c, "")
	p.Codex = filepath.Join(p.Home, "elsewhere")
	change, err := c.InstallHook(p, false)
	mustApply(t, change, err)
	if change.Path != filepath.Join(p.Codex, "hooks.json") || !strings.Contains(content(t, change.Path), "PermissionRequest") {
		t.Errorf("it was written to %s", change.Path)
	}
}
