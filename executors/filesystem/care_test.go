package filesystem

import (
	"os"
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
		if got := compile([]string{test.pattern})[0].matches(names(strings.ToLower(test.path)), names(home)); got != test.want {
			t.Errorf("%s on %s: %v, want %v", test.pattern, test.path, got, test.want)
		}
	}
	if got := compile([]string{"", "/", "~/", "//"}); len(got) > 0 {
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
	for _, group := range defaultCare() {
		for _, p := range group.patterns {
			if seen[p] || strings.TrimSpace(p) != p || len(compile([]string{p})) != 1 {
				t.Errorf("pattern %q is there twice or malformed", p)
			}
			seen[p] = true
		}
	}
}
