package recording

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/executors/executortest"
	"assent/i18n"

	"golang.org/x/sys/unix"
)

// A disk that gets full keeps whole lines, and something for the log.
func TestAFullDiskKeepsWholeLines(t *testing.T) {
	if !executortest.Again(t, executortest.OwnNamespaces(unix.CLONE_NEWNS)) {
		return
	}
	const room = 20 << 20
	for name, taken := range map[string]bool{"nearly": false, "quite, at once": true} {
		disk := t.TempDir()
		if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=20m"); err != nil {
			t.Skipf("this system does not let a test mount a disk: %v", err)
		}
		out, err := os.Create(filepath.Join(disk, "lines"))
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		l := newLines(out, func(n i18n.Text) { told = append(told, n.Key) })
		line := strings.Repeat("x", 300_000)
		l.add(func() any { return line })
		if taken { // another program takes what is left, between two looks
			if err := os.WriteFile(filepath.Join(disk, "other"), make([]byte, room-600_000), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for range 100 {
			l.add(func() any { return line })
		}
		content, err := os.ReadFile(out.Name())
		if err != nil {
			t.Fatal(err)
		}
		if len(content) == 0 || len(content)%(len(line)+3) != 0 || !bytes.HasSuffix(content, []byte("\"\n")) {
			t.Errorf("%s: %d bytes are kept", name, len(content))
		}
		want := "notice.recording_disk_full"
		if taken {
			want = "notice.recording_failed"
		}
		if len(told) != 1 || told[0] != want {
			t.Errorf("%s: told %q, want %q", name, told, want)
		}
		if err := l.end(); err == nil || !l.over() {
			t.Errorf("%s: it goes on: %v", name, err)
		}
		var left unix.Statfs_t
		if err := unix.Statfs(disk, &left); err != nil {
			t.Fatal(err)
		}
		if free := int64(left.Bavail) * left.Bsize; !taken && free < minFree-lookEach {
			t.Errorf("%s: %d bytes are left", name, free)
		}
		if err := unix.Unmount(disk, 0); err != nil {
			t.Fatal(err)
		}
	}
}
