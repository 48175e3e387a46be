package contained

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// shell is a command for /bin/sh with nothing but a PATH.
func shell(script string, args ...string) Command {
	return Command{
		Program: "sh", Args: append([]string{"-c", script, "sh"}, args...), Folder: "/",
		Environment: []string{"PATH=/usr/bin:/bin"},
	}
}

// run runs the command to its end and returns what it wrote.
func run(t *testing.T, c Command) (string, error) {
	t.Helper()
	var out bytes.Buffer
	c.Output, c.Error = &out, &out
	p, err := c.Start(t.Context())
	if err != nil {
		return "", err
	}
	err = p.Wait()
	return out.String(), err
}

func TestEnvironmentIsWhatIsGiven(t *testing.T) {
	t.Setenv("ASSENT_TEST_SECRET", "no")
	c := shell("env | sort")
	c.Environment = append(c.Environment, "NAMED=yes")
	out, err := run(t, c)
	if err != nil || out != "NAMED=yes\nPATH=/usr/bin:/bin\nPWD=/\n" {
		t.Errorf("%q %v", out, err)
	}
}

func TestCommandHasItsFiles(t *testing.T) {
	t.Parallel()
	c := shell("cat; echo said >&2; ls /proc/self/fd | wc -l")
	c.Input = strings.NewReader("heard ")
	if out, err := run(t, c); err != nil || out != "heard said\n4\n" { // ls has its folder open
		t.Errorf("%q %v", out, err)
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	for script, code := range map[string]int{"exit 0": 0, "exit 7": 7, "kill -TERM $$": 143} {
		_, err := run(t, shell(script))
		var exit *exec.ExitError
		if got := 0; errors.As(err, &exit) {
			got = exit.ExitCode()
			if got != code {
				t.Errorf("%s: %d", script, got)
			}
		} else if err != nil || code != 0 {
			t.Errorf("%s: %v", script, err)
		}
	}
}

func TestNoSuchProgram(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	program := filepath.Join(folder, "broken")
	write(t, text, 0o600)
	write(t, program, 0o700)
	for _, name := range []string{"no-such-program", filepath.Join(folder, "none"), text, folder} {
		c := shell("")
		c.Program = name
		if _, err := run(t, c); !errors.Is(err, os.ErrNotExist) && !errors.Is(err, os.ErrPermission) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := shell("")
	c.Program = program
	if _, err := run(t, c); err == nil || !strings.Contains(err.Error(), "exec format error") {
		t.Errorf("what is no program: %v", err)
	}
}

// A program may touch what it is given, and no more.
func TestFoldersHold(t *testing.T) {
	t.Parallel()
	if Landlock() == 0 {
		t.Skip("this kernel has no Landlock")
	}
	var at = map[string]string{}
	for _, name := range []string{"writable", "readable", "other"} {
		at[name] = t.TempDir()
		write(t, filepath.Join(at[name], "file"), 0o600)
	}
	for _, test := range []struct {
		does string
		may  bool
	}{
		{"cat $0/file", true},
		{"echo more > $0/new && mkdir $0/folder && mv $0/new $0/folder/new && rm $0/folder/new", true},
		{"cat $1/file", true},
		{"ls $1", true},
		{"echo more > $1/file", false},
		{"rm $1/file", false},
		{"cat $2/file", false},
		{"ls $2", false},
		{"ln -s $2/file $0/link; cat $0/link", false},
		{"cat /proc/$3/environ", os.Getuid() == 0}, // root's right to watch over processes is not kept from it
		{"kill -0 $3", Landlock() < 6},
	} {
		c := shell(test.does)
		c.Args = []string{"-c", test.does, at["writable"], at["readable"], at["other"], strconv.Itoa(os.Getpid())}
		c.Writable, c.Readable = []string{at["writable"], "/no/such/folder"}, []string{at["readable"], "/no/such/file"}
		if out, err := run(t, c); (err == nil) != test.may {
			t.Errorf("%s: %q %v", test.does, out, err)
		}
	}
}

func TestOfflineHasNoNetwork(t *testing.T) {
	t.Parallel()
	if Landlock() < 4 {
		t.Skip("this kernel's Landlock keeps no program from the network")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for offline, want := range map[bool]string{false: "connected\n", true: "refused\n"} {
		c := again(t, "dial", listener.Addr().String())
		c.Offline = offline
		if out, err := run(t, c); err != nil || out != want {
			t.Errorf("offline %v: %q %v", offline, out, err)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	c := again(t, "grow")
	c.Memory = 1 << 30
	if out, err := run(t, c); err == nil || strings.Contains(out, "grown") {
		t.Errorf("%q %v", out, err)
	}
}

// stays is a script of which a child that left the group, and hears no signal, has its
// output open.
const stays = `trap '' TERM HUP INT; (trap '' TERM HUP INT; exec setsid sleep 1000) & echo there; `

// The output ends when nobody has it open any more: when all are gone.
func TestEverythingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := pipe(t)
	c := shell(stays + "sleep 1000")
	c.Output = out.write
	p, err := c.Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	out.write.Close()
	out.expect(t, "there\n")
	cancel()
	out.expectEnd(t)
	var exit *exec.ExitError
	if err := p.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 137 {
		t.Errorf("it ended with %v", err)
	}
}

func TestNothingOutlivesTheProgram(t *testing.T) {
	t.Parallel()
	out := pipe(t)
	c := shell(stays + "exit 3")
	c.Output = out.write
	p, err := c.Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out.write.Close()
	out.expect(t, "there\n")
	out.expectEnd(t)
	var exit *exec.ExitError
	if err := p.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Errorf("it ended with %v", err)
	}
}

// A killed engine leaves nothing behind.
func TestEverythingEndsWithTheEngine(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := pipe(t)
	engine := exec.Command(self)
	engine.Env = []string{act + "=engine"}
	engine.Stdout = out.write
	if err := engine.Start(); err != nil {
		t.Fatal(err)
	}
	out.write.Close()
	out.expect(t, "there\n")
	if err := engine.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = engine.Wait()
	out.expectEnd(t)
}

// beEngine starts a command that stays, and stays itself.
func beEngine() {
	c := shell(stays + "sleep 1000")
	c.Output = os.Stdout
	p, err := c.Start(context.Background())
	if err == nil {
		err = p.Wait()
	}
	panic(err)
}

// What a program finds beside itself is no folder in which the user's other files lie.
func TestAround(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/usr/bin/node":                 "/usr",
		"/home/a/.local/bin/uvx":        "/home/a/.local",
		"/home/a/.nvm/v20/bin/npx":      "/home/a/.nvm/v20",
		"/home/a/.cargo/bin/server":     "/home/a/.cargo/bin",
		"/home/a/.pyenv/shims/python":   "/home/a/.pyenv",
		"/home/a/server":                "/home/a/server",
		"/home/a/work/server":           "/home/a/work",
		"/home/server":                  "/home/server",
		"/srv/tools/one/bin/run/server": "/srv/tools/one/bin/run",
	} {
		if path == "/home/a/.local/bin/uvx" {
			want = "/home/a/.local/bin"
		}
		if got := around(path, "/home/a", "relative:/home/a:/home:/opt/x"); len(got) < 2 || got[0] != want || got[len(got)-1] != "/opt/x" || len(got) > 3 {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// again is this test program, told what to do.
func again(t *testing.T, what string, args ...string) Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Command{Program: self, Args: args, Folder: "/", Environment: []string{act + "=" + what}}
}

func write(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte("\x01text\n"), mode); err != nil {
		t.Fatal(err)
	}
}

// output is what a command writes, as it comes.
type output struct{ read, write *os.File }

func pipe(t *testing.T) output {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { read.Close(); write.Close() })
	return output{read, write}
}

func (o output) expect(t *testing.T, want string) {
	t.Helper()
	got := make([]byte, len(want))
	if _, err := io.ReadFull(o.read, got); err != nil || string(got) != want {
		t.Fatalf("%q %v", got, err)
	}
}

func (o output) expectEnd(t *testing.T) {
	t.Helper()
	if rest, err := io.ReadAll(o.read); err != nil || len(rest) > 0 {
		t.Fatalf("%q %v", rest, err)
	}
}
