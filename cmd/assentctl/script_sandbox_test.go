package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// sandboxed is a script's sandbox: where it is, and what its answers named.
type sandboxed struct {
	url   string
	names map[string]string // tokens by their holders, and ids
}

const sandboxKey = "sandbox"

// sandboxUntilEnd is the script command "sandbox FLAGS…": a sandbox in the background that
// serves when the command returns and ends with the script.
func sandboxUntilEnd(ts *testscript.TestScript, _ bool, args []string) {
	cmd := command(ts, append([]string{"sandbox"}, args...))
	said, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	line, err := bufio.NewReader(said).ReadBytes('\n')
	ts.Check(err)
	var first struct {
		URL   string
		Owner string `json:"owner_token"`
		Users []struct {
			UserID string `json:"user_id"`
			Token  string
		}
	}
	ts.Check(json.Unmarshal(line, &first))
	s := ts.Value(sandboxKey).(*sandboxed)
	s.url, s.names = first.URL, map[string]string{"owner": first.Owner}
	for _, user := range first.Users {
		s.names[user.UserID] = user.Token
	}
}

// ask sends a request of a holder. $NAME in its path and body is what an answer named so.
func (s *sandboxed) ask(ctx context.Context, holder, method, path, body string) (*http.Response, error) {
	expand := func(text string) string { return os.Expand(text, func(name string) string { return s.names[name] }) }
	r, err := http.NewRequestWithContext(ctx, method, s.url+expand(path), strings.NewReader(expand(body)))
	if err != nil {
		return nil, err
	}
	r.Header = http.Header{"Authorization": {"Bearer " + s.names[holder]}, "Content-Type": {"application/json"}}
	return http.DefaultClient.Do(r)
}

// askSandbox is the script command "http STATUS HOLDER METHOD PATH BODY": the sandbox must
// answer so. BODY is JSON or a file.
func askSandbox(ts *testscript.TestScript, _ bool, args []string) {
	status, holder, method, path, body := args[0], args[1], args[2], args[3], args[4]
	if !strings.HasPrefix(body, "{") {
		body = ts.ReadFile(body)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	s := ts.Value(sandboxKey).(*sandboxed)
	response, err := s.ask(ctx, holder, method, path, body)
	ts.Check(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	ts.Check(err)
	_, err = ts.Stdout().Write(text)
	ts.Check(err)
	if !strings.HasPrefix(response.Status, status+" ") {
		ts.Fatalf("%s %s: %s", method, path, response.Status)
	}
	var named map[string]any
	ts.Check(json.Unmarshal(text, &named))
	for name, value := range named {
		if id, ok := value.(string); ok {
			s.names[name] = id
		}
	}
}

// nextEvent is the script command "event HOLDER SINCE": the next event after that is
// printed.
func nextEvent(ts *testscript.TestScript, _ bool, args []string) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	response, err := ts.Value(sandboxKey).(*sandboxed).ask(ctx, args[0], "GET", "/events?since="+args[1], "")
	ts.Check(err)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			_, err := io.WriteString(ts.Stdout(), data+"\n")
			ts.Check(err)
			return
		}
	}
	ts.Fatalf("no event came: %v", lines.Err())
}
