package app

import (
	"bytes"
	"compress/flate"
	"hash/maphash"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// results keeps each result once, however many calls it answers: an agent that looks at
// one thing again and again mostly gets the same. The zero value is ready to use.
type results struct {
	seed  maphash.Seed
	all   map[uint64]*result // by hash
	loose int                // bytes of those that pack would look at
}

// result is one that is kept.
type result struct {
	hash  uint64
	users int
	value []byte // JSON, or deflated
	size  int    // of the JSON
	done  bool   // it was deflated, or is not worth it
}

// keep returns value, kept until let go as often as it was kept, and how many bytes more
// are kept now. The result of nothing is nil.
func (r *results) keep(value jsontext.Value) (kept *result, more int) {
	if len(value) == 0 {
		return nil, 0
	}
	if r.all == nil {
		r.seed, r.all = maphash.MakeSeed(), map[uint64]*result{}
	}
	hash := maphash.Bytes(r.seed, value)
	found := r.all[hash]
	if found != nil && found.is(value) {
		found.users++
		return found, 0
	}
	kept = &result{hash: hash, users: 1, value: value, size: len(value), done: found != nil || len(value) >= smallContent}
	if found == nil { // else kept has a place of its own
		r.all[hash] = kept
	}
	if !kept.done {
		r.loose += len(value)
	}
	return kept, len(value)
}

// letGo says that a result is used once less, and returns how many bytes less are kept.
func (r *results) letGo(kept *result) (less int) {
	if kept == nil {
		return 0
	}
	if kept.users--; kept.users > 0 {
		return 0
	}
	if r.all[kept.hash] == kept {
		delete(r.all, kept.hash)
	}
	if !kept.done {
		r.loose -= len(kept.value)
	}
	return len(kept.value)
}

// unpacked returns the results that were not looked at by pack. What is not small stays as
// it is: whoever asks for it again would need room for it (see content).
func (r *results) unpacked() (all []*result) {
	for _, kept := range r.all {
		if !kept.done {
			all = append(all, kept)
		}
	}
	return all
}

// pack puts a result's deflated form in its place, where that is shorter, and returns how
// many bytes less are kept.
func (r *results) pack(kept *result, deflated []byte) (less int) {
	if kept.done || kept.users == 0 {
		return 0
	}
	kept.done = true
	r.loose -= len(kept.value)
	if less = len(kept.value) - len(deflated); less <= 0 {
		return 0
	}
	kept.value = bytes.Clone(deflated)
	return less
}

// is reports whether the result is value.
func (k *result) is(value jsontext.Value) bool {
	if k.size != len(value) {
		return false
	}
	own, err := inflate(k.value, k.size)
	return err == nil && bytes.Equal(own, value)
}

// inflate returns the size bytes that value is, deflated or as it is.
func inflate(value []byte, size int) ([]byte, error) {
	if len(value) == size {
		return value, nil
	}
	inflated := make([]byte, size)
	_, err := io.ReadFull(flate.NewReader(bytes.NewReader(value)), inflated)
	return inflated, err
}

// deflater deflates one value after the other.
type deflater struct {
	out    bytes.Buffer
	writer *flate.Writer
}

func newDeflater() *deflater {
	d := &deflater{}
	d.writer, _ = flate.NewWriter(&d.out, flate.BestSpeed) // the level is one that there is
	return d
}

// deflate returns value deflated, until the next call.
func (d *deflater) deflate(value []byte) []byte {
	d.out.Reset()
	d.writer.Reset(&d.out)
	_, _ = d.writer.Write(value) // to memory
	_ = d.writer.Close()
	return d.out.Bytes()
}
