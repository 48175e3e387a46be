package filesystem

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// protects reports whether real is Assent's own data folder or in it, by whatever way
// that was reached (contract §9):
//
//   - by where it is;
//   - by the mark: a folder on the way to it bears what only the data folder, and the
//     folders in it, bear. File systems that show others' files under numbers of their
//     own show it too (overlays, mirrors of FUSE and of the network), and it goes with
//     a folder that was moved, copied, or hidden under another mount;
//   - by identity: file is the same as something there. So are hard links, and single
//     files and folders mounted elsewhere, which no marked folder leads to.
//
// file is nil for what is not there.
func (g ground) protects(real string, file *os.File, info fs.FileInfo) (protected bool, err error) {
	switch {
	case g.data == "":
		return false, nil
	case within(names(real), g.ours), g.mark.leadsTo(real):
		return true, nil
	case file == nil, oneWay(file, info, g.data):
		return false, nil
	}
	err = filepath.WalkDir(g.data, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		own, err := entry.Info()
		if err == nil && os.SameFile(own, info) {
			protected = true
			return filepath.SkipAll
		}
		return ignoreGone(err)
	})
	return protected, ignoreGone(err)
}

// ignoreGone forgives what vanished during a walk.
func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// mark is a small file that the folders of Assent's data bear. The zero mark is nowhere.
type mark struct{ name, text string }

// maxMark is more bytes than a mark has.
const maxMark = 128

// readMark returns the mark that folder bears under name, the zero one when none.
func readMark(folder, name string) mark {
	if folder == "" || name == "" {
		return mark{}
	}
	return mark{name, readShort(filepath.Join(folder, name))}
}

// leadsTo reports whether path, or a folder on the way to it, bears the mark.
func (m mark) leadsTo(path string) bool {
	if m.text == "" {
		return false
	}
	for {
		if readShort(filepath.Join(path, m.name)) == m.text {
			return true
		}
		above := filepath.Dir(path)
		if above == path {
			return false
		}
		path = above
	}
}

// readShort reads a regular file of less than maxMark bytes; "" where there is none. It
// waits for nobody.
func readShort(path string) string {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() || info.Size() >= maxMark {
		return ""
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return ""
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := io.ReadAll(io.LimitReader(file, maxMark))
	if err != nil {
		return ""
	}
	return string(text)
}
