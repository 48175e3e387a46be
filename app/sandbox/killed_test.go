package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"assent/app/assenttest"
	"assent/consent/clock"
)

// killedFolder names, to this program started again, the folder of a sandbox that will be
// killed, killedEngine its engine.
const (
	killedFolder = "ASSENT_SANDBOX_TEST_FOLDER"
	killedEngine = "ASSENT_SANDBOX_TEST_ENGINE"
)

func TestMain(m *testing.M) {
	if folder := os.Getenv(killedFolder); folder != "" {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err == nil {
			err = Run(context.Background(), Options{
				Folder: folder, Engines: []string{os.Getenv(killedEngine)}, Clock: clock.System(), Log: slog.New(slog.DiscardHandler),
			}, listener, os.Stdout)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	assenttest.Main(m)
}

// startChild starts a sandbox in a process of its own, and returns what kills it.
func (b *bench) startChild(engine string) (kill func()) {
	b.t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), killedFolder+"="+b.folder, killedEngine+"="+engine)
	child.Stderr = b.log
	said, err := child.StdoutPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		b.t.Fatal(err)
	}
	var once sync.Once
	kill = func() {
		once.Do(func() {
			child.Process.Kill()
			child.Wait()
		})
	}
	b.t.Cleanup(kill)
	line, err := bufio.NewReader(said).ReadBytes('\n')
	b.Users = nil
	if err != nil || json.Unmarshal(line, b) != nil {
		b.t.Fatalf("the sandbox says %q: %v\n%s", line, err, b.log)
	}
	return kill
}

// TestKilled: a sandbox whose process is killed in the middle loses nothing that it
// acknowledged, and every call is answered exactly once.
func TestKilled(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	path := filepath.Join(d.Home, "notes.md")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, folder: filepath.Join(t.TempDir(), "own"), log: &sink{}}
	kill := b.startChild(d.Socket)
	a := b.agent(reading)
	b.relation(b.relate(a, b.Users[0]), 1, "[filesystem:read]")
	c := b.conversation(a, b.Users[0], "h2a")

	taken := map[string]bool{} // calls that were acknowledged
	for round := range 4 {
		url := b.URL
		received := make(chan string, 1000)
		var posting sync.WaitGroup
		for worker := range 4 {
			posting.Go(func() {
				for i := 0; postCall(url, a.key, c, fmt.Sprintf("c%d-%d-%d", round, worker, i), path) && i < 10; i++ {
					received <- fmt.Sprintf("c%d-%d-%d", round, worker, i)
				}
			})
		}
		for range 5 + 3*round {
			taken[<-received] = true
		}
		kill()
		posting.Wait()
		close(received)
		for id := range received {
			taken[id] = true
		}
		kill = b.startChild(d.Socket)
	}

	answered, events := map[string]int{}, b.events(a.key, "0")
	next := func() string {
		id := response(events.next())["call_id"].(string)
		answered[id]++
		return id
	}
	for missing := len(taken); missing > 0; {
		if id := next(); answered[id] == 1 && taken[id] {
			missing--
		}
	}
	b.call(a, c, "last", "read_file", object{"path": path})
	for next() != "last" {
	}
	for id, n := range answered {
		if n != 1 {
			t.Errorf("%s was answered %d times", id, n)
		}
	}
	t.Logf("%d calls were acknowledged, %d answered", len(taken), len(answered))
}

// postCall sends a call and reports whether it was acknowledged.
func postCall(url, key, conversation, callID, path string) bool {
	text, _ := json.Marshal(callMessage(callID, "read_file", object{"path": path}))
	r, _ := http.NewRequest("POST", url+"/conversations/"+conversation+"/messages", bytes.NewReader(text))
	r.Header = http.Header{"Authorization": {"Bearer " + key}, "Content-Type": {"application/json"}}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusAccepted
}
