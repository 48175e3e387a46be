package filesystem

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assent/executors"
	"assent/i18n"
)

// finding is what was found at a path before anything was read.
type finding struct {
	file   *os.File         // the handle; nil when there is nothing to hold
	info   fs.FileInfo      // of file
	real   string           // where it really is; for what is not there, where it would be
	on     storage          // what file is on
	care   []i18n.Text      // why it must be asked about every time
	reason *executors.Error // why it cannot be done; nil when it can
}

// storage is a kind of file system.
type storage uint8

const (
	other  storage = iota // may be far away, and wait for ever for what does not answer
	local                 // on a disk of this machine or in its memory
	madeUp                // by the kernel: reading there may wait, never end, or change the machine
)

func (f *finding) close() {
	if f.file != nil {
		f.file.Close()
	}
}

// find holds what is at the path of a and judges it. It may hang in the kernel.
func (f *Executor) find(a asked) *finding {
	file, real, err := hold(a.path)
	if err != nil {
		return f.nothing(a, err)
	}
	found := &finding{file: file, real: real}
	ground := f.survey()
	found.care = ground.care(real)
	if found.info, err = file.Stat(); err == nil {
		found.on, err = storageOf(file)
	}
	if err != nil {
		found.reason = refusal(err)
		return found
	}
	switch protected, err := ground.protects(real, file, found.info); {
	case err != nil:
		found.reason = refusal(err)
	case protected:
		found.reason = executors.Errorf(executors.ProtectedPath, "Assent never reads its own data.")
	default:
		found.reason = found.unfit(a.action)
		ground.remember(found)
	}
	return found
}

// unfit returns why the action cannot be done with the file, nil when it can.
func (f *finding) unfit(action action) *executors.Error {
	var err error
	switch {
	case action == list && (!f.info.IsDir() || f.on == madeUp):
		return executors.Errorf(executors.NotADirectory, "This is not a folder that can be listed.")
	case action == list:
		err = readable(f.file, f.info, true)
	case f.info.Mode().IsRegular() && f.on != madeUp:
		err = readable(f.file, f.info, false)
	case action == read || !f.info.IsDir() || f.on == madeUp:
		return executors.Errorf(executors.NotAFile, "This is not a regular file.")
	}
	if err != nil {
		return refusal(err)
	}
	return nil
}

// nothing is the finding of a path that could not be held. It is judged by the
// nearest folder that could, so that a refused agent learns nothing of places
// that must be asked about.
func (f *Executor) nothing(a asked, err error) *finding {
	ground := f.survey()
	real, strayed := nearest(a.path)
	found := &finding{real: real, care: ground.care(real), reason: refusal(err)}
	if strayed {
		found.care = append(found.care, i18n.Text{Key: "care.broken_link"})
	}
	if protected, err := ground.protects(real, nil, nil); protected || err != nil {
		found.reason = executors.Errorf(executors.ProtectedPath, "Assent never reads its own data.")
	}
	return found
}

// nearest returns where path would be, by the deepest folder on its way that can
// be held. strayed says that its way from there on is not known: it goes through
// a link that leads nowhere, or back up.
func nearest(path string) (real string, strayed bool) {
	rest := ""
	for folder := strings.TrimRight(path, "/"); folder != ""; {
		slash := strings.LastIndexByte(folder, '/')
		name := folder[slash+1:]
		folder = strings.TrimRight(folder[:max(slash, 0)], "/")
		strayed = strayed || name == ".."
		rest = filepath.Join(name, rest)
		file, there, err := hold(folder + "/")
		if err != nil {
			continue
		}
		file.Close()
		real = filepath.Join(there, rest)
		next, err := os.Lstat(filepath.Join(there, name))
		return real, strayed || (err == nil && next.Mode()&fs.ModeSymlink != 0)
	}
	return filepath.Clean(path), true
}

// unresponsive is the finding of a place that did not answer in time.
func unresponsive(a asked, err *executors.Error) *finding {
	return &finding{real: filepath.Clean(a.path), care: []i18n.Text{{Key: "care.unresponsive"}}, reason: err}
}
