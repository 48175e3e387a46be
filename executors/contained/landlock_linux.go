package contained

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	abi "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// Landlock returns the version of Landlock that holds programs here, 0 where the kernel
// has none: there they may touch what the user may.
func Landlock() int {
	version, err := abi.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return version
}

// system are what every program reads to run at all.
var system = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/etc", "/nix/store", "/gnu/store", "/proc", "/sys", "/run/systemd/resolve"}

// devices give nothing away and keep nothing.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// withRefer is the first version that lets a program move files between the folders
// that it may write; asked for on an older one, nothing would be kept.
const withRefer = 2

// restrict puts this process, and all it becomes and starts, under the order's rules,
// as far as the kernel has them. It reaches no process outside, not even ours, and none
// by a socket of the desktop either where the kernel is new enough.
func restrict(o order) error {
	version := Landlock()
	if version == 0 {
		return nil
	}
	config := landlock.V11.BestEffort()
	rules := []landlock.Rule{
		landlock.RWFiles(devices...).IgnoreIfMissing(),
	}
	for _, path := range append(append([]string{}, system...), o.Readable...) {
		rules = append(rules, rule(path, landlock.RODirs, landlock.ROFiles))
	}
	for _, path := range o.Writable {
		writable := rule(path, landlock.RWDirs, landlock.RWFiles)
		if info, err := os.Stat(path); err == nil && info.IsDir() && version >= withRefer {
			writable = writable.WithRefer()
		}
		rules = append(rules, writable)
	}
	if err := config.RestrictPaths(rules...); err != nil {
		return err
	}
	if o.Offline {
		if err := config.RestrictNet(); err != nil {
			return err
		}
	}
	return config.RestrictScoped()
}

// rule is for a folder and all below it, or for a file.
func rule(path string, folder, file func(...string) landlock.FSRule) landlock.FSRule {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return file(path).IgnoreIfMissing()
	}
	return folder(path).IgnoreIfMissing()
}

// around returns what a program at path reads of itself: the folder it lies in, both
// where it is named and where it is, what was installed with it, and the folders in which
// it finds other programs. A folder in which a user's other files lie too is none of them.
func around(path, home, others string) (folders []string) {
	seen := []string{path}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		seen = append(seen, real)
	}
	for _, at := range seen {
		folder := filepath.Dir(at)
		installed := filepath.Dir(folder)
		switch filepath.Base(folder) {
		case "shims": // they find the versions of a language beside themselves
			folder = installed
		case "bin":
			if filepath.Dir(installed) != home {
				folder = installed
			}
		}
		if shared(folder, home) {
			folder = at
		}
		folders = append(folders, folder)
	}
	for _, other := range filepath.SplitList(others) {
		if filepath.IsAbs(other) && !shared(other, home) {
			folders = append(folders, other)
		}
	}
	return folders
}

// shared reports whether a folder is more than a program's own: the home folder, one
// around it, or one in which everybody may put files.
func shared(folder, home string) bool {
	info, err := os.Stat(folder)
	return holds(folder, home) || err == nil && info.Mode()&os.ModeSticky != 0
}

// holds reports whether below is folder or lies in it.
func holds(folder, below string) bool {
	relative, err := filepath.Rel(folder, below)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}
