package consent

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/go-json-experiment/json"
)

// journal is a small file beside the database for what was taken away and is not in the
// database yet. It has all its room from the beginning and is written in place, so that
// neither a lock on the database nor a full disk keeps what it is told from outliving a
// kill. It has two slots that are written in turn: a torn one leaves the other.
type journal struct {
	file   *os.File
	number uint64 // of the last entry
}

// journalEnd is what the journal's name has beside the database's.
const journalEnd = "-taken"

// slotSize is the room of one entry, in bytes.
const slotSize = 256 << 10

// entryHead is what stands before an entry: its number, its length, the hash of both and
// of the entry.
type entryHead struct {
	Number uint64
	Length uint64
	Hash   [sha256.Size]byte
}

var errEntryTooLarge = errors.New("too much was taken away at once for the journal")

// openJournal opens or makes the journal at path, and returns its last entry, the zero
// one when it has none.
func openJournal(path string) (_ *journal, last entry, err error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, last, fmt.Errorf("%s is not a regular file", filepath.Base(path))
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, last, err
	}
	j := &journal{file: file}
	if err := j.reserve(); err != nil {
		return nil, last, errors.Join(fmt.Errorf("making room for what is taken away: %w", err), file.Close())
	}
	for slot := range uint64(2) {
		if number, data := j.read(slot); number > j.number {
			found := entry{}
			if json.Unmarshal(data, &found) == nil {
				j.number, last = number, found
			}
		}
	}
	return j, last, nil
}

// reserve fills the file up to its size, for good.
func (j *journal) reserve() error {
	info, err := j.file.Stat()
	if err != nil || info.Size() >= 2*slotSize {
		return err
	}
	if _, err := j.file.WriteAt(make([]byte, 2*slotSize-info.Size()), info.Size()); err != nil {
		return err
	}
	return errors.Join(j.file.Sync(), syncFolder(filepath.Dir(j.file.Name())))
}

// syncFolder makes durable that a file is there.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // it does so by itself
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// read returns what a slot holds, number 0 when it is nothing whole.
func (j *journal) read(slot uint64) (number uint64, data []byte) {
	section := io.NewSectionReader(j.file, int64(slot)*slotSize, slotSize)
	var head entryHead
	if err := binary.Read(section, binary.BigEndian, &head); err != nil || head.Length > slotSize {
		return 0, nil
	}
	data = make([]byte, head.Length)
	if _, err := io.ReadFull(section, data); err != nil || head.Hash != hashEntry(head.Number, data) {
		return 0, nil
	}
	return head.Number, data
}

func hashEntry(number uint64, data []byte) [sha256.Size]byte {
	return sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, number), data...))
}

// write makes e the last entry, durably.
func (j *journal) write(e entry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	var slot bytes.Buffer
	number := j.number + 1
	binary.Write(&slot, binary.BigEndian, entryHead{number, uint64(len(data)), hashEntry(number, data)})
	slot.Write(data)
	if slot.Len() > slotSize {
		return errEntryTooLarge
	}
	if _, err := j.file.WriteAt(slot.Bytes(), int64(number%2)*slotSize); err != nil {
		return err
	}
	j.number = number
	return j.file.Sync()
}

func (j *journal) close() error { return j.file.Close() }
