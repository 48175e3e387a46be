package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// What the engine may take while 256 files of 5 MiB are read at once, and after.
const (
	parallel   = 256
	mostMemory = 700 // MiB
	restMemory = 250 // MiB, of which 64 are answers kept for repeats
)

// TestParallelReadsAreBounded: whoever asks for much at once gets it all, but the engine
// holds only so much of it at a time, and gives the memory back. It is the program itself
// that is looked at, as it is released: not built for tests.
func TestParallelReadsAreBounded(t *testing.T) {
	program := filepath.Join(t.TempDir(), "assentctl")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, test := range []struct {
		name, content string
		hosts         int
	}{
		{"one host, text", "remember the milk\n", 1},
		{"many hosts, no text", "remember the\x00milk\n", 32},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := startReader(t, program, test.content)
			e.read(t, "0", 1) // what the person allows now, nobody is asked about later
			began := time.Now()
			var all sync.WaitGroup
			for host := range test.hosts {
				all.Go(func() { e.read(t, fmt.Sprint("host ", host), parallel/test.hosts) })
			}
			all.Wait()
			took, peak, then := time.Since(began).Round(time.Millisecond), e.memory(t, "VmHWM"), e.memory(t, "VmRSS")
			if peak > mostMemory {
				t.Errorf("it took %d MiB", peak)
			}
			ticks := time.NewTicker(100 * time.Millisecond)
			defer ticks.Stop()
			for deadline := time.Now().Add(30 * time.Second); e.memory(t, "VmRSS") > restMemory; <-ticks.C {
				if time.Now().After(deadline) {
					t.Fatalf("it still has %d MiB", e.memory(t, "VmRSS"))
				}
			}
			t.Logf("at most %d MiB, then %d, at last %d, in %v", peak, then, e.memory(t, "VmRSS"), took)
		})
	}
}

// reader is an engine whose person lets an agent read.
type reader struct {
	socket string
	file   string
	pid    int
}

func startReader(t *testing.T, program, content string) *reader {
	dir, err := os.MkdirTemp("", "memory") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	answers, manifest, file := filepath.Join(dir, "answers.json"), filepath.Join(dir, "manifest.json"), filepath.Join(dir, "notes.txt")
	for path, content := range map[string][]byte{
		answers:  []byte(`{"review":{"*":"all"},"answers":[{"answer":"allow"}]}`),
		manifest: []byte(strings.Replace(benchManifest, `"permission_scope":"filesystem:read"}`, `"permission_scope":"filesystem:read","timeout_ms":600000}`, 1)),
		file:     bytes.Repeat([]byte(content), 5<<20/len(content)),
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := &reader{socket: filepath.Join(dir, "s"), file: file}
	at := []string{"--data", filepath.Join(dir, "data"), "--socket", e.socket}
	serve := exec.Command(program, append([]string{"serve", "--answers", answers}, at...)...)
	serve.Env = append(os.Environ(), "HOME="+dir)
	errs, err := serve.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		serve.Process.Kill()
		serve.Wait()
	})
	e.pid = serve.Process.Pid
	if line, err := bufio.NewReader(errs).ReadString('\n'); err != nil || !strings.HasPrefix(line, "listening on ") {
		t.Fatalf("serve said %q, %v", line, err)
	}
	if out, err := exec.Command(program, append([]string{"agent", "add", manifest, "--agent-id", "reader"}, at...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return e
}

// read sends so many calls at once and waits for all of their answers. One that took too
// long to prepare, as on a machine that is very busy, is sent again.
func (e *reader) read(t *testing.T, host string, calls int) {
	conn, err := net.Dial("unix", e.socket)
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	send := func(first, n int) {
		for i := range n {
			fmt.Fprintf(conn, `{"type":"message","agent_id":"reader","conversation_id":"c","conversation_type":"h2a","msg_subtype":"artifact_tool_call","content_type":"artifact",`+
				`"payload":{"type":"artifact","artifact":{"subtype":"tool_call","call_id":"%s, %d","tool_name":"read_file","arguments":{"path":%q}}}}`+"\n", host, first+i, e.file)
		}
	}
	go send(0, calls)
	lines := bufio.NewReaderSize(conn, 1<<20)
	for left, sent := calls, calls; left > 0; left-- {
		line, err := lines.ReadBytes('\n')
		head := line[:min(len(line), 500)]
		switch {
		case err == nil && bytes.Contains(head, []byte("tool_timeout")) && sent < 20*calls:
			send(sent, 1)
			sent, left = sent+1, left+1
		case err != nil || len(line) < 5<<20-100 || !bytes.Contains(head, []byte(`"status":"ok"`)):
			t.Errorf("got %d bytes, %v: %s", len(line), err, head)
			return
		}
	}
}

// memory returns how many MiB the engine has, by the kernel's own count.
func (e *reader) memory(t *testing.T, field string) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(data, []byte(field+":"))
	kilobytes, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes >> 10
}
