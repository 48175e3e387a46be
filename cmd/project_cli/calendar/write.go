package calendar

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assent/cmd/project_cli/router"
)

// draft is a change that was worked out and not made.
type draft struct {
	name     string // of the file
	old, new []byte // what it holds; old is nil where it is new, new where it goes
	before   string // the id of what is there now, "" for nothing
	after    string // the id of what is there then, "" for nothing
	compared bool   // the answer tells both
	more     func(o *Outcome)
}

// Comparison is the answer to an update that was made.
type Comparison struct {
	ID     string `json:"id"`
	File   string `json:"file"`
	Before *Item  `json:"before"`
	After  *Item  `json:"after"`
}

// Outcome is the answer to a change that was made.
type Outcome struct {
	ID      string `json:"id"`
	File    string `json:"file"`
	Deleted bool   `json:"deleted,omitzero"`
	*Item
	// Message is what the people concerned have to be sent, as iTIP (RFC 5546): nothing is
	// sent from here.
	Message string `json:"message,omitzero"`
}

// commit works out a change and makes it, or in a dry run tells it. Nobody else who uses
// this program changes the calendar meanwhile; whoever else does makes it fail.
func commit(call router.Call, work func(folder) (draft, error)) (router.Answer, error) {
	f := folderOf(call)
	if !call.DryRun {
		unlock, err := lock(call.Home, f)
		if err != nil {
			return router.Answer{}, router.Fail(router.WriteFailed, "The calendar's folder cannot be written: "+err.Error()+".")
		}
		defer unlock()
	}
	d, err := work(f)
	if err != nil {
		return router.Answer{}, err
	}
	before, err := d.tell(d.old, d.before, call)
	if err != nil {
		return router.Answer{}, err
	}
	after, err := d.tell(d.new, d.after, call)
	if err != nil {
		return router.Answer{}, fmt.Errorf("the changed file reads otherwise than meant: %w", err)
	}
	if call.DryRun {
		if before == nil { // neither its id nor a file of its own is known yet
			after.ID, after.File = "", strings.TrimPrefix(after.File, unnamed+".ics")
		}
		return router.Answer{Data: difference(before, after)}, nil
	}
	if err := f.replace(d); err != nil {
		return router.Answer{}, err
	}
	if d.compared {
		return router.Answer{Data: Comparison{d.after, d.name, before, after}}, nil
	}
	outcome := Outcome{File: d.name, ID: cmp.Or(d.after, d.before), Deleted: d.after == "", Item: after}
	if d.more != nil {
		d.more(&outcome)
	}
	return router.Answer{Data: outcome}, nil
}

// difference leaves out what is not there.
func difference(before, after *Item) (d router.Difference) {
	if before != nil {
		d.Before = before
	}
	if after != nil {
		d.After = after
	}
	return d
}

// tell reads the event with an id out of what the file holds.
func (d draft) tell(data []byte, id string, call router.Call) (*Item, error) {
	if id == "" {
		return nil, nil
	}
	f, err := split(d.name, data)
	if err != nil {
		return nil, err
	}
	o, err := f.locate(id, call.Now.Location())
	if err != nil {
		return nil, err
	}
	item := o.detailed(call.Now.Location())
	return &item, nil
}

// replace makes the file hold what the draft says. A kill leaves the old or the new.
func (f folder) replace(d draft) error {
	path := f.path(d.name)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays a link
	}
	mode := fs.FileMode(0o600)
	if d.old != nil {
		now, err := readFile(path)
		if err != nil || !bytes.Equal(now, d.old) {
			return router.Fail(router.Changed, "Another program changed this file just now: read it again.")
		}
		info, err := os.Stat(path)
		if err != nil {
			return writeFailed(err)
		}
		mode = info.Mode().Perm()
	}
	if d.new == nil {
		if err := os.Remove(path); err != nil {
			return writeFailed(err)
		}
		return syncFolder(filepath.Dir(path))
	}
	if err := writeWhole(path, d.new, mode); err != nil {
		return writeFailed(err)
	}
	return nil
}

func writeFailed(err error) error {
	var where *fs.PathError
	if errors.As(err, &where) {
		err = where.Err
	}
	return router.Fail(router.WriteFailed, "The calendar could not be written, nothing was changed: "+err.Error()+".")
}

// temporary is how names begin that this program gives to what is not yet a file of the
// calendar; other programs pass over names like it.
const temporary = ".project_cli-"

// writeWhole replaces the file at path.
func writeWhole(path string, data []byte, mode fs.FileMode) error {
	file, err := os.CreateTemp(filepath.Dir(path), temporary+"*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(data)
	if err = errors.Join(err, file.Chmod(mode), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes what was renamed or removed in a folder durable.
func syncFolder(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// lock waits until nobody else who uses this program changes the calendar, and removes
// what one of them left behind when it was killed.
func lock(home string, f folder) (unlock func(), err error) {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(home, "calendar.lock"), os.O_RDWR|os.O_CREATE|nonBlocking, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(file); err != nil {
		file.Close()
		return nil, err
	}
	tidy(f)
	return func() { file.Close() }, nil
}

// tidy removes temporary files; who wrote them is no more.
func tidy(f folder) {
	for _, pattern := range []string{temporary + "*", "*/" + temporary + "*"} {
		left, _ := filepath.Glob(filepath.Join(strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(string(f)), pattern))
		for _, path := range left {
			os.Remove(path)
		}
	}
}
