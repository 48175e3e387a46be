package clients

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// place makes a home folder with one file in it.
func place(t *testing.T, c Client, content string) (Place, string) {
	t.Helper()
	p := Place{Home: t.TempDir(), Ctl: "/opt/assent/bin/assentctl", Socket: "/run/user/1000/assent/assent.sock"}
	path := p.file(c.servers.path)
	if content != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return p, path
}

func mustApply(t *testing.T, c Change, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Apply(true); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "(no file)"
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// files are what a client's file may hold before, by its kind.
func files(c Client) map[string]string {
	if c.servers.toml {
		return map[string]string{
			"missing": "", "comments": "# mine\nmodel = \"o\" # this\n",
			"servers": "[mcp_servers.x]\ncommand = \"npx\"\nargs = [\"-y\", \"server\"] # two\nenv = { A = \"1\" }\n\n[profiles.p]\nmodel = \"o\"\n",
		}
	}
	m := c.servers.member
	return map[string]string{
		"missing": "", "empty object": "{}", "comments": "{\n  // mine\n  \"other\": [1, 2], // two\n}\n",
		"servers": "{\n\t\"" + m + "\": {\n\t\t\"x y\": {\n\t\t\t\"command\": \"npx\", // run\n\t\t\t\"args\": [\"-y\", \"server\"],\n\t\t\t\"env\": {\"A\": \"1\"}\n\t\t},\n\t\t\"remote\": {\"type\": \"http\", \"url\": \"https://example.com/mcp\"},\n\t\t\"bare\": {\"command\": \"uvx\"}\n\t}\n}\n",
	}
}

func TestInstallAndUninstall(t *testing.T) {
	t.Parallel()
	for _, c := range All() {
		for name, before := range files(c) {
			for _, wrap := range []bool{false, true} {
				t.Run(c.Name+"/"+name+map[bool]string{true: "/wrap"}[wrap], func(t *testing.T) {
					t.Parallel()
					p, path := place(t, c, before)
					was := content(t, path)
					change, err := c.Install(p, wrap)
					mustApply(t, change, err)
					now := content(t, path)
					if !strings.Contains(now, p.Ctl) || !strings.Contains(now, p.Socket) || !strings.Contains(change.Diff(), p.Ctl) {
						t.Errorf("it is not installed:\n%s", now)
					}
					if wrapped := strings.Contains(now, "wrap"); wrapped != (wrap && name == "servers") {
						t.Errorf("wrapped is %v:\n%s", wrapped, now)
					}
					if again, err := c.Install(p, wrap); err != nil || !again.Empty() {
						t.Errorf("a second time changes it: %v\n%s", err, again.Diff())
					}
					_, undo, err := c.Uninstall(p)
					if err != nil {
						t.Fatal(err)
					}
					if err := undo(); err != nil {
						t.Fatal(err)
					}
					if got := content(t, path); got != was {
						t.Errorf("after uninstall it is\n%s\nnot\n%s", got, was)
					}
					if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 1 || len(left) == 1 && was == "(no file)" {
						t.Errorf("left behind: %v", left)
					}
				})
			}
		}
	}
}

// TestUninstallAfterOthers takes only our entries out of a file that others changed since.
func TestUninstallAfterOthers(t *testing.T) {
	t.Parallel()
	for _, c := range All() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			p, path := place(t, c, files(c)["servers"])
			change, err := c.Install(p, true)
			mustApply(t, change, err)
			others := content(t, path)
			if c.servers.toml {
				others += "\n[mine]\na = 1\n"
			} else {
				others = strings.Replace(others, "{\n", "{\n\t\"mine\": 1, // since\n", 1)
			}
			if err := errors.Join(os.WriteFile(path, []byte(others), 0o600), os.Chmod(path, 0o640)); err != nil {
				t.Fatal(err)
			}
			_, undo, err := c.Uninstall(p)
			if err != nil {
				t.Fatal(err)
			}
			if err := undo(); err != nil {
				t.Fatal(err)
			}
			got := content(t, path)
			if strings.Contains(got, "assent") || !strings.Contains(got, "mine") || !strings.Contains(got, "npx") {
				t.Errorf("it is\n%s", got)
			}
			if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
				t.Errorf("its mode is %v", info.Mode())
			}
		})
	}
}

func TestInstallTwiceUndoneAtOnce(t *testing.T) {
	t.Parallel()
	c, _ := Find("cursor")
	p, path := place(t, c, files(c)["servers"])
	was := content(t, path)
	for _, wrap := range []bool{false, true} {
		change, err := c.Install(p, wrap)
		mustApply(t, change, err)
	}
	_, undo, err := c.Uninstall(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != was {
		t.Errorf("after uninstall it is\n%s\nnot\n%s", got, was)
	}
}

func TestInstallLeavesAlone(t *testing.T) {
	t.Parallel()
	cursor, _ := Find("cursor")
	codex, _ := Find("codex")
	for name, test := range map[string]struct {
		client  Client
		content string
	}{
		"broken JSON":      {cursor, "{\"mcpServers\": "},
		"a list":           {cursor, "[]"},
		"servers a list":   {cursor, `{"mcpServers": []}`},
		"another assent":   {cursor, `{"mcpServers": {"assent": {"command": "other"}}}`},
		"broken TOML":      {codex, "a = \n"},
		"an inline table":  {codex, "mcp_servers = { x = { command = \"y\" } }\n"},
		"not text at all":  {codex, "\x00\x01"},
		"servers a string": {codex, "mcp_servers = \"x\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, path := place(t, test.client, test.content)
			change, err := test.client.Install(p, true)
			if err == nil {
				t.Errorf("it was taken:\n%s", change.Diff())
			}
			if got := content(t, path); got != test.content {
				t.Errorf("it was changed to %s", got)
			}
		})
	}
}

func TestInstallThroughLink(t *testing.T) {
	t.Parallel()
	c, _ := Find("cursor")
	p, path := place(t, c, "{}\n")
	real := filepath.Join(p.Home, "dotfiles.json")
	if err := errors.Join(os.Rename(path, real), os.Symlink(real, path)); err != nil {
		t.Fatal(err)
	}
	change, err := c.Install(p, false)
	mustApply(t, change, err)
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info, err)
	}
	if !strings.Contains(content(t, real), p.Ctl) {
		t.Error("the file that the link leads to was not written")
	}
}

func TestInstallNotWritable(t *testing.T) {
	t.Parallel()
	c, _ := Find("cursor")
	p, path := place(t, c, "{}\n")
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	change, err := c.Install(p, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := change.Apply(true); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("writing gave %v", err)
	}
}

func TestInstallWhileOthersWrite(t *testing.T) {
	t.Parallel()
	c, _ := Find("cursor")
	p, path := place(t, c, "{}\n")
	change, err := c.Install(p, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"new": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := change.Apply(true); !errors.Is(err, ErrChanged) {
		t.Errorf("writing gave %v", err)
	}
	if got := content(t, path); got != `{"new": 1}` {
		t.Errorf("it was changed to %s", got)
	}
}

func TestProjectsAreWrapped(t *testing.T) {
	t.Parallel()
	c, _ := Find("claude-code")
	p, path := place(t, c, `{"projects": {"/home/a/p": {"mcpServers": {"db": {"type": "stdio", "command": "dbserver", "args": []}}}}}`)
	change, err := c.Install(p, true)
	mustApply(t, change, err)
	if got := content(t, path); !strings.Contains(got, `"dbserver"`) || !strings.Contains(got, `"wrap"`) {
		t.Errorf("it is\n%s", got)
	}
}
