package filesystem

import (
	"bufio"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"assent/executors"
	"assent/executors/executortest"

	"golang.org/x/sys/unix"
)

// TestOwnDataMountedElsewhere reaches Assent's data by other real paths.
func TestOwnDataMountedElsewhere(t *testing.T) {
	if !executortest.Again(t, executortest.OwnNamespaces(unix.CLONE_NEWNS)) {
		return
	}
	e, home := world(t)
	write(t, filepath.Join(home, "data", "run", "state"), "own")
	for at, what := range map[string]string{"folder/x": "data", "inner/x": "data/run", "file": "data/assent.db"} {
		at, what = filepath.Join(home, "project", at), filepath.Join(home, what)
		if info, err := os.Stat(what); err == nil && info.IsDir() {
			at = filepath.Dir(at)
			if err := os.Mkdir(at, 0o755); err != nil {
				t.Fatal(err)
			}
		} else {
			write(t, at, "")
		}
		if err := unix.Mount(what, at, "", unix.MS_BIND, ""); err != nil {
			t.Fatal(err)
		}
		defer unix.Unmount(at, unix.MNT_DETACH)
	}
	for _, path := range []string{"~/project/folder/assent.db", "~/project/folder/run/state", "~/project/inner/state", "~/project/file"} {
		if _, err := prepare(t, e, "read_file", path).Run(t.Context()); reason(err) != executors.ProtectedPath {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{"~/project/folder", "~/project/inner", "~/project/folder/run"} {
		if _, err := prepare(t, e, "list_directory", path).Run(t.Context()); reason(err) != executors.ProtectedPath {
			t.Errorf("listing %s: %v", path, err)
		}
	}
}

// TestOwnDataSeenOtherwise reaches Assent's data where its files have other numbers, or
// where it is not at its path any more.
func TestOwnDataSeenOtherwise(t *testing.T) {
	if !executortest.Again(t, executortest.OwnNamespaces(unix.CLONE_NEWNS)) {
		return
	}
	for name, show := range map[string]func(t *testing.T, home, at string){
		"an overlay": func(t *testing.T, home, at string) {
			overlay(t, at, "lowerdir="+filepath.Join(home, "data")+":"+t.TempDir())
		},
		"an overlay of the folder above": func(t *testing.T, home, at string) {
			overlay(t, at, "lowerdir="+home+":"+t.TempDir())
		},
		"an overlay of a folder in it": func(t *testing.T, home, at string) {
			overlay(t, at, "lowerdir="+filepath.Join(home, "data", "recordings")+":"+t.TempDir())
		},
		"an overlay whose files were written": func(t *testing.T, home, at string) {
			changes := t.TempDir()
			mount(t, "tmpfs", changes, "tmpfs", 0, "")
			upper, work := filepath.Join(changes, "upper"), filepath.Join(changes, "work")
			write(t, filepath.Join(upper, "x"), "")
			write(t, filepath.Join(work, "x"), "")
			overlay(t, at, "lowerdir="+filepath.Join(home, "data")+",upperdir="+upper+",workdir="+work+",userxattr")
			for _, file := range []string{"assent.db", "recordings/one.jsonl"} {
				write(t, filepath.Join(at, file), "own, and more")
			}
		},
		"moved away": func(t *testing.T, home, at string) {
			move(t, filepath.Join(home, "data"), filepath.Join(at, "moved"))
		},
		"replaced by another": func(t *testing.T, home, at string) {
			move(t, filepath.Join(home, "data"), filepath.Join(at, "moved"))
			write(t, filepath.Join(home, "data", "assent.db"), "new")
		},
		"hidden under another mount": func(t *testing.T, home, at string) {
			mount(t, filepath.Join(home, "data"), at, "", unix.MS_BIND, "")
			mount(t, "tmpfs", filepath.Join(home, "data"), "tmpfs", 0, "")
		},
		"copied": func(t *testing.T, home, at string) {
			if err := os.CopyFS(filepath.Join(at, "copy"), os.DirFS(filepath.Join(home, "data"))); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			e, home := world(t)
			at := filepath.Join(t.TempDir(), "seen")
			if err := os.Mkdir(at, 0o755); err != nil {
				t.Fatal(err)
			}
			show(t, home, at)
			found := 0
			err := filepath.WalkDir(at, func(path string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() || entry.Name() != "assent.db" && entry.Name() != "one.jsonl" {
					return err
				}
				found++
				folder := filepath.Dir(path)
				for path, tool := range map[string]string{path: "read_file", folder: "list_directory", folder + "/none": "file_info"} {
					if result, err := prepare(t, e, tool, path).Run(t.Context()); reason(err) != executors.ProtectedPath {
						t.Errorf("%s of %s: %+v, %v", tool, path, result, err)
					}
				}
				return nil
			})
			if err != nil || found == 0 {
				t.Errorf("found %d files, %v", found, err)
			}
		})
	}
}

func mount(t *testing.T, what, at, kind string, flags uintptr, data string) {
	t.Helper()
	if err := unix.Mount(what, at, kind, flags, data); err != nil {
		t.Fatalf("mounting %s %s at %s: %v", kind, what, at, err)
	}
	t.Cleanup(func() { unix.Unmount(at, unix.MNT_DETACH) })
}

func overlay(t *testing.T, at, layers string) {
	t.Helper()
	mount(t, "overlay", at, "overlay", 0, layers)
}

func move(t *testing.T, folder, to string) {
	t.Helper()
	if err := os.Rename(folder, to); err != nil {
		t.Fatal(err)
	}
}

// TestOtherMountNamespace reaches into a process that sees other files at the
// same paths: where they are there says nothing about where they are here.
func TestOtherMountNamespace(t *testing.T) {
	if !executortest.Again(t, executortest.OwnNamespaces(unix.CLONE_NEWNS)) {
		return
	}
	e, home := world(t)
	project := filepath.Join(home, "project")
	other := exec.Command("sh", "-c", `mount -t tmpfs none "$0" && echo hidden >"$0/notes.md" && echo ready && read wait`, project)
	other.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNS}
	input, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer input.Close()
	if line, err := bufio.NewReader(output).ReadString('\n'); err != nil {
		t.Fatalf("the other process said %q: %v", line, err)
	}
	there := "/proc/" + strconv.Itoa(other.Process.Pid) + "/root" + project + "/notes.md"
	if content, err := os.ReadFile(there); err != nil || string(content) != "hidden\n" {
		t.Fatalf("the other file system is not there: %q, %v", content, err)
	}
	if result, err := prepare(t, e, "read_file", there).Run(t.Context()); reason(err) != executors.PathNotFound {
		t.Errorf("%+v, %v", result, err)
	}
}

