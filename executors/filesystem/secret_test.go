package filesystem

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assent/executors"
)

func TestSecretsAskAgain(t *testing.T) {
	t.Parallel()
	const (
		key   = "-----BEGIN OPENSSH PRIVATE KEY-----\n"
		token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
		kib   = 1 << 10
	)
	dots := func(n int) string { return strings.Repeat(".", n) }
	home := newHome(t)
	for name, content := range map[string]string{
		"notes.txt": key + "content", "key.pem": key, ".env": "TOKEN=" + token, "deep.txt": dots(headSize) + key,
		"late.txt":  dots(300*kib) + token + dots(300*kib),
		"token.txt": token + "\n", ".bash_history": "export GH=" + token + "\n",
		"utf16.txt": "\xff\xfe" + strings.Join(strings.Split(token, ""), "\x00") + "\x00",
	} {
		write(t, filepath.Join(home, name), content)
	}
	e := New(Options{Home: home})
	for _, test := range []struct {
		tool, path, part string
		want             string // what it looks like, "" when it is not asked about again
	}{
		{"read_file", "notes.txt", ``, "kind.private_key"},
		{"read_file", "notes.txt", `,"offset":36,"limit":3`, "kind.private_key"},
		{"read_file", "notes.txt", `,"encoding":"base64"`, "kind.private_key"},
		{"read_file", "deep.txt", ``, "kind.private_key"},
		{"read_file", "deep.txt", `,"limit":10`, ""},
		{"read_file", "token.txt", `,"limit":1`, "kind.token_for"},             // what follows is looked at
		{"read_file", "token.txt", `,"offset":39,"limit":1`, "kind.token_for"}, // and what comes before
		{"read_file", "utf16.txt", `,"offset":20`, "kind.token_for"},
		{"read_file", "late.txt", ``, "kind.token_for"},
		{"read_file", "late.txt", fmt.Sprintf(`,"offset":%d,"limit":20`, 300*kib+10), "kind.token_for"},
		{"read_file", "late.txt", fmt.Sprintf(`,"offset":%d`, 360*kib), "kind.token_for"},
		{"read_file", "late.txt", fmt.Sprintf(`,"offset":%d`, 365*kib), ""},
		{"read_file", "late.txt", fmt.Sprintf(`,"limit":%d`, 290*kib), ""},
		{"read_file", "key.pem", ``, ""},                     // its name has said so
		{"read_file", ".env", ``, ""},                        // also
		{"read_file", ".bash_history", ``, "kind.token_for"}, // its name says only that it may
		{"file_info", "notes.txt", ``, ""},
	} {
		arguments := fmt.Sprintf(`{"path":"~/%s"%s}`, test.path, test.part)
		plan := prepareWith(t, e, test.tool, arguments)
		result, err := plan.Run(t.Context())
		var again *executors.AskAgain
		if asks := errors.As(err, &again); asks != (test.want != "") || (result == nil) != asks {
			t.Errorf("%s %s: %v, %v", test.tool, arguments, result, err)
		}
		if again != nil {
			told := fmt.Sprint(again.Care)
			if len(again.Care) != 1 || again.Care[0].Key != "care.secret" || !strings.Contains(told, test.want) || strings.Contains(told, "ghp_") {
				t.Errorf("%s: care %v, not %s", arguments, again.Care, test.want)
			}
		}
		if _, err := plan.Run(t.Context()); err != nil {
			t.Errorf("%s, the second time: %v", arguments, err)
		}
	}
}
