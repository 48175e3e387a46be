package audit

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"time"
)

// Outcomes wait in a file beside the database, which no kill of the process takes away,
// until the next commit brings them in. Each has a place of its own there.
const (
	places    = 256
	placeSize = 128 // bytes: checksum, seq, shown and took, then text
	textAt    = 28
)

func outcomesPath(path string) string { return path + "-outcomes" }

// late is an outcome that the database does not have yet.
type late struct {
	seq     int64
	outcome Outcome
}

// place returns the late outcome as it stands in the file; not fits when it is too long.
func (l late) place() (place [placeSize]byte, fits bool) {
	o := l.outcome
	text := strings.Join([]string{string(o.Status), o.Reason, o.Sensitivity, o.Decision}, "\x00")
	binary.BigEndian.PutUint64(place[4:], uint64(l.seq))
	binary.BigEndian.PutUint64(place[12:], uint64(o.Shown))
	binary.BigEndian.PutUint64(place[20:], uint64(o.Took))
	fits = copy(place[textAt:], text) == len(text) && strings.Count(text, "\x00") == 3
	binary.BigEndian.PutUint32(place[:], crc32.ChecksumIEEE(place[4:]))
	return place, fits
}

// readPlace reads what place made; not ok for what it did not make.
func readPlace(place []byte) (l late, ok bool) {
	if binary.BigEndian.Uint32(place) != crc32.ChecksumIEEE(place[4:]) {
		return late{}, false
	}
	text := bytes.Split(bytes.TrimRight(place[textAt:], "\x00"), []byte{0})
	fields := make([]string, 4)
	for i := range min(len(text), len(fields)) {
		fields[i] = string(text[i])
	}
	return late{
		seq: int64(binary.BigEndian.Uint64(place[4:])),
		outcome: Outcome{
			Status: Status(fields[0]), Reason: fields[1], Sensitivity: fields[2], Decision: fields[3],
			Shown: time.Duration(binary.BigEndian.Uint64(place[12:])), Took: time.Duration(binary.BigEndian.Uint64(place[20:])),
		},
	}, fields[0] != ""
}

// readLate returns what the file of the database at path holds, also outcomes that the
// database has by now. It is to be read before the database.
func readLate(path string) ([]late, error) {
	path = outcomesPath(path)
	info, err := os.Lstat(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a FIFO may wait for ever
		return nil, fmt.Errorf("%s is not a regular file", info.Name())
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, places*placeSize))
	if err != nil {
		return nil, err
	}
	var list []late
	for ; len(content) >= placeSize; content = content[placeSize:] {
		if l, ok := readPlace(content[:placeSize]); ok {
			list = append(list, l)
		}
	}
	return list, nil
}

// outcomes are those that wait for the next commit, in the order in which calls ended.
// The zero value keeps none.
type outcomes struct {
	file    *os.File // nil where there can be none
	opened  os.FileInfo
	first   int // the place of the first that waits
	waiting []late
}

// open makes the file anew, with room for all.
func (o *outcomes) open(path string) error {
	o.close()
	path = outcomesPath(path)
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	o.file = file
	if o.opened, err = file.Stat(); err == nil {
		_, err = file.Write(make([]byte, places*placeSize))
	}
	if err != nil {
		o.close()
	}
	return err
}

// keep writes l into the file and has it wait. Not kept is what there is no place for.
func (o *outcomes) keep(l late) (kept bool) {
	if o.file == nil || len(o.waiting) == places {
		return false
	}
	place, fits := l.place()
	if !fits {
		return false
	}
	at := (o.first + len(o.waiting)) % places
	if _, err := o.file.WriteAt(place[:], int64(at*placeSize)); err != nil {
		return false
	}
	o.waiting = append(o.waiting, l)
	return true
}

// drop lets the first n go, which the database has.
func (o *outcomes) drop(n int) {
	o.first = (o.first + n) % places
	o.waiting = append(o.waiting[:0], o.waiting[n:]...)
}

// clear empties the file when nothing waits, so that a reader need not look behind it.
func (o *outcomes) clear() {
	if o.file != nil && len(o.waiting) == 0 {
		o.file.WriteAt(make([]byte, places*placeSize), 0) // what stays is what the database has
	}
}

// lost reports whether the file is no longer where readers look for it.
func (o *outcomes) lost() bool {
	if o.file == nil {
		return false
	}
	now, err := os.Lstat(o.file.Name())
	return err != nil || !os.SameFile(o.opened, now)
}

func (o *outcomes) close() {
	if o.file != nil {
		o.file.Close() // what it holds is brought in, or kept in the log's memory
		o.file = nil
	}
}
