package filesystem

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPatterns(t *testing.T) {
	t.Parallel()
	const home = "/home/alice"
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{".ssh", "/home/alice/.ssh", true},
		{".ssh", "/home/alice/.ssh/config.d/x", true},
		{".ssh", "/backup/.SSH/config", true},
		{".ssh", "/home/alice/.ssh2/config", false},
		{"*.pem", "/srv/a.PEM", true},
		{"*.pem", "/srv/a.pem.txt", false},
		{".env*", "/src/.env.local", true},
		{".env*", "/src/env", false},
		{"id_?", "/x/id_1", true},
		{"id_?", "/x/id_12", false},
		{"a/b", "/x/a/b/c", true},
		{"a/b", "/x/a/c/b", false},
		{"~/tax", "/home/alice/tax/2026.pdf", true},
		{"~/tax", "/home/bob/tax/2026.pdf", false},
		{"~/tax", "/home/alice/work/tax", false},
		{"~/tax", "/home/alice2/tax", false},
		{"/srv/keys", "/srv/keys/a", true},
		{"/srv/keys", "/mnt/srv/keys/a", false},
		{"[a]", "/x/[a]", true},
		{"[a]", "/x/a", false},
		{`a\b`, `/x/a\b`, true},
		{"*", "/", false},
		{"Grüße", "/x/GRÜSSE", false},
		{"grün", "/x/GRÜN", true},
	} {
		if got := len(compile([]string{test.pattern}).reasons(names(strings.ToLower(test.path)), names(home))) > 0; got != test.want {
			t.Errorf("%s on %s: %v, want %v", test.pattern, test.path, got, test.want)
		}
	}
	if got := compile([]string{"", "/", "~/", "//"}).patterns; len(got) > 0 {
		t.Errorf("patterns without names: %v", got)
	}
}

func TestDefaultCare(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	e := New(Options{Home: home})
	for path, want := range map[string]string{
		".ssh/id_ed25519": "care.ssh", "backup/id_rsa.old": "care.ssh", ".ssh/config": "care.ssh",
		".gnupg/trustdb.gpg": "care.gpg", "server.key": "care.key_file", "Cert.PEM": "care.key_file", "a.p12": "care.key_file",
		".local/share/keyrings/login.keyring": "care.passwords", "Vault.kdbx": "care.passwords", ".password-store/mail.gpg": "care.passwords",
		".aws/credentials": "care.credentials", ".kube/config": "care.credentials", ".netrc": "care.credentials",
		".config/gcloud/x.db": "care.credentials", "src/.npmrc": "care.credentials", ".docker/config.json": "care.credentials",
		".mozilla/firefox/p/logins.json": "care.browser", ".config/google-chrome-beta/Default/Cookies": "care.browser",
		"snap/firefox/common/.mozilla/x": "care.browser", "snap/chromium/common/chromium/x": "care.browser",
		".var/app/com.google.Chrome/config/google-chrome/x": "care.browser",
		".thunderbird/p/prefs.js":                           "care.messages", ".bitcoin/wallet.dat": "care.wallet", ".config/solana/id.json": "care.wallet",
		".bash_history": "care.history", ".local/share/fish/fish_history": "care.history", ".python_history": "care.history",
		"project/.env": "care.env", "project/.env.production": "care.env", "prod.env": "care.env", ".envrc": "care.env",
		".config/mozilla/firefox/p/x": "care.browser", "backup/logins.json": "care.browser", "p/key4.db": "care.browser", "p/cookies.sqlite-wal": "care.browser",
		"backup/Login Data": "care.browser", "backup/Cookies": "care.browser", ".zen/p/x": "care.browser",
		".cloudflared/cert": "care.credentials", ".config/borg/keys/x": "care.credentials", ".cache/huggingface/token": "care.credentials",
		".config/ngrok/ngrok.yml": "care.credentials", ".config/stripe/config.toml": "care.credentials", ".config/github-copilot/apps.json": "care.credentials",
		".gemini/oauth_creds.json": "care.credentials", ".local/share/opencode/auth.json": "care.credentials", ".config/sops/age/keys.txt": "care.credentials",
		".config/k9s/config.yaml": "care.credentials", "work/kubeconfig-prod.yaml": "care.credentials", "prod.kubeconfig": "care.credentials",
		".kaggle/kaggle.json": "care.credentials", "infra/terraform.tfstate.backup": "care.credentials", "infra/terraform.tfstate": "care.credentials",
		".authinfo.gpg": "care.passwords", ".msmtprc": "care.passwords", ".fetchmailrc": "care.passwords", "bitwarden_export_20260101.csv": "care.passwords",
		"Downloads/Chrome Passwords.csv": "care.passwords", "Documents/我的密码.txt": "care.passwords", "export.1pux": "care.passwords",
		"work/.dev.vars": "care.env", "app.env.local": "care.env", "wg0.conf": "care.key_file", "vpn/wg-home.conf": "care.key_file",
		".local/share/atuin/key": "care.history", ".local/share/xonsh/history": "care.history", ".config/nushell/history.txt": "care.history",
		".cache/cliphist/db": "care.history", ".claude/projects/x/y.jsonl": "care.history", ".claude.json": "care.credentials",
		"gpg/private-keys-v1.d/A.key": "care.gpg", "助记词.txt": "care.wallet", "xwechat_files/x": "care.messages",
		"project/.nx/cache/x": "", "project/.vercel/project.json": "", "project/.claude/settings.json": "", "locales/en/auth.json": "", "src/vite-env.d.ts": "",
		"密码学笔记.md": "", "docs/password-reset.md": "", "pkg/credentials/provider.go": "", "src/sessionStore.ts": "", "design-tokens.json": "",
		"project/main.go": "", "Documents/environment.md": "", "keys.txt": "", "monkey": "", "history.md": "", ".bashrc": "", "package.json": "",
	} {
		write(t, filepath.Join(home, path), "")
		got := keys(prepare(t, e, "read_file", "~/"+path).Facts().Care)
		if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("%s: care %v, want %q", path, got, want)
		}
	}
	if got := prepare(t, New(Options{Home: home, Care: []string{}}), "read_file", "~/.envrc").Facts().Care; len(got) > 0 {
		t.Errorf("care %v with an empty list", got)
	}
	if got := keys(prepare(t, e, "list_directory", "~/.ssh").Facts().Care); !slices.Equal(got, []string{"care.ssh"}) {
		t.Errorf("listing .ssh: care %v", got)
	}
}