// TestHangingMount mounts a file system whose server never answers.
func TestHangingMount(t *testing.T) {
	if !executortest.Again(t, executortest.OwnNamespaces(unix.CLONE_NEWNS)) {
		return
	}
	home := t.TempDir()
	server, err := unix.Open("/dev/fuse", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Skipf("this system lets nobody serve a file system: %v", err)
	}
	defer unix.Close(server) // lets go of everything that hangs
	mount := filepath.Join(home, "dead")
	if err := os.Mkdir(mount, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("dead", mount, "fuse", 0, fuseOptions(server)); err != nil {
		t.Fatal(err)
	}
	defer unix.Unmount(mount, unix.MNT_DETACH)

	e := New(Options{Home: home})
	start := time.Now()
	plan := prepare(t, e, "read_file", "~/dead/file")
	if took := time.Since(start); took > executors.PrepareLimit {
		t.Errorf("preparing took %v", took)
	}
	if facts := plan.Facts(); facts.Finding == nil || !slices.Equal(keys(facts.Care), []string{"care.unresponsive"}) {
		t.Errorf("finding %v, care %v", facts.Finding, facts.Care)
	}
	if _, err := plan.Run(t.Context()); reason(err) != executors.ToolTimeout {
		t.Errorf("running: %v", err)
	}

	listing := prepare(t, e, "file_info", "~/") // the folder above still answers
	if err := listing.Facts().Finding; err != nil {
		t.Error(err)
	}
	above := prepare(t, e, "list_directory", "~/")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err = above.Run(ctx); reason(err) != executors.ToolTimeout { // it looks at the mount and hangs
		t.Errorf("listing the folder above: %v", err)
	}
}

func fuseOptions(server int) string {
	return "fd=" + strconv.Itoa(server) + ",rootmode=40000,user_id=0,group_id=0"
}
