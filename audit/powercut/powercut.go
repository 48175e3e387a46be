// Package powercut is for tests: an SQLite VFS, "powercut", that remembers what
// of its files was fsynced, and can say what a power cut would leave of them. It
// can also act as a disk that is full. The databases must be new.
package powercut

/*
#cgo CFLAGS: -std=gnu99
#cgo linux LDFLAGS: -Wl,--unresolved-symbols=ignore-in-object-files
#include "vfs.h"
int powercut_register(void);
*/
import "C"

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"unsafe"

	_ "github.com/mattn/go-sqlite3" // has SQLite itself
)

// VFS is the name to open a database with.
const VFS = "powercut"

// sector is the unit of bytes that a disk writes whole.
const sector = 512

// change is a write that is not fsynced: data at an offset, or, without data, a
// new size.
type change struct {
	offset int64
	data   []byte
}

// disk is what is known of one file.
type disk struct {
	durable []byte // fsynced
	pending []change
	syncs   int
}

// state is the package's one: SQLite calls back without saying for whom.
var state = struct {
	sync.Mutex
	files map[string]*disk
	full  map[string]bool
}{files: map[string]*disk{}, full: map[string]bool{}}

// Register makes the VFS known to SQLite. It may be called more than once.
var Register = sync.OnceFunc(func() {
	if C.powercut_register() != 0 {
		panic("powercut: SQLite refuses the VFS")
	}
})

// SetFull says whether the disk has no room for the database at path.
func SetFull(path string, full bool) {
	state.Lock()
	defer state.Unlock()
	state.full[path], state.full[path+"-wal"] = full, full
}

// Syncs returns how often the file was fsynced.
func Syncs(path string) int {
	state.Lock()
	defer state.Unlock()
	return of(path).syncs
}

// Cut returns what is left of each file, by path, when the power goes now. Of
// what was not fsynced each sector may have reached the disk, or not, in any
// order: random decides.
func Cut(random *rand.Rand) map[string][]byte {
	state.Lock()
	defer state.Unlock()
	left := map[string][]byte{}
	for _, path := range slices.Sorted(maps.Keys(state.files)) {
		left[path] = state.files[path].after(random)
	}
	return left
}

func (d *disk) after(random *rand.Rand) []byte {
	content := slices.Clone(d.durable)
	for _, c := range d.pending {
		if c.data == nil {
			if random.IntN(2) == 0 {
				content = apply(content, c)
			}
			continue
		}
		for from := 0; from < len(c.data); from += sector {
			if random.IntN(2) == 0 {
				content = apply(content, change{c.offset + int64(from), c.data[from:min(from+sector, len(c.data))]})
			}
		}
	}
	return content
}

func apply(content []byte, c change) []byte {
	size := c.offset
	if c.data != nil {
		size = max(int64(len(content)), c.offset+int64(len(c.data)))
	}
	if grow := size - int64(len(content)); grow > 0 {
		content = append(content, make([]byte, grow)...)
	}
	content = content[:size]
	copy(content[min(c.offset, size):], c.data)
	return content
}

// of returns the file at path. It begins empty: to read it here and close it would
// drop SQLite's locks on it.
func of(path string) *disk {
	d := state.files[path]
	if d == nil {
		d = &disk{}
		state.files[path] = d
	}
	return d
}

//export powercutWrite
func powercutWrite(name *C.char, p unsafe.Pointer, n C.int, at C.int64_t) C.int {
	state.Lock()
	defer state.Unlock()
	path := C.GoString(name)
	if state.full[path] {
		return 0
	}
	d := of(path)
	d.pending = append(d.pending, change{int64(at), C.GoBytes(p, n)})
	return 1
}

//export powercutTruncate
func powercutTruncate(name *C.char, size C.int64_t) {
	state.Lock()
	defer state.Unlock()
	d := of(C.GoString(name))
	d.pending = append(d.pending, change{offset: int64(size)})
}

//export powercutSync
func powercutSync(name *C.char) {
	state.Lock()
	defer state.Unlock()
	d := of(C.GoString(name))
	for _, c := range d.pending {
		d.durable = apply(d.durable, c)
	}
	d.pending = nil
	d.syncs++
}

//export powercutDelete
func powercutDelete(name *C.char) {
	state.Lock()
	defer state.Unlock()
	delete(state.files, C.GoString(name)) // as if it reached the disk at once
}