func TestCareInOrder(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	path := write(t, filepath.Join(home, "tax", ".ssh", "id_rsa"), "")
	e := New(Options{Home: home, Folders: []string{"~/work"}, Care: []string{"id_*", ".ssh", "~/tax", "tax", "id_rsa*"}})
	care := prepare(t, e, "read_file", path).Facts().Care
	if got := keys(care); !slices.Equal(got, []string{outside, "care.listed", "care.ssh", "care.listed", "care.listed"}) {
		t.Errorf("care %v", care)
	}
	if got := care[3].Args["Pattern"]; got != "~/tax" {
		t.Errorf("third pattern %v", care)
	}
}

func TestFolders(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	path := write(t, filepath.Join(home, "disk", "file"), "")
	link(t, "disk", filepath.Join(home, "documents"))
	for _, test := range []struct {
		folders []string
		inside  bool
	}{
		{nil, true}, {[]string{}, true}, {[]string{""}, false}, {[]string{"disk"}, false}, {[]string{"~"}, true}, {[]string{"~/"}, true},
		{[]string{"/"}, true}, {[]string{"~/documents"}, true}, {[]string{"~/disk/"}, true}, {[]string{"~/dis"}, false},
		{[]string{"~/none", "~/disk"}, true}, {[]string{"~/DISK"}, false}, {[]string{path}, true}, {[]string{"~/none"}, false},
	} {
		e := New(Options{Home: home, Folders: test.folders})
		if care := prepare(t, e, "read_file", path).Facts().Care; (len(care) == 0) != test.inside {
			t.Errorf("folders %q: care %v", test.folders, care)
		}
	}
}

func TestZeroOptions(t *testing.T) {
	home := newHome(t)
	t.Setenv("HOME", home)
	write(t, filepath.Join(home, "notes.md"), "hello")
	e := New(Options{})
	if err := e.Available(t.Context()); err != nil {
		t.Error(err)
	}
	plan := prepare(t, e, "read_file", "~/notes.md")
	if got := run[content](t, plan).Content; got != "hello" || len(plan.Facts().Care) > 0 {
		t.Errorf("read %q, care %v", got, plan.Facts().Care)
	}
	if got := keys(prepare(t, e, "read_file", os.TempDir()).Facts().Care); !slices.Contains(got, outside) {
		t.Errorf("care %v outside the home folder", got)
	}
}

func TestDefaultCareIsWellFormed(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, group := range careGroups {
		for _, p := range group.Patterns {
			if seen[p] || strings.TrimSpace(p) != p || len(compile([]string{p}).patterns) != 1 {
				t.Errorf("pattern %q is there twice or malformed", p)
			}
			seen[p] = true
		}
	}
}

// TestIndexMissesNothing takes a path that each default pattern describes.
func TestIndexMissesNothing(t *testing.T) {
	t.Parallel()
	const home = "/home/alice"
	list := compile(DefaultCare())
	for _, group := range careGroups {
		for _, p := range group.Patterns {
			path := strings.NewReplacer("*", "x", "?", "-", "~/", home+"/").Replace(strings.ToLower(p))
			if !strings.HasPrefix(path, "/") {
				path = home + "/work/" + path
			}
			for _, path := range []string{path, path + "/in/it"} {
				if got := keys(list.reasons(names(path), names(home))); !slices.Contains(got, group.Reason) {
					t.Errorf("%s: care %v, not %s by %s", path, got, group.Reason, p)
				}
			}
		}
	}
}

// TestGlobs compares with path.Match, in which * and ? mean the same.
func TestGlobs(t *testing.T) {
	t.Parallel()
	var words func(letters string, size int) []string
	words = func(letters string, size int) (all []string) {
		if size == 0 {
			return []string{""}
		}
		for _, word := range words(letters, size-1) {
			all = append(all, word)
			for _, letter := range letters {
				all = append(all, word+string(letter))
			}
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	all := words("aé", 5)
	for _, pattern := range words("aé*?", 4) {
		g := newGlob(pattern)
		for _, name := range all {
			if want, _ := path.Match(pattern, name); g.matches(name) != want {
				t.Errorf("%q on %q: %v", pattern, name, !want)
			}
		}
	}
}
