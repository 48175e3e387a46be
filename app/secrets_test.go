//go:build linux

package app

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/folder"
	"assent/app/script"
	"assent/consent/canonical"
	"assent/executors"
	"assent/executors/desktoptest"
)

// mark is what nothing on the disk may hold. Every secret of this test begins with it.
const mark = "SECRET7f3a"

// latitude is the mark of a position.
const latitude = "41.987654"

// panicking is a plan that panics with the call's arguments in its hands.
type panicking struct{ arguments string }

func (panicking) Available(context.Context) error { return nil }
func (panicking) Prepare(_ context.Context, r executors.Request) (executors.Plan, error) {
	if r.Tool == "boom_early" {
		panic(errors.New(string(r.Arguments)))
	}
	return panicking{string(r.Arguments)}, nil
}
func (p panicking) Facts() executors.Facts           { return executors.Facts{Target: p.arguments} }
func (p panicking) Run(context.Context) (any, error) { panic(p.arguments) }
func (panicking) Close() error                       { return nil }

// TestSecretsStayOffTheDisk drives every executor with secrets in arguments, files,
// the clipboard, answers, errors and panics, and then looks for them on the disk
// (contract §10).
func TestSecretsStayOffTheDisk(t *testing.T) {
	desktop := desktoptest.Start(t, desktoptest.Notifications)
	desktop.Setenv()
	desktoptest.StartGeoClue(t, 41.987654, 2.5, 20).Setenv()
	desktop.SetClipboard("UTF8_STRING", []byte(mark+" copied"))
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Echo", r.Header.Get("X-Note"))
		fmt.Fprintf(w, "%s told to %s", body, r.URL)
	}))
	defer site.Close()
	refusing, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refusing.Close()

	home, searched := t.TempDir(), t.TempDir()
	data, temporary := filepath.Join(searched, "data"), filepath.Join(searched, "tmp")
	for _, dir := range []string{data, temporary} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", home)
	t.Setenv("TMPDIR", temporary)
	for path, content := range map[string]string{
		filepath.Join(home, mark+".txt"):         mark + " written",
		filepath.Join(home, "key.txt"):           "-----BEGIN OPENSSH PRIVATE KEY-----\n" + mark + "\n",
		filepath.Join(data, "settings.json"):     `{"allowed_hosts":["127.0.0.1"]}`,
		filepath.Join(home, "folder", mark, "f"): "x",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stderr, err := os.Create(filepath.Join(searched, "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	defer func(was *os.File) { os.Stderr = was }(os.Stderr)
	os.Stderr = stderr

	answers, err := script.Read([]byte(`{"review":{"*":"all"},"answers":[{"conversation":"no","answer":"deny"},{"answer":"allow"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	person := &script.Person{Answers: answers}
	engine, err := Open(Options{Places: folder.Places{Data: data, Socket: filepath.Join(data, "s")}, Program: "test", Home: home, Asker: person, Reviewer: person})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	engine.serve("panic:now", panicking{})

	lines := make(chan string, 100)
	host := engine.Connect(func(line []byte, written func()) { lines <- string(line); written() })
	tools := []struct{ name, scope string }{
		{"read_file", "filesystem:read"}, {"list_directory", "filesystem:read"}, {"notify", "notification:send"},
		{"paste", "clipboard:read"}, {"where", "location:read"}, {"fetch", "network:http"},
		{"boom", "panic:now"}, {"boom_early", "panic:now"},
	}
	receive(host, []byte(secretsManifest(tools)))
	if relation := <-lines; !strings.Contains(relation, "panic:now") {
		t.Fatal(relation)
	}
	for i, call := range []struct{ tool, arguments, want string }{
		{"read_file", `{"path":"` + home + `/` + mark + `.txt"}`, mark + " written"},
		{"read_file", `{"path":"` + home + `/none-` + mark + `"}`, "path_not_found"},
		{"read_file", `{"path":"` + home + `/key.txt"}`, mark},
		{"read_file", `{"path":"` + mark + `"}`, "invalid_arguments"},
		{"read_file", `{"path":{"` + mark + `":"` + mark + `"}}`, "invalid_arguments"},
		{"read_file", `{"path":"` + mark + `","path":"` + mark + `\ud800"}`, "invalid_arguments"},
		{"list_directory", `{"path":"` + home + `/folder"}`, mark},
		{"notify", `{"title":"` + mark + ` title","body":"` + mark + ` body"}`, "delivered"},
		{"paste", `{"` + mark + `":"` + mark + `"}`, mark + " copied"},
		{"where", `{"` + mark + `":"` + mark + `"}`, latitude},
		{"where", `{"accuracy":"` + mark + `"}`, "invalid_arguments"},
		{"fetch", `{"url":"` + site.URL + `/` + mark + `","method":"POST","headers":{"X-Note":"` + mark + `"},"body":"` + mark + `"}`, mark + " told to /" + mark},
		{"fetch", `{"url":"http://` + refusing.Addr().String() + `/` + mark + `"}`, "network_error"},
		{"fetch", `{"url":"http://` + mark + `.invalid/"}`, "network_error"},
		{"fetch", `{"url":"http://user:` + mark + `@127.0.0.1/"}`, "invalid_arguments"},
		{"fetch", `{"url":"http://127.0.0.2/` + mark + `"}`, "address_not_allowed"},
		{"boom", `{"x":"` + mark + `"}`, "internal"},
		{"boom_early", `{"x":"` + mark + `"}`, "internal"},
		{"none", `{"x":"` + mark + `"}`, "tool_not_declared"},
	} {
		for _, conversation := range []string{"yes", "no"} {
			receive(host, []byte(secretsCall(fmt.Sprint(i), conversation, call.tool, call.arguments)))
			answer := <-lines
			if conversation == "yes" && !strings.Contains(answer, call.want) {
				t.Errorf("%s %s: got %s, want %s", call.tool, call.arguments, answer, call.want)
			}
		}
	}

	searchForSecrets(t, searched) // while the write-ahead log is full
	if err := engine.Close(); err != nil {
		t.Error(err)
	}
	searchForSecrets(t, searched)
}

// searchForSecrets looks into every file below root, and at its name.
func searchForSecrets(t *testing.T, root string) {
	t.Helper()
	secrets := []string{mark, hex.EncodeToString([]byte(mark)), latitude}
	for shift := range 3 { // wherever base64 begins
		encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat(" ", shift) + mark))
		secrets = append(secrets, encoded[4:len(encoded)-3])
	}
	files := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		files++
		content, err := os.ReadFile(path)
		for _, secret := range secrets {
			if strings.Contains(entry.Name(), secret) || bytes.Contains(content, []byte(secret)) {
				t.Errorf("%s holds %s", strings.TrimPrefix(path, root), secret)
			}
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files were searched, %v", files, err)
	}
}

func secretsManifest(tools []struct{ name, scope string }) string {
	var declared, scopes []string
	seen := map[string]bool{}
	for _, tool := range tools {
		schema := `{"type":"object"}`
		if tool.name == "read_file" {
			schema = `{"type":"object","properties":{"path":{"type":"string"}}}`
		}
		declared = append(declared, fmt.Sprintf(`{"name":%q,"description_i18n_key":"d","permission_scope":%q,"input_schema":%s}`, tool.name, tool.scope, schema))
		if !seen[tool.scope] {
			scopes = append(scopes, fmt.Sprintf(`{"id":%q,"label_i18n_key":"l","sensitivity":"medium"}`, tool.scope))
		}
		seen[tool.scope] = true
	}
	manifest := fmt.Sprintf(`{"schema_version":"1.0","agent_version":"1.0.0","tools":[%s],"permission_scopes":[%s]}`,
		strings.Join(declared, ","), strings.Join(scopes, ","))
	return fmt.Sprintf(`{"type":"manifest","agent_id":"agent-1","manifest_version":1,"manifest_hash":%q,"manifest":%s}`,
		canonical.Digest([]byte(manifest)), manifest)
}

func secretsCall(id, conversation, tool, arguments string) string {
	return fmt.Sprintf(`{"type":"message","agent_id":"agent-1","conversation_id":%q,"conversation_type":"h2a","msg_subtype":"artifact_tool_call",`+
		`"payload":{"type":"artifact","artifact":{"subtype":"tool_call","call_id":%q,"tool_name":%q,"arguments":%s}}}`, conversation, id, tool, arguments)
}
